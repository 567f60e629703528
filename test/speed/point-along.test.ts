import { expect, test } from 'vitest';
import { departure, type Point } from '../../lib/engine/geometry/sphere.ts';
import { pointAlong } from '../../lib/speed/path-speeds.ts';

test.each([0, 4e-11, -4e-11, 1e-9, -8e-9, 0.3])(
  'a fraction of a leg that ends %d degrees farther north is that of its length',
  (north) => {
    const [from, to]: [Point, Point] = [
      [34.73801718619097, 49.17826452637053],
      [35.10888569952789, 49.17826452637053 + north],
    ];
    const lengthM = ({ x, y }: { x: number; y: number }) => Math.hypot(x, y);
    const part = lengthM(departure(from, pointAlong(from, to, 0.17))) / lengthM(departure(from, to));
    expect(part).toBeCloseTo(0.17, 8);
  },
);
