/** Gaps of no width between cells that are closed at one time and open at another. */
import { describe, expect, test } from 'vitest';
import { planDated, priceDated } from '../../../lib/engine/plan-dated.ts';
import { type Sea, seaOf } from '../../../lib/engine/sea/sea.ts';
import { type Grid, gridMesh, placeAt, unitDays } from './grid-sea.ts';

/** In units of time, from when on these cells are closed. */
type Closed = readonly (readonly [from: number, ...cells: string[]])[];

function seaWith(grid: Grid, closed: Closed, speedAt = (_y: number) => 1): Sea {
  const meshes = closed.map(([, ...cells]) =>
    gridMesh(grid, (x, y) => ({ closed: cells.includes(`${x} ${y}`), speed: speedAt(y) })),
  );
  return seaOf(
    meshes,
    closed.map(([from], mesh) => ({ from: from * unitDays(grid), mesh })),
  );
}

describe('from a cell to one that it touches at a corner', () => {
  const grid: Grid = { columns: 2, rows: 2, box: [0, 0, 2, 2], degrees: 0.01 };
  const [start, end] = [placeAt(grid, 0.5, 0.5), placeAt(grid, 1.5, 1.5)];
  const corner = placeAt(grid, 1, 1);
  const between = ['1.5 0.5', '0.5 1.5'] as const;
  const half = Math.SQRT1_2;
  const plan = (...closed: Closed) => {
    const { routes } = planDated(seaWith(grid, closed), start, end, { certificate: true });
    for (const { track, optimality } of routes)
      expect(optimality!.least).toBeLessThanOrEqual(track.timeDays.at(-1)! * (1 + 1e-9));
    const [{ track, sailing, pinches }] = routes;
    expect(sailing.timeDays.at(-1)! / track.timeDays.at(-1)!).toBeCloseTo(1, 2);
    return { track, pinches, time: track.timeDays.at(-1)! / unitDays(grid) };
  };

  test.each(between)('a vessel waits until one between them opens: %s', (opens) => {
    const { track, pinches, time } = plan([0, ...between], [2, ...between.filter((cell) => cell !== opens)]);
    expect(time).toBeCloseTo(2 + half, 5);
    expect(track.waits).toMatchObject([{ why: 'closed' }]);
    expect(pinches).toEqual([]);
  });

  test('or the one that was open when it came has let it by', () => {
    const { track, pinches, time } = plan([0, between[0]], [1, ...between], [3]);
    expect(time).toBeCloseTo(2 * half, 5);
    expect(track.waits).toEqual([]);
    expect(pinches).toEqual([]);
  });

  test('what was closed at the departure and is open when it comes does not matter', () => {
    const { track, pinches, time } = plan([0, ...between], [0.5, between[1]], [1]);
    expect(time).toBeCloseTo(2 * half, 5);
    expect(track.waits).toEqual([]);
    expect(pinches).toEqual([]);
  });

  test('it passes a gap only where no other way comes, and the place is told', () => {
    const { pinches, time } = plan([0, between[0]], [0.4, ...between]);
    expect(time).toBeCloseTo(2 * half, 5);
    expect(pinches).toEqual([{ lat: expect.closeTo(corner.lat, 9), lon: expect.closeTo(corner.lon, 9) }]);
  });

  test('not where a cell is come to as it closes', () => {
    const { pinches, time } = plan([0, between[0]], [0.51, ...between]);
    expect(time).toBeCloseTo(0.51 + Math.hypot(1 - Math.sqrt(0.51 ** 2 - 0.5 ** 2), 0.5), 2);
    expect(pinches).toEqual([]);
  });

  test('a path of one’s own passes it, as on one mesh', () => {
    const path = [start, end].map(({ lon, lat }) => [lon, lat] as const);
    const { timeDays } = priceDated(seaWith(grid, [[0, ...between], [5]]), path, 0);
    expect(timeDays.at(-1)! / unitDays(grid)).toBeCloseTo(2 * half, 5);
  });
});

describe('where another way leads round', () => {
  const grid: Grid = { columns: 3, rows: 3, box: [0, 0, 3, 3], degrees: 0.01 };
  const closed = ['1.5 1.5', '0.5 2.5'] as const;
  const [start, end] = [placeAt(grid, 0.5, 1.5), placeAt(grid, 1.5, 2.5)];
  const round = 2 + Math.SQRT2;

  test.each([
    [2, 2 + Math.SQRT1_2],
    [5, round],
  ])('if one opens after %d it takes %d', (opens, time) => {
    const sea = seaWith(grid, [[0, ...closed], [opens]]);
    const [fastest, thrifty] = planDated(sea, start, end, { certificate: true }).routes;
    expect(fastest!.track.timeDays.at(-1)! / unitDays(grid)).toBeCloseTo(time, 4);
    expect(thrifty!.track.consumption!.at(-1)! / unitDays(grid)).toBeLessThan(round + 1e-4);
    expect([fastest!.pinches, thrifty!.pinches]).toEqual([[], []]);
  });
});

test('along an edge from a gap, the side that is slower is not taken for one that need not wait', () => {
  const grid: Grid = { columns: 3, rows: 2, box: [0, 0, 3, 2], degrees: 0.01 };
  const closed = [[0, '1.5 0.5', '0.5 1.5'] as const, [2, '0.5 1.5'] as const];
  const sea = seaWith(grid, closed, (y) => (y > 1 ? 0.9 : 1));
  const [fastest] = planDated(sea, placeAt(grid, 0.5, 0.5), placeAt(grid, 2.5, 1)).routes;
  expect(fastest!.track.timeDays.at(-1)! / unitDays(grid)).toBeCloseTo(2 + 1.5, 5);
});
