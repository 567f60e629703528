import { expect, it } from 'vitest';
import { planDated } from '../../../lib/engine/plan-dated.ts';
import { rowsAlong } from '../../../lib/engine/plan-route.ts';
import { daysByGreatCircle } from '../../../lib/engine/sea/dated-bound.ts';
import type { Sea } from '../../../lib/engine/sea/sea.ts';
import { boundLegs } from '../../../lib/speed/in-time/prove-in-time.ts';
import { SeaCurves } from '../../../lib/speed/in-time/sea-curves.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { ship, spaced } from '../seas.ts';
import { changingSea } from './seas-in-time.ts';

const vessel = vesselOf(ship());
const LAND = { iceConcentration: 100, elevation: 10 };
/** Ice in the north, and a wall that leaves a way in the east. */
const seaWith = (wall: boolean): Sea =>
  changingSea(spaced(-2, 3, 5), spaced(-66, -60, 6), 2, (column, line, day) => ({
    columns: {
      ...{
        iceConcentration: line > 1 ? 70 - 10 * day : 0,
        iceThickness: 1,
        iceDensity: 900,
        elevation: -900,
      },
      ...(wall && line === 2 && column < 4 && LAND),
    },
  }));
const [from, to] = [
  { lat: -65.5, lon: -1.5 },
  { lat: -60.5, lon: -1.4 },
];

it('the days of a leg are bounded on the sea with more water, as well as they are on it', () => {
  const [sea, wider] = [seaWith(true), seaWith(false)];
  const { track } = planDated(sea, from, to).routes[0]!;
  const boundOn = (own: Sea) => {
    const leg = { from, to, call: null, track: { ...track, cells: rowsAlong(own.mesh, track) } };
    const curves = new SeaCurves(own, vessel, 0.2 * vessel.maxSpeedKmh);
    const [bounded] = boundLegs(curves, [leg], { leaves: 0, until: 9 }, () => false);
    const { before, after, claim, fewestDays } = bounded!;
    const [start, end] = [claim.start.cells[0]!, claim.end.cells[0]!];
    const direct = daysByGreatCircle(own, from)[end]!;
    return { fewestDays, direct, before: before[end]!, after: after[start]! };
  };
  const [alone, there, known] = [sea, wider, { ...sea, provedOn: () => wider }].map(boundOn);
  expect(alone!.fewestDays).toBeGreaterThan(1.1 * there!.fewestDays);
  expect(known!.fewestDays).toBe(there!.fewestDays);
  expect(known!.before).toBeGreaterThan(1.05 * known!.direct);
  expect(known!.before).toBeCloseTo(there!.before, 9);
  expect(known!.after).toBeCloseTo(there!.after, 9);
});
