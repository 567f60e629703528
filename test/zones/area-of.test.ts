import { expect, it } from 'vitest';
import { areaOf, areaOfAll } from '../../lib/zones/area-of.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { boxPolygon } from './areas.ts';

const zone = (west: number): Zone => ({
  name: `${west}`,
  kind: 'closed',
  geometry: boxPolygon(west, -61, west + 1, -60),
});
const [a, b, c] = [zone(10), zone(20), zone(30)];
const IN = [10.5, 20.5, 30.5];
const insideOf = (zones: readonly Zone[]) => IN.map((lon) => areaOfAll(zones).contains(lon, -60.5));

it('the area of zones together is that of each of them, and of no other', () => {
  expect(insideOf([])).toEqual([false, false, false]);
  expect(insideOf([b])).toEqual([false, true, false]);
  expect(insideOf([a, b])).toEqual([true, true, false]);
  expect(insideOf([a, c])).toEqual([true, false, true]);
  expect(insideOf([a, b, c])).toEqual([true, true, true]);
  expect(areaOf(a).contains(10.5, -60.5)).toBe(true);
  expect(areaOf(a).contains(20.5, -60.5)).toBe(false);
});

it('areas are worked out once: of one zone, and of the two lists that begin with it and were asked for last', () => {
  expect(areaOf({ geometry: a.geometry })).toBe(areaOf(a));
  expect(areaOfAll([a])).toBe(areaOf(a));
  const [first, second] = [zone(40), zone(50)];
  const [both, three, two] = [
    [first, second],
    [first, second, c],
    [first, c],
  ] as const;
  const [oldest, kept, latest] = [both, three, two].map((each) => areaOfAll(each));
  expect(areaOfAll([...three])).toBe(kept);
  expect(areaOfAll([...two])).toBe(latest);
  expect(areaOfAll(both)).not.toBe(oldest);
});
