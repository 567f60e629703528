import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import {
  type Costs,
  costBetween,
  costsFor,
  leastCostPerMetre,
  leastRate,
  legCost,
  sail,
  timeUnderWay,
} from '../../../lib/engine/cost/cost.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { between } from '../../between.ts';

it('is infinite where the current sets the vessel off its track faster than it can sail, however little', () => {
  // 2 nm/s across is less than a rounding error of the square of 2 m/s along
  expect(timeUnderWay(0, -1.7e-9, 2, 0, 1e4)).toBe(Infinity);
  expect(timeUnderWay(1.8e-9, -1.7e-9, 2, 0, 1e4)).toBeCloseTo(5000, 4);
  expect(timeUnderWay(0, 0, 2, 0, 1e4)).toBe(5000);
});

it('agrees with the speed over ground along the leg and across it', () => {
  const speed = between(0.1, 10);
  const part = between(-10, 10);
  fc.assert(
    fc.property(speed, part, part, between(0, 2 * Math.PI), (s, u, v, θ) => {
      const [x, y] = [1000 * Math.sin(θ), 1000 * Math.cos(θ)];
      const across = u * Math.cos(θ) - v * Math.sin(θ);
      const ground = u * Math.sin(θ) + v * Math.cos(θ) + Math.sqrt(s * s - across * across);
      fc.pre(!(Math.abs(s - Math.abs(across)) < 1e-6 || Math.abs(ground) < 1e-3));
      const expected = ground > 0 ? 1000 / ground : Infinity;
      const seconds = timeUnderWay(s, u, v, x, y);
      if (expected === Infinity) expect(seconds).toBe(Infinity);
      else expect(Math.abs(seconds / expected - 1)).toBeLessThan(1e-9);
    }),
    { seed: 20_240_214, numRuns: 2000 },
  );
});

/** A cell alike at every heading, in a current, and one with speeds and rates at 90°, 180°, 270° and 360°. */
const mesh = {
  openCount: 2,
  motion: Float64Array.of(5, 48, 1, 0, 7, 40, 0, 0),
  profile: Int32Array.of(-1, 0),
  profiles: Float64Array.of(4, 5, 6, 7, 40, 50, 60, 70),
  headings: 4,
} as unknown as Mesh;
let days: Costs;
let fuel: Costs;
beforeAll(() => {
  [days, fuel] = [costsFor(mesh, 'traveltime'), costsFor(mesh, 'fuel')];
});
const DAY = 86_400;

it('costs the time, or the rate of consumption for so long', () => {
  expect(legCost(days, 0, 1200, 0)).toBeCloseTo(200 / DAY, 15);
  expect(legCost(fuel, 0, 1200, 0)).toBeCloseTo((48 * 200) / DAY, 12);
  expect(legCost(fuel, 0, -1200, 0)).toBeCloseTo((48 * 300) / DAY, 12);
  expect(legCost(fuel, 0, 0, 0)).toBe(0);
  expect(costBetween(days, 1, [-30, -60], [-30, -60])).toBe(0);
  const degreeNorth = (Math.PI / 180) * 6_371_008.8;
  expect(costBetween(days, 1, [-30, -60], [-30, -59]) * DAY * 7).toBeCloseTo(degreeNorth, -3);
});

it.each([
  [0, 1, 7],
  [1, 1, 5.5],
  [1, 0, 4],
  [1, -1, 4.5],
  [0, -1, 5],
  [-1, -1, 5.5],
  [-1, 0, 6],
  [-1, 1, 6.5],
])('interpolates speed and rate between headings: east %d, north %d', (x, y, speed) => {
  const seconds = Math.hypot(x, y) / speed;
  expect(legCost(days, 1, x, y)).toBeCloseTo(seconds / DAY, 15);
  expect(legCost(fuel, 1, x, y)).toBeCloseTo((10 * speed * seconds) / DAY, 13);
  const sailed = sail(fuel, 1, x, y);
  expect(sailed.speed).toBeCloseTo(speed, 12);
  expect(sailed.days).toBeCloseTo(seconds / DAY, 15);
  expect(sailed.consumption).toBeCloseTo((10 * speed * seconds) / DAY, 13);
});

it('of a leg that may turn is linear between the two bearings of its bridge, and straight elsewhere', () => {
  // from 4 m north to 6 m east at the cost 1, and from 5 m south to 2 m west
  const bridges = Float64Array.of(0, 4, 6, 0, 1 / 6, 1 / 4, 0, -5, -2, 0, -1 / 2, -1 / 5);
  const turning = { ...days, bridgesOf: () => bridges };
  expect(legCost(turning, 1, 0, 8)).toBe(2);
  expect(legCost(turning, 1, 12, 0)).toBe(2);
  expect(legCost(turning, 1, 3, 2)).toBe(1);
  expect(legCost(turning, 1, -1, -2.5)).toBe(1);
  expect(legCost(turning, 1, 1, -1)).toBe(legCost(days, 1, 1, -1));
  expect(legCost(turning, 1, -1, 1)).toBe(legCost(days, 1, -1, 1));
});

it('is infinite, time and consumption, where the current does not let the vessel through', () => {
  const against = { ...fuel, motion: Float64Array.of(5, 48, 6, 0, 3, 40, 8, 0) };
  expect(legCost(against, 0, -1, 0)).toBe(Infinity);
  expect(legCost(against, 1, -1, 0)).toBe(Infinity);
  expect(sail(against, 0, -1, 0)).toEqual({ days: Infinity, consumption: Infinity, speed: 5 });
  expect(sail(against, 0, 1, 0).consumption).toBeCloseTo(48 / 11 / DAY, 15);
  // also of a vessel that consumes nothing
  const none = { ...against, motion: Float64Array.of(5, 0, 6, 0, 3, 0, 8, 0), profiles: new Float64Array(8) };
  expect(sail(none, 0, -1, 0).consumption).toBe(Infinity);
  expect(legCost(none, 1, -1, 0)).toBe(Infinity);
});

it('has its least rate, and its least cost of a metre: with the current', () => {
  expect(leastRate(fuel)).toBe(40);
  expect(leastCostPerMetre(days)).toBeCloseTo(1 / 7 / DAY, 18);
  expect(leastCostPerMetre(fuel)).toBeCloseTo(40 / 7 / DAY, 16);
  const faster = { ...days, motion: Float64Array.of(5, 48, 3, 4, 7, 40, 0, 0) };
  expect(leastCostPerMetre(faster)).toBeCloseTo(1 / 10 / DAY, 18);
  // where nothing can be sailed, nothing is known
  const closed = {
    motion: Float64Array.of(0, 0, 0, 0, 7, 40, 0, 0),
    perSecond: Float64Array.of(0, 40 / DAY),
  };
  expect(leastCostPerMetre({ ...fuel, ...closed })).toBeCloseTo(40 / 7 / DAY, 16);
});
