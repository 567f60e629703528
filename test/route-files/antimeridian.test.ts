import { expect, test } from 'vitest';
import { cutAtAntimeridian } from '../../lib/route-files/antimeridian.ts';

const cut = (...points: [lon: number, lat: number][]) =>
  cutAtAntimeridian(points.map(([lon, lat]) => ({ lat, lon })));

test('a line is cut where it passes the antimeridian', () => {
  const [before, after] = cut([170, -60], [-170, -70]);
  expect([before!.at(-1)![0], after![0]![0]]).toEqual([180, -180]);
  expect(after![0]![1]).toBeCloseTo(-65.46, 1);
});

test.each<[[number, number], number]>([
  [[180, -60], -60],
  [[179.99999999999997, -60], -60],
  [[179.99999999999997, -90], -90],
])('from %j over two spellings of one meridian it is cut at once', (first, lat) => {
  const pieces = cut([170, -50], first, [-180, lat === -90 ? -90 : -70], [-170, -50]);
  expect(pieces).toHaveLength(2);
  expect(pieces[0]!.at(-1)).toEqual([180, lat]);
  expect(pieces[1]![0]).toEqual([-180, lat]);
});
