/** What other times would cost, and what is saved, as a client receives it. */

import { METRES_PER_NM } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Consumption } from '../engine/mesh/mesh-source.ts';
import type { TradeOffVoyage, VoyageRoute } from '../voyage/voyage-route.ts';
import { roundedUp } from './rounded-up.ts';
import { inIce } from './route-ice.ts';
import type { Quantities } from './track-geojson.ts';

export const savings = (
  { consumption, percent, hours }: NonNullable<VoyageRoute['saves']>,
  consumed: Consumption | null,
) => ({ [consumed === 'battery' ? 'battery_ah' : 'tonnes']: consumption, percent, hours });

/** @param mesh that it was planned on, where its data are known */
export function tradeOffPoint(
  { days, consumption, track, path = track.coordinates, gapPercent, fuelLeft, note }: TradeOffVoyage,
  { consumption: consumed, co2PerTonne }: Quantities,
  mesh: Mesh | undefined,
) {
  const nm = track.distanceM.at(-1)! / METRES_PER_NM;
  const underWay = track.timeDays.at(-1)!;
  const in_ice = mesh && inIce(track, mesh);
  return {
    days,
    [consumed === 'battery' ? 'battery_ah' : 'fuel_tonnes']: consumption,
    ...(co2PerTonne && { co2_tonnes: co2PerTonne * consumption }),
    mean_speed_kn: underWay > 0 ? nm / (24 * underWay) : 0,
    gap_percent: gapPercent === null ? null : roundedUp(gapPercent),
    ...(fuelLeft !== undefined && { fuel_left_tonnes: fuelLeft }),
    ...(in_ice && { in_ice }),
    path: { type: 'LineString' as const, coordinates: path },
    ...(note !== null && { note }),
  };
}
