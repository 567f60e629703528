/** What the check of a zone's geometry takes. */
import { expect, test } from 'vitest';
import { geometryFault } from '../../lib/zones/geometry/polygon-fault.ts';
import { circleOf, ringOf } from './many-points.ts';

/** Rings in which many edges lie beside each other, or end at one point. */
const crowds: readonly (readonly [string, number[][]])[] = [
  ['a star', Array.from({ length: 16_000 }, (_, i) => spike(i / 16_000, i % 2 === 0 ? 5 : 0.5))],
  [
    'a comb across meridians and parallels',
    [
      ...Array.from({ length: 16_000 }, (_, i) => {
        const isBack = i % 4 === 1 || i % 4 === 2;
        const x = (i >> 1) / 1000;
        return isBack ? [x + 10, -50] : [x, -60];
      }),
      [8, -60.1],
      [0, -60.1],
    ],
  ],
  [
    'petals round a point',
    Array.from({ length: 5_000 }, (_, i) => [
      [0, 0],
      spike((3 * i) / 15_000, 5),
      spike((3 * i + 1) / 15_000, 5),
    ]).flat(),
  ],
];

function spike(part: number, radius: number): number[] {
  const angle = 2 * Math.PI * part;
  return [radius * Math.cos(angle), radius * Math.sin(angle)].map((value) => Math.round(value * 1e4) / 1e4);
}

test.each(crowds)('%s costs at most a millisecond for each kilobyte', (_, points) => {
  const geometry = ringOf(points);
  geometryFault(geometry);
  const begun = process.cpuUsage();
  expect(geometryFault(geometry)).toBeNull();
  const milliseconds = process.cpuUsage(begun).user / 1000;
  expect(milliseconds).toBeLessThan(JSON.stringify(geometry).length / 1000);
});

test('there and back along one edge is refused as soon as an edge is there twice', () => {
  const points = Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? [0, 0] : [1, 1]));
  const begun = process.cpuUsage();
  expect(geometryFault(ringOf([...points, [2, 0]]))).toMatch(/^crosses itself at 0\.0000, 0\.0000/);
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(300);
});

test('20,000 points on 100 m are read in milliseconds', () => {
  const geometry = ringOf(circleOf(20_000));
  const begun = process.cpuUsage();
  expect(geometryFault(geometry)).toBeNull();
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(800);
});
