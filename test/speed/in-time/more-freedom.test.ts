/** Who has more time, or may wait longer, consumes no more: on random seas whose cells open and close. */
import { describe, expect, it } from 'vitest';
import type { Point } from '../../../lib/engine/geometry/sphere.ts';
import { PathInTime } from '../../../lib/speed/in-time/path-in-time.ts';
import { SeaCurves } from '../../../lib/speed/in-time/sea-curves.ts';
import { settle } from '../../../lib/speed/in-time/settle.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';
import { ship, spaced } from '../seas.ts';
import { changingSea, voyagesOn } from './seas-in-time.ts';

const [COLUMNS, LINES, DAYS] = [12, 9, 5];
const LEAVES = 0.48;
const SAME = 1.003;
const TIMES = [1.02, 1.25, 1.6, 2.2, 3];

/** From a cell in the first column to one in the last. */
function randomVoyage(seed: number) {
  const random = randomNumbers(seed);
  const [lons, lats] = [spaced(0, 3.2, COLUMNS), spaced(-58.5, -57.24, LINES)];
  const lines = [0, COLUMNS - 1].map((column) => ({ column, line: Math.floor(LINES * random()) }));
  const cells = Array.from({ length: COLUMNS * LINES }, () => {
    const from = Math.floor(DAYS * random() * random());
    const to = random() < 0.35 ? from + 1 + Math.floor(4 * random()) : from;
    return { from, to, ice: Array.from({ length: DAYS }, () => Math.max(0, 140 * random() - 70)) };
  });
  const cellOf = (column: number, line: number) => cells[line * COLUMNS + column]!;
  for (const { column, line } of lines) cellOf(column, line).to = 0;
  const isClosed = (column: number, line: number, day: number) => {
    const { from, to } = cellOf(column, line);
    return day >= from && day < to;
  };
  openCorners(cellOf, isClosed);
  const sea = changingSea(lons, lats, DAYS, (column, line, day) => {
    const { ice } = cellOf(column, line);
    const iceConcentration = isClosed(column, line, day) ? 100 : ice[day]!;
    return { columns: { iceConcentration, iceThickness: 0.5, iceDensity: 900 } };
  });
  const middle = (at: readonly number[], k: number) => (at[k]! + at[k + 1]!) / 2;
  const [from, to] = lines.map(({ column, line }) => ({
    lat: middle(lats, line),
    lon: middle(lons, column),
  }));
  return { sea, ends: [from!, to!] as const };
}

/** Between two closed cells that touch at a corner there is no way: of these one is opened. */
function openCorners(
  cellOf: (column: number, line: number) => { to: number },
  isClosed: (column: number, line: number, day: number) => boolean,
): void {
  const isCorner = (column: number, line: number, day: number) => {
    const at = (x: number, y: number) => isClosed(column + x, line + y, day);
    return at(0, 0) === at(1, 1) && at(1, 0) === at(0, 1) && at(0, 0) !== at(1, 0);
  };
  let opened = true;
  while (opened) {
    opened = false;
    for (let corner = 0; corner < (COLUMNS - 1) * (LINES - 1) * DAYS; corner++) {
      const [column, line] = [corner % (COLUMNS - 1), Math.floor(corner / (COLUMNS - 1)) % (LINES - 1)];
      const day = Math.floor(corner / (COLUMNS - 1) / (LINES - 1));
      if (!isCorner(column, line, day)) continue;
      cellOf(column + (isClosed(column, line, day) ? 0 : 1), line).to = 0;
      opened = true;
    }
  }
}

describe.each([1, 13, 18])('random sea %d', (seed) => {
  const { sea, ends } = randomVoyage(seed);
  const within = (mostWait: number) =>
    TIMES.map((times) => {
      const { voyages, days } = voyagesOn(sea, ends, { leaves: LEAVES, mostWait, certificate: false });
      return voyages.within(times * days)!.consumption;
    });
  const [atOnce, waiting] = [within(0), within(1)];

  it('more time costs no more', () => {
    for (const all of [atOnce, waiting])
      for (const [k, consumed] of all.entries())
        expect(consumed).toBeLessThan(SAME * Math.min(...all.slice(0, k + 1)));
  });

  it('to be allowed to wait costs no more', () => {
    for (const [k, consumed] of waiting.entries()) expect(consumed).toBeLessThan(SAME * atOnce[k]!);
  });
});

it('on one path more time costs no more, nor does one that ends before it is up', () => {
  const lats = spaced(-66, -61, 5);
  const points = lats.map((lat): Point => [0.5, lat]);
  const cells = lats.slice(1).map((_, line) => line);
  const vessel = vesselOf(ship());
  for (let seed = 1; seed <= runs(20, 60); seed++) {
    const random = randomNumbers(seed);
    const sea = changingSea([0, 1], lats, 4, () => ({
      u: random() - 0.5,
      v: random() - 0.5,
      columns: {
        iceConcentration: random() < 0.4 ? 80 * random() : 0,
        iceThickness: random(),
        iceDensity: 900,
      },
    }));
    const curves = new SeaCurves(sea, vessel, 0.2 * vessel.maxSpeedKmh);
    const path = new PathInTime(curves, points, cells);
    const shortest = path.sail({ leg: 0, part: 0, now: 0, slice: 0 }, 1e12).arrives;
    let least = Infinity;
    for (let times = 1.02; times < 2; times *= 1.05) {
      const until = times * shortest;
      const { consumed, arrives } = settle(path, { now: 0, slice: 0 }, { until, worth: 0, idleRate: 3 })!;
      expect(arrives).toBeLessThan(until + 1e-6);
      expect(consumed, `sea ${seed}, ${times} times the shortest`).toBeLessThan(least * SAME);
      least = Math.min(least, consumed);
    }
  }
});
