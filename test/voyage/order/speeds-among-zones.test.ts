/** Speeds that are chosen together with the order of the stops, among zones: proved on a sea with more water. */
import { expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { some } from '../../thorough.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { permutations } from './permutations.ts';

/** Knots; the vessel's least speed is 2.9. */
const BELOW_LEAST = 2;

function voyagesOf(seed: number) {
  const random = randomNumbers(seed);
  const sea = seaOf(spaced(-4, 4, 5), spaced(-65, -61, 5), () => ({
    u: random() - 0.5,
    v: random() - 0.5,
    columns: {
      elevation: -500,
      iceConcentration: random() < 0.3 ? 60 * random() : 0,
      iceThickness: 0.6,
      iceDensity: 900,
    },
  }));
  const vehicle = ship({ idle_rate: 3 });
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), sea)));
  const [start, ...stops] = [
    { name: 'start', lat: -64.8, lon: -3.8 },
    { name: 'A', lat: -61.2, lon: -3.5 },
    { name: 'B', lat: -61.4, lon: 3.6 },
  ] as const;
  const limit = (name: string, max_speed_kn: number) => ({ name, kind: 'speed_limit', max_speed_kn });
  const zones = [
    { name: 'closed', kind: 'closed', geometry: boxPolygon(-4, -63.6, -2.9, -62.7) },
    { ...limit('slow', 7), geometry: boxPolygon(-1.3, -62.3, 1.2, -60.6) },
    { ...limit('slowest', BELOW_LEAST), geometry: boxPolygon(2.7, -63.4, 4.4, -62.9) },
  ];
  const plan = (fields: object, certificate: boolean) => {
    const { voyage } = request({ stops, zones, ...fields });
    return planVoyage(mesh, { start, end: start, vehicle, voyage }, { certificate });
  };
  return { stops, plan };
}

it.each(some(1, [2, 5]))(
  'a trade-off in the best order is proved to one per cent, and no order burns less (sea %i)',
  (seed) => {
    const { stops, plan } = voyagesOf(seed);
    const { tradeOff } = plan({ stop_order: 'best', trade_off: 3 }, true);
    const [, middle, slow] = tradeOff!;
    for (const { gapPercent } of tradeOff!) expect(gapPercent).toBeLessThan(1);
    const least = ({ consumption, gapPercent }: { consumption: number; gapPercent: number | null }) =>
      consumption / (1 + gapPercent! / 100);
    for (const order of permutations(stops)) {
      const { routes, tradeOff: own } = plan({ stops: order, trade_off: 2 }, false);
      expect(own!.at(-1)!.consumption).toBeGreaterThanOrEqual(least(slow!));
      if (routes[0]!.track.timeDays.at(-1)! > middle!.days) continue;
      const within = plan({ stops: order, within_hours: 24 * middle!.days }, false).routes.at(-1)!;
      expect(within.track.consumption!.at(-1)).toBeGreaterThanOrEqual(least(middle!));
    }
  },
);
