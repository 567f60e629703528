import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { daysWaited, planDated } from '../../../lib/engine/plan-dated.ts';
import { certifyDated } from '../../../lib/engine/sea/dated-bound.ts';
import { trackOfDated } from '../../../lib/engine/sea/dated-track.ts';
import { findFastest } from '../../../lib/engine/sea/find-fastest.ts';
import { type Sea, seaOf } from '../../../lib/engine/sea/sea.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { runs } from '../../thorough.ts';
import { randomNumbers } from '../random-mesh.ts';
import { type Grid, type GridCell, gridMesh, placeAt, unitDays } from './grid-sea.ts';

const grid: Grid = { columns: 30, rows: 20, box: [0, 0, 3, 2] };
const day = unitDays(grid);

/** Slices of so many units of time. */
const seaOfSlices = (meshes: readonly Mesh[], length: number): Sea =>
  seaOf(
    meshes,
    meshes.map((_, k) => ({ from: k * length * day, mesh: k })),
  );
const sea = (slices: number, length: number, cellAt: (x: number, y: number, k: number) => GridCell) =>
  seaOfSlices(
    Array.from({ length: slices }, (_, k) => gridMesh(grid, (x, y) => cellAt(x, y, k))),
    length,
  );

describe('what is proved of the days of a route', () => {
  const gapOf = (own: Sea) => {
    const [start, end] = [placeAt(grid, 0.2, 0.9), placeAt(grid, 2.8, 1.1)];
    const [fastest] = planDated(own, start, end, { certificate: true }).routes;
    return { days: fastest!.track.timeDays.at(-1)! / day, gap: fastest!.optimality!.gapPercent };
  };

  it('knows that a wall is closed until it opens', () => {
    const { days, gap } = gapOf(sea(2, 2, (x, _, k) => ({ closed: k === 0 && Math.abs(x - 1.5) < 0.2 })));
    expect(days).toBeCloseTo(2 + 1.5, 4);
    expect(gap).toBeLessThan(4);
  });

  it('knows that ice which breaks up was slow until then', () => {
    const { days, gap } = gapOf(sea(2, 2, (x, _, k) => ({ speed: k === 0 && x > 1 ? 0.2 : 1 })));
    // 1.2 units of time in the ice, at a fifth of the speed
    expect(days).toBeCloseTo(2 + 1.8 - 0.24, 1);
    expect(gap).toBeLessThan(2.5);
  });

  it('knows that the end lies in ice until that opens, in which only who was there when it closed goes on', () => {
    const own = sea(3, 2, (x, _, k) => ({ closed: k === 1 && x > 2 }));
    const [start, end] = [placeAt(grid, 1.2, 0.9), placeAt(grid, 2.8, 1.1)];
    const leaves = 2.1 * day;
    const [late] = planDated(own, start, end, { certificate: true, leaves }).routes;
    expect(late!.track.timeDays.at(-1)! / day).toBeCloseTo(4 - 2.1 + 0.8, 1);
    expect(late!.optimality!.gapPercent).toBeLessThan(5);
  });

  it('knows it of ice that goes a little in each slice', () => {
    expect(gapOf(sea(5, 0.8, (x, _, k) => ({ speed: x > 1 + 0.4 * k ? 0.2 : 1 }))).gap).toBeLessThan(5.5);
  });
});

it('bounds the fastest route as well where only a slower one is known', () => {
  const small: Grid = { columns: 8, rows: 6, box: [0, 0, 4, 3] };
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 1.02, max: 1.6, noNaN: true }), (seed, slower) => {
      const random = randomNumbers(seed);
      const meshes = Array.from({ length: 4 }, () =>
        gridMesh(small, () => ({ speed: 0.2 + random(), closed: random() < 0.25 })),
      );
      const own = seaOfSlices(meshes, 0.3 + random());
      const at = () => placeAt(small, 4 * random(), 3 * random());
      const ends = { ...placeWaypoints(own.mesh, at(), at(), 300), partner: null };
      const leftAt = (leaves: number) => {
        const fastest = findFastest(own, ends, () => false, leaves);
        return fastest && trackOfDated(own, 'days', fastest.chain, leaves);
      };
      const [track, later] = [leftAt(0), leftAt(0.5 * day)];
      if (!track || !later) return;
      const days = track.timeDays.at(-1)!;
      const claim = { start: ends.start, end: ends.end, pinches: false, leaves: 0, mostWait: 0 };
      const proved = certifyDated(own, 'days', claim, slower * days, track, () => false);
      expect(proved!.least).toBeLessThanOrEqual(days * (1 + 1e-9));
      // of all that leave since, by one that leaves after a slice began
      const since = { ...claim, leaves: 0.5 * day, earliest: 0 };
      const cost = slower * later.timeDays.at(-1)!;
      expect(certifyDated(own, 'days', since, cost, later, () => false)?.least ?? 0).toBeLessThanOrEqual(
        days * (1 + 1e-9),
      );
    }),
    { seed: 7, numRuns: runs(30, 45) },
  );
});

it('bounds it by a sea with more water in fewer cells too, and what is left there is narrowed on its own cells', () => {
  const fine: Grid = { columns: 8, rows: 6, box: [0, 0, 4, 3] };
  // its sides cut cells of the other
  const coarse: Grid = { ...fine, columns: 3, rows: 4 };
  let narrowed = 0;
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 1.02, max: 1.6, noNaN: true }), (seed, slower) => {
      const random = randomNumbers(seed);
      const cells = Array.from({ length: 4 * fine.columns * fine.rows }, () => ({
        speed: 0.2 + random(),
        rate: 1 + random(),
        closed: random() < 0.25,
      }));
      const cellAt = (k: number, x: number, y: number) =>
        cells[(k * fine.rows + Math.floor(2 * y)) * fine.columns + Math.floor(2 * x)]!;
      const slices = [0, 1, 2, 3];
      const length = 0.3 + random();
      const wider = seaOfSlices(
        slices.map((k) =>
          gridMesh(coarse, (x, y) => {
            const parts = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((column) =>
              [0, 1, 2, 3, 4, 5].flatMap((row) => {
                const [dx, dy] = [column / 2 + 0.25 - x, row / 2 + 0.25 - y].map(Math.abs) as [
                  number,
                  number,
                ];
                return dx < 0.25 + 2 / 3 && dy < 0.25 + 3 / 8
                  ? cellAt(k, column / 2 + 0.25, row / 2 + 0.25)
                  : [];
              }),
            );
            const open = parts.filter(({ closed }) => !closed);
            return {
              speed: Math.max(0.1, ...open.map(({ speed }) => speed)),
              rate: Math.min(9, ...open.map(({ rate }) => rate)),
              closed: open.length === 0,
            };
          }),
        ),
        length,
      );
      const alone = seaOfSlices(
        slices.map((k) => gridMesh(fine, (x, y) => cellAt(k, x, y))),
        length,
      );
      const own = { ...alone, provedOn: () => wider };
      const at = () => placeAt(fine, 4 * random(), 3 * random());
      const ends = { ...placeWaypoints(own.mesh, at(), at(), 300), partner: null };
      const fastest = findFastest(own, ends, () => false, 0);
      const track = fastest && trackOfDated(own, 'days', fastest.chain, 0);
      if (!track) return;
      const claim = { pinches: false, leaves: 0, mostWait: daysWaited(track.waits) };
      for (const [aim, all] of [
        ['days', track.timeDays],
        ['consumed', track.consumption!],
      ] as const) {
        const cost = all.at(-1)!;
        const [proved, there] = [own, wider].map((sea) => {
          const { start, end } = placeWaypoints(sea.mesh, ends.start.used, ends.end.used, 0);
          const claimed = { ...claim, start, end };
          return certifyDated(sea, aim, claimed, slower * cost, track, () => false)?.least ?? 0;
        });
        // of the paths that consume least, one is known that is as good or better
        expect(proved).toBeLessThanOrEqual(cost * (1 + 1e-9));
        expect(proved).toBeGreaterThanOrEqual(there! * (1 - 1e-9));
        if (proved! > 1.01 * there!) narrowed++;
      }
    }),
    { seed: 7, numRuns: 40 },
  );
  expect(narrowed).toBeGreaterThan(5);
});

describe('once time is up', () => {
  const own = sea(2, 1, (x, _, k) => ({ speed: 1 + 0.1 * (x + k), rate: 1 }));
  const [from, to] = [placeAt(grid, 0.2, 0.9), placeAt(grid, 2.8, 1.1)];
  const ends = { ...placeWaypoints(own.mesh, from, to, 300), partner: null };

  it('a search that was broken off is not made again with more points', () => {
    let looks = 0;
    const isOver = () => looks++ >= 0;
    expect(findFastest(own, ends, isOver, 0)).toBeNull();
    expect(looks).toBe(1);
  });

  it('the sea that would bound a route is not made', () => {
    const track = trackOfDated(own, 'days', findFastest(own, ends, () => false, 0)!.chain, 0)!;
    const claim = { ...ends, pinches: false, leaves: 0, mostWait: 0 };
    let made = 0;
    const provedOn = () => {
      made++;
      return own;
    };
    const proved = (isOver: boolean) =>
      certifyDated({ ...own, provedOn }, 'days', claim, track.timeDays.at(-1)!, track, () => isOver);
    proved(true);
    expect(made).toBe(0);
    proved(false);
    expect(made).toBe(1);
  });

  it('a route that was found is not compared with what is the best without the forecast', () => {
    const found = (allowed: number) => {
      let looks = 0;
      const now = () => (looks++ < allowed ? 0 : 1e6);
      try {
        return planDated(own, from, to, { timeBudgetMs: 1000, now }).routes;
      } catch (error) {
        if (!(error instanceof RouteInaccessible)) throw error;
        return null;
      }
    };
    expect(found(Infinity)!.every(({ blind, complete }) => blind && complete)).toBe(true);
    const first = Array.from({ length: 20 }, (_, k) => found(k + 1)).find((routes) => routes !== null);
    for (const { blind, complete } of first!) expect([blind, complete]).toEqual([undefined, false]);
  });
});
