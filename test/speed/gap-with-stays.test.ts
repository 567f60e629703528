/** What is proved of the time of a voyage with stays. */
import { expect, it } from 'vitest';
import { speedsOf } from '../../lib/speed/choose-speeds.ts';
import { passageThrough } from '../../lib/speed/passage.ts';
import { SpeedCurves } from '../../lib/speed/speed-curves.ts';
import { Voyages } from '../../lib/speed/voyages.ts';
import { seaOf, spaced, voyageOn } from './seas.ts';

it('is no more than the gap of the whole voyage at full speed leaves', () => {
  const [start, end] = [
    { lat: -63.5, lon: 0.5 },
    { lat: -61.5, lon: 0.5 },
  ];
  const sea = seaOf(spaced(-2, 2, 2), spaced(-64, -60, 2), () => ({ columns: { elevation: -500 } }));
  const { mesh, vessel, plan, days, fuel } = voyageOn(sea, [start, end], {});
  const known = plan.routes.map((route) => ({ order: [], routes: [route] }));
  const curves = new SpeedCurves(mesh, vessel, 0.2 * vessel.maxSpeedKmh);
  const voyages = new Voyages(curves, known, passageThrough([start, end]), { certificate: false });
  const { within } = speedsOf(voyages, {
    withinDays: null,
    withinTonnes: 2 * fuel,
    tradeOff: null,
    stays: { days: 10, consumption: 0 },
    fastestGapPercent: 1,
  });
  expect(within!.optimality!.least).toBeCloseTo((days + 10) / 1.01, 9);
});
