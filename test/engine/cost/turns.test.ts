import { describe, expect, it } from 'vitest';
import { bridgeAt, type Costs, costsFor, headingValues, legCost } from '../../../lib/engine/cost/cost.ts';
import { legDerivatives } from '../../../lib/engine/cost/leg-derivatives.ts';
import { withTurns } from '../../../lib/engine/cost/turns.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { trialOf } from '../for-random-meshes.ts';
import { randomNumbers } from '../random-mesh.ts';

const CELLS = 60;
const out = new Float64Array(4);
const random = randomNumbers(3);
const displacement = () => {
  const bearing = 2 * Math.PI * random();
  return [Math.sin(bearing), Math.cos(bearing)] as const;
};

describe.each([
  { headings: 'wind', currents: 'none', consumption: 'fuel' },
  { headings: 'wild', currents: 'strong', consumption: 'fuel' },
  { headings: 'blocked', currents: 'weak', consumption: 'battery' },
  { headings: 'blocked', currents: 'overwhelming', consumption: 'battery' },
] as const)('withTurns, %j', (traits) => {
  const { mesh } = trialOf(32, { ...traits, cells: CELLS, closed: 'none', place: 'region' })!;
  const straight = costsFor(mesh, traits.consumption);
  const turning = withTurns(mesh, straight);
  const cells = Array.from({ length: mesh.openCount }, (_, cell) => cell);

  it('two legs in a cell never cost less than one that may turn', () => {
    for (const cell of cells) {
      for (let k = 0; k < 50; k++) {
        const [[ax, ay], [bx, by]] = [displacement(), displacement()];
        const two = legCost(straight, cell, ax, ay) + legCost(straight, cell, bx, by);
        expect(legCost(turning, cell, ax + bx, ay + by)).toBeLessThanOrEqual(1.0005 * two);
      }
    }
  });

  it('the cost is that of a straight leg, or of two legs on the bearings of a bridge', () => {
    let bridged = 0;
    for (const cell of cells) {
      for (let k = 0; k < 50; k++) {
        const [x, y] = displacement();
        const cost = legCost(turning, cell, x, y);
        const bridges = turning.bridgesOf!(cell);
        const at = bridgeAt(bridges, x, y);
        if (at < 0) {
          expect(cost).toBe(legCost(straight, cell, x, y));
          continue;
        }
        bridged++;
        const [ax, ay, bx, by] = bridges.subarray(at, at + 4);
        const cross = ax! * by! - ay! * bx!;
        const [α, β] = [(x * by! - y * bx!) / cross, (ax! * y - ay! * x) / cross];
        const two = legCost(straight, cell, α * ax!, α * ay!) + legCost(straight, cell, β * bx!, β * by!);
        legDerivatives(turning, cell, x, y, out);
        expect(Math.abs((out[1]! * x + out[2]! * y) / cost - 1)).toBeLessThan(1e-9);
        expect(Math.min(α, β)).toBeGreaterThanOrEqual(0);
        expect(Math.abs(cost / two - 1)).toBeLessThan(1e-9);
        expect(cost).toBeLessThanOrEqual(legCost(straight, cell, x, y) * (1 + 1e-9));
      }
    }
    expect(bridged).toBeGreaterThan(2 * CELLS);
  });
});

it('where headings are alike, no leg turns', () => {
  const { mesh } = trialOf(32, { headings: 'alike', cells: CELLS })!;
  const costs = costsFor(mesh, 'traveltime');
  expect(withTurns(mesh, costs)).toBe(costs);
});

/** The bearings of a cell that can be sailed, evenly, and the edges of each range of them. */
function sailable(costs: Costs, cell: number): number[] {
  const canSail = (bearing: number) => {
    const [x, y] = [Math.sin(bearing), Math.cos(bearing)];
    // without speed of its own a vessel drifts, on one bearing
    return legCost(costs, cell, x, y) < Infinity && headingValues(costs, cell, x, y).speed > 0;
  };
  const [u, v] = costs.motion.subarray(4 * cell + 2, 4 * cell + 4);
  const all = [...Array.from({ length: 120 }, (_, k) => (k * Math.PI) / 60), Math.atan2(u!, v!)];
  all.sort((a, b) => a - b);
  return all.flatMap((bearing, k) => {
    const next = all[k + 1] ?? all[0]! + 2 * Math.PI;
    if (canSail(bearing) === canSail(next)) return canSail(bearing) ? [bearing] : [];
    let [open, closed] = canSail(bearing) ? [bearing, next] : [next, bearing];
    for (let round = 0; round < 40; round++) {
      const middle = (open + closed) / 2;
      if (canSail(middle)) open = middle;
      else closed = middle;
    }
    return canSail(bearing) ? [bearing, open] : [open];
  });
}

/** The least cost of a metre on each of some bearings, straight or by two legs on any bearings. */
function leastByTwo(costs: Costs, cell: number, wanted: readonly number[]): number[] {
  const reached = sailable(costs, cell).map((bearing) => {
    const [x, y] = [Math.sin(bearing), Math.cos(bearing)];
    const cost = legCost(costs, cell, x, y);
    return [x / cost, y / cost] as const;
  });
  return wanted.map((bearing) => {
    const [x, y] = [Math.sin(bearing), Math.cos(bearing)];
    let least = legCost(costs, cell, x, y);
    for (const [i, [ax, ay]] of reached.entries()) {
      for (const [bx, by] of reached.slice(i + 1)) {
        const cross = ax * by - ay * bx;
        const [α, β] = [(x * by - y * bx) / cross, (ax * y - ay * x) / cross];
        if (α >= 0 && β >= 0 && α + β < least) least = α + β;
      }
    }
    return least;
  });
}

it.each([
  ['blocked', 'overwhelming'],
  ['wild', 'overwhelming'],
  ['wild', 'none'],
  ['blocked', 'strong'],
] as const)('no two legs at all cost less: headings %s, currents %s', (headings, currents) => {
  const consumption = 'fuel';
  const traits = { headings, currents, consumption, cells: 40, closed: 'none', place: 'region' } as const;
  const { mesh } = trialOf(5, traits)!;
  const straight = costsFor(mesh, 'fuel');
  const turning = withTurns(mesh, straight);
  let turned = 0;
  for (let cell = 0; cell < mesh.openCount; cell += 7) {
    const bearings = sailable(straight, cell).flatMap((bearing, k) => (k % 13 === 0 ? [bearing + 0.01] : []));
    for (const [k, least] of leastByTwo(straight, cell, bearings).entries()) {
      const [x, y] = [Math.sin(bearings[k]!), Math.cos(bearings[k]!)];
      const cost = legCost(turning, cell, x, y);
      expect(cost / least, `cell ${cell}, ${bearings[k]}`).toBeLessThan(1.0005);
      if (cost < legCost(straight, cell, x, y)) turned++;
    }
  }
  expect(turned).toBeGreaterThan(10);
});

it('a vessel that drifts with little speed of its own on one side, and is fast on the other, gets everywhere by turns', () => {
  // no bearing that is tried evenly lies among those that the drift allows
  const currents = [16.9, 61.9, 106.9, 151.9, 196.9, 241.9, 286.9, 331.9, 28.1].map(
    (at) => (at * Math.PI) / 180,
  );
  const profiles = currents.flatMap((current) => {
    const fast = (Math.round((4 * current) / Math.PI) + 4) % 8; // the heading opposite to it
    return [...[1, 2, 3, 4, 5, 6, 7, 8].map((k) => (k % 8 === fast ? 10 : 0.2)), ...Array(8).fill(24)];
  });
  const cells = Int32Array.from(currents, (_, cell) => cell);
  const mesh = {
    ...{ row: cells, cellCount: cells.length, openCount: cells.length, profile: cells, headings: 8 },
    profiles: Float64Array.from(profiles),
    motion: Float64Array.from(currents.flatMap((at) => [10, 24, 3 * Math.sin(at), 3 * Math.cos(at)])),
  } as unknown as Mesh;
  const straight = costsFor(mesh, 'traveltime');
  const turning = withTurns(mesh, straight);
  for (const [cell, current] of currents.entries()) {
    const bearings = [-140, -90, -40, -3.5, 2, 40, 90, 140].map(
      (degrees) => current + (degrees * Math.PI) / 180,
    );
    const least = leastByTwo(straight, cell, bearings);
    for (const [k, bearing] of bearings.entries()) {
      const [x, y] = [Math.sin(bearing), Math.cos(bearing)];
      const cost = legCost(turning, cell, x, y);
      expect(cost, `${cell}, ${k}`).toBeLessThan(Infinity);
      expect(cost / least[k]!, `${cell}, ${k}`).toBeLessThan(1.0005);
    }
    expect(legCost(straight, cell, Math.sin(bearings[6]!), Math.cos(bearings[6]!))).toBe(Infinity);
  }
});

describe('the bridges of a cell', () => {
  const cellWith = (speeds: readonly number[], [u, v]: readonly [number, number] = [0, 0]) => {
    const rates = speeds.map(() => 24);
    // the second profile, after that of a vessel that no current stops
    const profiles = Float64Array.from([...speeds.map(() => 20), ...rates, ...speeds, ...rates]);
    const motion = Float64Array.of(Math.max(...speeds), 24, u, v);
    const one = { row: Int32Array.of(0), cellCount: 1, openCount: 1, profile: Int32Array.of(1) };
    const mesh = { ...one, profiles, motion, headings: speeds.length } as unknown as Mesh;
    const straight = costsFor(mesh, 'traveltime');
    const turning = withTurns(mesh, straight);
    return { straight, turning, bridges: turning.bridgesOf!(0) };
  };
  const metre = (costs: Costs, bearing: number) => legCost(costs, 0, Math.sin(bearing), Math.cos(bearing));

  it('are none where a turn saves nothing', () => {
    expect([...cellWith(Array(8).fill(5)).bridges]).toEqual([]);
    expect([...cellWith(Array(8).fill(5), [3, 4]).bridges]).toEqual([]);
    expect([...cellWith(Array(8).fill(5), [3, 7]).bridges]).toEqual([]);
  });

  it('are one over each slow heading between two fast ones, from the one to the other', () => {
    // north (the last) is slow; NE and NW are fast: 45° to either side the way is √2 longer
    const { straight, bridges } = cellWith([10, 10, 10, 10, 10, 10, 10, 1]);
    expect(bridges).toHaveLength(6);
    const [ax, ay, bx, by, px, py] = bridges;
    expect(Math.atan2(ax!, ay!)).toBeLessThan(0);
    expect([bx, by]).toEqual([expect.closeTo(-ax!, 3), expect.closeTo(ay!, 3)]);
    // p is 1 at both ends, which are reached at the cost 1
    expect(px! * ax! + py! * ay!).toBeCloseTo(1, 9);
    expect(px! * bx! + py! * by!).toBeCloseTo(1, 9);
    expect(legCost(straight, 0, ax!, ay!)).toBeCloseTo(1, 9);
    expect(py).toBeLessThanOrEqual(Math.SQRT2 / 10 / 86_400 + 1e-15);
  });

  it('reach over bearings that can not be sailed at all', () => {
    // only NE, E and SE, N and S not quite
    const { straight, bridges } = cellWith([10, 0, 10, 0, 0, 0, 0, 0]);
    expect(legCost(straight, 0, 1, 0)).toBe(Infinity);
    const k = bridgeAt(bridges, 1, 0);
    expect(k).toBeGreaterThanOrEqual(0);
    expect(bridges[k + 4]! * 86_400).toBeLessThanOrEqual(Math.SQRT2 / 10 + 1e-9);
    // half of the globe is behind: nothing is bridged there
    expect(bridgeAt(bridges, -1, 0)).toBe(-1);
  });

  it('of a vessel that only drifts, or stays, are none', () => {
    for (const current of [
      [3, 4],
      [0, 3],
      [0, 0],
    ] as const) {
      expect([...cellWith(Array(8).fill(0), current).bridges]).toEqual([]);
    }
  });

  it('leave out the current where the vessel has no speed on it', () => {
    // it is set off to one side as soon as it steers to the other
    for (let degrees = 2; degrees < 90; degrees += 4) {
      const current = (degrees * Math.PI) / 180;
      const uv = [4 * Math.sin(current), 4 * Math.cos(current)] as const;
      const { straight, bridges } = cellWith([0, 0, 0, 0, 10, 10, 10, 0], uv);
      for (let k = 0; k < bridges.length; k += 6) {
        for (const at of [k, k + 2])
          expect(headingValues(straight, 0, bridges[at]!, bridges[at + 1]!).speed).toBeGreaterThan(0);
      }
    }
  });

  // where slower than the current on headings to the west, with a little more speed than it to the north and south
  const half = [3.5, 3.5, 3.5, 3.02, 2, 2, 2, 3.02];
  const cells = [
    { speeds: half, current: [3, 0] },
    { speeds: [10, 0, 10, 0, 0, 0, 0, 0], current: [0, 0] },
    { speeds: [9, 1, 8, 2, 7, 3, 6, 4], current: [-1, 1] },
    { speeds: [9, 1, 8, 2, 7, 3, 6, 4], current: [-4, 1] },
    { speeds: [9, 1, 8, 2, 7, 3, 6, 4], current: [0, 4] },
    { speeds: [1, 0, 0, 5, 7, 0, 6, 0], current: [2, 1] },
    { speeds: [4, 0, 8, 0, 3, 1, 6, 5], current: [0, 0] },
  ] as const;

  it.each(cells)('are no more than half a globe wide, and bridge all the rest: %j', ({ speeds, current }) => {
    const { straight, turning } = cellWith(speeds, current);
    const bearings = Array.from({ length: 36 }, (_, k) => ((10 * k + 3.3) * Math.PI) / 180);
    for (const [k, least] of leastByTwo(straight, 0, bearings).entries()) {
      const cost = metre(turning, bearings[k]!);
      expect(cost === least ? 1 : cost / least, `${bearings[k]}`).toBeLessThan(1.0005);
    }
  });

  // but for the first, where rounding decides between bearings almost half a turn apart
  it.each(cells.slice(1))('turn with the vessel and its current: %j', ({ speeds, current: [u, v] }) => {
    const { turning } = cellWith(speeds, [u, v]);
    for (let headings = 1; headings < 8; headings++) {
      const by = (headings * Math.PI) / 4;
      const [sin, cos] = [Math.sin(by), Math.cos(by)];
      const turnedSpeeds = speeds.map((_, k) => speeds[(k + 8 - headings) % 8]!);
      const turned = cellWith(turnedSpeeds, [u * cos + v * sin, v * cos - u * sin]).turning;
      for (let degrees = 3; degrees < 360; degrees += 10) {
        const bearing = (degrees * Math.PI) / 180;
        const [cost, turnedCost] = [metre(turning, bearing), metre(turned, bearing + by)];
        expect(turnedCost === cost ? 1 : turnedCost / cost, `${headings}, ${degrees}`).toBeCloseTo(1, 6);
      }
    }
  });
});
