/**
 * Speeds on a path against a search that knows nothing of prices: the path in short parts, each at one of many speeds, and of all labels
 * of a time and a consumption those that no other beats.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { departure, type Point } from '../../../lib/engine/geometry/sphere.ts';
import { courseOf, overGround } from '../../../lib/speed/best-speed.ts';
import { type Call, stayFor } from '../../../lib/speed/in-time/call.ts';
import { PathInTime } from '../../../lib/speed/in-time/path-in-time.ts';
import { SeaCurves } from '../../../lib/speed/in-time/sea-curves.ts';
import { settleByLabels } from '../../../lib/speed/in-time/settle.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { runs } from '../../thorough.ts';
import { type SeaCell, ship, spaced } from '../seas.ts';
import { changingSea } from './seas-in-time.ts';

const LINES = 5;
const DAYS = 4;
/** Of a cell, and the speeds tried on each. */
const PARTS = 6;
const SPEEDS = 16;
/** Labels are compared in so many intervals of a day. */
const BINS = 2000;
const lats = spaced(-66, -61, LINES);

const cell: fc.Arbitrary<SeaCell> = fc.record({
  u: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
  v: fc.double({ min: -0.8, max: 0.8, noNaN: true }),
  columns: fc.record({
    iceConcentration: fc.constantFrom(0, 0, 30, 60),
    iceThickness: fc.constant(0.6),
    iceDensity: fc.constant(900),
    windEast: fc.constantFrom(0, 0, 10),
    windNorth: fc.constantFrom(0, -12, 8),
  }),
});
const sea = fc.array(fc.array(cell, { minLength: LINES, maxLength: LINES }), {
  minLength: DAYS,
  maxLength: DAYS,
});

/** After this line there is something to do. */
const CALLED = 2;
const STAY = 0.1;

/** In one of these stretches; no less is known of it. */
const callIn = (stretches: readonly (readonly [number, number])[]): Call => ({
  latest: stretches.at(-1)![1] - STAY,
  doneAt: (arrives) => {
    const open = stretches.find(([, to]) => Math.max(arrives, 0) + STAY <= to) ?? [arrives, Infinity];
    const begins = Math.max(arrives, open[0]);
    const ends = begins + STAY;
    return { begins, until: open[1] - STAY, ends, consumed: IDLE * (ends - arrives) };
  },
  least: stayFor(STAY, IDLE).least,
});
const IDLE = 3;

/** By bin of time the least that is consumed to arrive in it. */
function labels(
  curves: SeaCurves,
  points: readonly Point[],
  until: number,
  call: Call | null,
): Map<number, { now: number; used: number }> {
  const { starts } = curves.sea;
  let all = new Map([[0, { now: 0, used: 0 }]]);
  for (let line = 0; line < LINES; line++) {
    if (call && line === CALLED) {
      const called = [...all.values()].filter(({ now }) => now <= call.latest);
      const next: typeof all = new Map();
      for (const { now, used } of called) {
        const { ends, consumed } = call.doneAt(now);
        const bin = Math.floor(ends * BINS);
        if (!((next.get(bin)?.used ?? Infinity) <= used + consumed))
          next.set(bin, { now: ends, used: used + consumed });
      }
      all = next;
    }
    const { x, y } = departure(points[line]!, points[line + 1]!);
    for (let part = 0; part < PARTS; part++) {
      const next: typeof all = new Map();
      for (const { now, used } of all.values()) {
        for (let m = 0; m <= SPEEDS; m++) {
          let [time, burnt, rest] = [now, used, Math.hypot(x, y) / 1000 / PARTS];
          while (rest > 1e-9) {
            const slice = Math.max(
              0,
              [...starts].findLastIndex((start) => start <= time + 1e-12),
            );
            const { curve, u, v } = curves.in(slice, line)!;
            const course = courseOf(x, y, u, v);
            const speed = curve.least + (m / SPEEDS) * (curve.most - curve.least);
            const { speedKmh, rate } = curve.sail(speed, course.low, course.high, course.fraction);
            const ground = overGround(speedKmh, course);
            const days = Math.min(ground > 0 ? rest / ground / 24 : Infinity, starts[slice + 1]! - time);
            if (days === Infinity) break;
            rest -= 24 * ground * days;
            time += days;
            burnt += rate * days;
          }
          if (rest > 1e-9 || time > until) continue;
          const bin = Math.floor(time * BINS);
          if (!((next.get(bin)?.used ?? Infinity) <= burnt)) next.set(bin, { now: time, used: burnt });
        }
      }
      all = next;
    }
  }
  return all;
}

/** One that may open twice, as parts of the time that there is. */
const stretches = fc
  .uniqueArray(fc.double({ min: 0.05, max: 0.9, noNaN: true }), { minLength: 4, maxLength: 4 })
  .map((times) => times.toSorted((a, b) => a - b))
  .filter(([a, b, c, d]) => b! - a! > 0.06 && d! - c! > 0.06);

it.each(['nothing', 'a call in two openings'])(
  'no speeds that are tried by labels consume less, with %s on the way',
  (what) => {
    const property = fc.property(
      sea,
      fc.double({ min: 1.15, max: 2, noNaN: true }),
      stretches,
      (days, times, [a, b, c, d]) => {
        const changing = changingSea([0, 1], lats, DAYS, (_column, line, day) => days[day]![line]!);
        const vessel = vesselOf(ship());
        const curves = new SeaCurves(changing, vessel, 0.2 * vessel.maxSpeedKmh);
        const points = lats.map((lat): Point => [0.5, lat]);
        const cells = lats.slice(1).map((_, line) => changing.mesh.row.indexOf(line));
        expect(cells).toEqual([0, 1, 2, 3, 4]);
        const start = { now: 0, slice: 0 };
        const fastest = new PathInTime(curves, points, cells).sail(
          { leg: 0, part: 0, ...start },
          1e12,
        ).arrives;
        const until = times * fastest + (what === 'nothing' ? 0 : STAY);
        const call =
          what === 'nothing'
            ? null
            : callIn([
                [a! * until, b! * until + STAY],
                [c! * until, d! * until + STAY],
              ]);
        const path = new PathInTime(curves, points, cells, new Map(call ? [[CALLED, call]] : []));
        const settled = settleByLabels(path, start, { until, worth: 0, idleRate: IDLE });
        const least = Math.min(...[...labels(curves, points, until, call).values()].map(({ used }) => used));
        if (!settled) {
          expect(least).toBe(Infinity);
          return;
        }
        expect(settled.arrives).toBeLessThan(until + 1e-6);
        const called = settled.pieces.find(({ consumed }) => consumed !== undefined);
        if (call) expect(called!.begins).toBeLessThanOrEqual(call.latest);
        expect(settled.consumed).toBeLessThan(least * (call ? 1.005 : 1.003));
        // and the other way: labels are no better than what is possible
        if (least < Infinity) expect(settled.consumed).toBeGreaterThan(least * 0.9);
      },
    );
    fc.assert(property, { numRuns: runs(4, 6), seed: 7 });
  },
);
