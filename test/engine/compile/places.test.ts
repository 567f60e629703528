import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Places } from '../../../lib/engine/compile/places.ts';

const lon = fc.constantFrom(-180, 180, 0, -0, 0.1, -70.3125, 1e-9);
const lat = fc.constantFrom(-90, -60.5, 0, -0, 0.1, 90);

it('numbers points in the order in which they are met; 180 and −180 are one meridian', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(lon, lat)), (points) => {
      const places = new Places();
      const known = new Map<string, number>();
      for (const [x, y] of points) {
        const key = `${x === 180 ? -180 : x} ${y}`;
        if (!known.has(key)) known.set(key, known.size);
        expect(places.at(x, y)).toBe(known.get(key));
      }
      expect(places.count).toBe(known.size);
    }),
  );
});

it('finds points again when there are many', () => {
  const places = new Places();
  const n = 200;
  const place = (i: number) => places.at(-70 + (i % n) / 8, -60 + Math.floor(i / n) / 16);
  const all = Array.from({ length: n * n }, (_, i) => i);
  expect(all.map(place)).toEqual(all);
  expect(all.map(place)).toEqual(all);
  expect([...places.point.subarray(2 * n, 2 * n + 2)]).toEqual([-70, -60 + 1 / 16]);
});
