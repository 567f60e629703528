import fc from 'fast-check';
import { expect, it } from 'vitest';
import { denseRing } from '../../lib/zones/geometry/dense-ring.ts';
import { between } from '../between.ts';

it('a ring is closed and has its vertices, with as many points between them as half a degree asks for', () => {
  const vertex = fc.tuple(between(-5, 5), between(-70, -60));
  fc.assert(
    fc.property(fc.array(vertex, { minLength: 3, maxLength: 6 }), (vertices) => {
      const expected = vertices.flatMap(([x, y], i) => {
        const [x2, y2] = vertices[(i + 1) % vertices.length]!;
        const count = Math.max(1, Math.ceil(2 * Math.max(Math.abs(x2 - x), Math.abs(y2 - y))));
        return Array.from({ length: count }, (_, k) => [
          expect.closeTo(x + (k / count) * (x2 - x), 9),
          expect.closeTo(y + (k / count) * (y2 - y), 9),
        ]);
      });
      expect(denseRing(Float64Array.from(vertices.flat()))).toEqual([...expected, expected[0]]);
    }),
    { numRuns: 50 },
  );
});
