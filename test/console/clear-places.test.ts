import { expect, test } from 'vitest';
import { clearest, type Pixel, sameWays } from '../../lib/console/map/clear-places.ts';

const across = (y: (x: number) => number): Pixel[] =>
  Array.from({ length: 21 }, (_, i): Pixel => [10 * i, y(10 * i)]);

test('the name of a line stands where the line is farthest from the others', () => {
  const straight = across(() => 0);
  const bent = across((x) => 0.4 * Math.max(0, x - 100)); // leaves the other at its middle
  expect(clearest(bent, [straight])[0]).toEqual([200, 40]);
  // one that is covered all along has no name of its own
  expect(clearest(straight, [across(() => 5)])).toEqual([]);
});

test('of places that are all clear the middle is the first', () => {
  const [first] = clearest(
    across(() => 0),
    [across(() => 500)],
  );
  expect(first).toEqual([100, 0]);
});

test('lines that run together from end to end are one', () => {
  const straight = across(() => 0);
  const halfway = straight.slice(0, 10);
  expect(sameWays([straight, across(() => 300), across(() => 5), halfway])).toEqual([[0, 2], [1], [3]]);
});
