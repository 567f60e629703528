/** Voyages of least consumption through stops in a sea that gets better: what they wait for, and what is proved of them. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import type { Beginning } from '../../../lib/voyage/forecast/beginning.ts';
import { bestWaits, type LegOfTime } from '../../../lib/voyage/forecast/best-waits.ts';
import { chooseWaits } from '../../../lib/voyage/forecast/choose-waits.ts';
import { type LegInTime, leastByTimes } from '../../../lib/voyage/forecast/least-by-times.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { between } from '../../between.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { type Grid, gridMesh, placeAt } from '../../engine/sea/grid-sea.ts';
import { runs } from '../../thorough.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';
import { itineraryThrough } from './no-sea.ts';

// a row of cells; a unit of length takes a day at 10 knots
const grid: Grid = { columns: 40, rows: 1, box: [0, 0, 4, 1], degrees: 4 };
const departure = '2026-11-20T00:00:00.000Z';
const [start, end] = [placeAt(grid, 0.3, 0.5), placeAt(grid, 3.7, 0.5)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.parse(departure), departure });
const wide = gridVoyages({ ...grid, columns: 8 }, { start, end, begin: Date.parse(departure), departure });
const stops = [{ name: 'A', ...placeAt(grid, 1.2, 0.5) }];
const idle = 0.25;

const thriftiest = (cellAt: CellAt, days: number, fields: object = {}, certificate = false) =>
  planned(forecast(cellAt, days), { stops, ...fields }, { idle, certificate }).routes.at(-1)!;
const burnt = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;
const waitedDays = ({ track }: VoyageRoute) =>
  (track as { waits?: readonly { from: number; until: number }[] }).waits!.reduce(
    (sum, { from, until }) => sum + until - from,
    0,
  );

/** Ice in the third quarter, until the fourth day begins: half as fast there, at four times the rate. */
const melting: CellAt = (x, _, k) => (x > 2 && x < 3 && k < 3 ? { speed: 0.5, rate: 4 } : { rate: 1 });

describe('what a voyage in a given order consumes at least', () => {
  it('counts the days until the sea is better', () => {
    const { optimality, ...route } = thriftiest(melting, 5, {}, true);
    // 3.4 days under way, of which 1.7 come before the ice; or 1.3 days more, and no ice
    const drawnOut = 3.4 + 1.3;
    expect(burnt(route as VoyageRoute)).toBeGreaterThan(drawnOut);
    expect(optimality!.least).toBeLessThanOrEqual(drawnOut);
    expect(optimality!.least).toBeGreaterThan(0.85 * drawnOut);
  });

  it('counts them where it gets worse before a vessel can be there', () => {
    // half a day there takes two; it comes to the ice after three days, which begins after two and ends after seven
    const late: CellAt = (x, _, k) =>
      x > 1.5 && x < 2 ? { speed: 0.25 } : x > 2 && x < 3 && k >= 2 && k < 7 ? { speed: 0.5, rate: 4 } : {};
    const { optimality } = wide
      .planned(wide.forecast(late, 9), { stops }, { idle, certificate: true })
      .routes.at(-1)!;
    const drawnOut = 3.4 + 1.5 + 3.8;
    expect(optimality!.least).toBeLessThanOrEqual(drawnOut);
    expect(optimality!.least).toBeGreaterThan(0.75 * drawnOut);
  });

  it('counts them for the best of several departures, too', () => {
    const departures = { from: departure, to: '2026-11-21T00:00:00.000Z', step_hours: 24 };
    const later = wide.forecast((x, y, k) => melting(x, y, k - 1), 6);
    const how = { idle, certificate: true };
    const { optimality, dated } = wide.planned(later, { stops, departures }, how).routes.at(-1)!;
    expect(dated!.departure).toBe(departures.to);
    const drawnOut = 3.4 + 1.3;
    expect(optimality!.least).toBeLessThanOrEqual(drawnOut);
    // on wide cells less is proved; without these days it would be 3.4
    expect(optimality!.least).toBeGreaterThan(0.75 * drawnOut);
  });

  it('is at most that of a voyage that waits, where it may', () => {
    const { optimality, ...route } = thriftiest(melting, 5, { max_wait_hours: 48 }, true);
    // no more than from the fourth day on, and no less than if it came to the ice just then
    expect(burnt(route as VoyageRoute)).toBeGreaterThan(3.4 + 1.3 * idle);
    expect(burnt(route as VoyageRoute)).toBeLessThan(3.4 + 2.11 * idle);
    expect(optimality!.least).toBeLessThanOrEqual(burnt(route as VoyageRoute));
  });
});

it('what a leg consumes at least is known whenever the voyage has to have ended', () => {
  const mesh = gridMesh({ ...grid, columns: 4 }, () => ({}));
  const sea = seaOf([mesh], [{ from: -Infinity, mesh: 0 }]);
  const ways = placeWaypoints(mesh, start, end, 0);
  const days = 3.4;
  const leg: LegInTime = {
    from: ways.start,
    to: ways.end,
    known: { days, consumption: days },
    leaves: 0,
    least: { days, consumption: 0 },
    leftAfter: (from, to) => [from, to],
  };
  const voyage = { begins: 0, mostWait: 0, idleRate: idle, pinches: false, isOver: () => false };
  for (let thirds = 1; thirds <= 40; thirds++) {
    const ends = days + thirds / 3;
    expect(leastByTimes(sea, [leg], { ...voyage, ends })).toBeGreaterThan(0.9 * days);
  }
});

describe('in random seas', () => {
  it.each(Array.from({ length: runs(4, 6) }, (_, k) => k + 1))(
    'no way consumes less than is proved: %d',
    (seed) => {
      const random = randomNumbers(seed);
      const days = 6;
      const dear = Array.from({ length: days * 8 }, () => (random() < 0.5 ? 1 : 1 + 6 * random()));
      // who waits burns as much as who sails in circles: where it begins and at the stop that is what is least
      const sea: CellAt = (x, _, k) => {
        const part = Math.floor(2 * x);
        const rate = part === 0 || part === 2 ? 1 : dear[8 * k + part]!;
        return { rate, speed: 1 / Math.sqrt(rate) };
      };
      const meshes = forecast(sea, days);
      const [sailed, waited] = [0, 100].map(
        (max_wait_hours) =>
          planned(meshes, { stops, max_wait_hours }, { idle: 1, certificate: true }).routes.at(-1)!,
      ) as [VoyageRoute, VoyageRoute];
      const best = Math.min(burnt(sailed), burnt(waited));
      expect(sailed.optimality!.least).toBeLessThanOrEqual(best * (1 + 1e-9));
      expect(waited.optimality!.least).toBeLessThanOrEqual(best * (1 + 1e-9));
      expect(burnt(waited)).toBeLessThanOrEqual(burnt(sailed) * (1 + 1e-9));
    },
  );
});

describe('a voyage that may wait', () => {
  // a day later, the first leg saves a little; and the second comes into a storm
  const worse: CellAt = (x, _, k) => ({ rate: x < 2 ? (k < 1 ? 1.3 : 1) : k < 2 ? 1 : 5 });

  it('does not where a later leg would cost more', () => {
    const [without, may] = [0, 24].map((max_wait_hours) => thriftiest(worse, 5, { max_wait_hours }));
    expect(burnt(may!)).toBeLessThanOrEqual(burnt(without!));
    expect(waitedDays(may!)).toBe(0);
  });

  it('waits before the leg for which it is best, and there only as long as it has to', () => {
    // before the third day, the first leg costs little, and the second much; the hours suffice for one of them
    const later: CellAt = (x, _, k) => ({
      rate: x < 1.2 ? (k < 1 ? 1.1 : 1) : x > 2 && k < 2 ? 6 : 1,
    });
    const may = thriftiest(later, 5, { max_wait_hours: 20 });
    const { from } = (may.track as unknown as { waits: { from: number }[] }).waits[0]!;
    expect(from).toBeGreaterThan(0.5);
    // it comes to the dear part after 1.7 days
    expect(waitedDays(may)).toBeCloseTo(0.3, 2);
  });
});

describe.each([6, 20, 40])('a voyage that may wait %d hours', (max_wait_hours) => {
  // a little less each day, wherever the vessel is
  const calming: CellAt = (_x, _, k) => ({ rate: 4 / (k + 1) });
  const more = [...stops, { name: 'B', ...placeAt(grid, 2.4, 0.5) }];

  it('waits no longer than that on all its legs together', () => {
    const route = thriftiest(calming, 8, { stops: more, max_wait_hours });
    expect(24 * waitedDays(route)).toBeCloseTo(max_wait_hours, 6);
  });
});

describe('the legs before which it waits', () => {
  const hours = fc.integer({ min: 0, max: 20 });
  const table = fc.array(fc.array(hours, { minLength: 5, maxLength: 5 }), { minLength: 3, maxLength: 3 });

  it('may be later ones, although who waits for them has spent more until then', () => {
    const legs = [1, 0.1, 0.9].map(
      (days, k): LegOfTime => ({
        leftAt: (leaves) => ({ ends: leaves + days, cost: days * (k > 0 && leaves < 2 ? 4 : 1) }),
        canWait: () => true,
      }),
    );
    const starts = Float64Array.of(-Infinity, 2, Infinity);
    const waits = bestWaits(starts, legs, { begins: 0, mostWait: 2, idle: 1.5 })!;
    expect(waits.map(({ from, until }) => until - from)).toEqual([0, 1, 0]);
  });

  it('are at an earlier leg where nothing can wait at the one that gets cheaper', () => {
    const legs = [0, 1].map(
      (k): LegOfTime => ({
        leftAt: (leaves) => ({ ends: leaves + 1, cost: k > 0 && leaves < 3 ? 4 : 1 }),
        canWait: () => k === 0,
      }),
    );
    const starts = Float64Array.of(-Infinity, 3, Infinity);
    const waits = bestWaits(starts, legs, { begins: 0, mostWait: 4, idle: 0.5 })!;
    expect(waits.map(({ from, until }) => until - from)).toEqual([3, 0]);
  });

  it('are the best of all, by what legs cost when they are left', () => {
    const at = { begins: 0, sea: { starts: Float64Array.of(-Infinity, 1, 2, 3, 4, Infinity) } } as unknown;
    const itinerary = itineraryThrough([{}, {}]);
    fc.assert(
      fc.property(table, fc.integer({ min: 0, max: 3 }), between(0, 8), (costs, mostWait, idle) => {
        const costAt = (leg: number, leaves: number) => costs[leg]![Math.min(4, Math.floor(leaves))]!;
        const legs = (from: number, _to: number, leaves: number) => ({
          ends: leaves + 0.5,
          extra: costAt(from, leaves) - 0.5 * idle,
        });
        const chosen = chooseWaits(at as Beginning, itinerary, [1, 2], legs, mostWait, idle)!;
        const costOf = (waits: readonly number[]) =>
          waits.reduce(
            ({ days, cost }, wait, leg) => ({
              days: days + wait + 0.5,
              cost: cost + idle * wait + costAt(leg, days + wait),
            }),
            { days: 0, cost: 0 },
          ).cost;
        const halves = Array.from({ length: 2 * mostWait + 1 }, (_, k) => k / 2);
        const all = halves.flatMap((a) => halves.flatMap((b) => halves.map((c) => [a, b, c])));
        const allowed = all.filter((waits) => waits.reduce((sum, one) => sum + one) <= mostWait);
        expect(chosen.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(mostWait);
        expect(costOf(chosen)).toBeCloseTo(Math.min(...allowed.map(costOf)), 9);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
