/** Why zones or a clearance leave no way. */
import { ImpossibleOnMesh } from '../request/impossible.ts';
import { placeText } from '../zones/geometry/place-text.ts';
import type { Widest } from '../zones/widest/widest-clearance.ts';
import type { Zone } from '../zones/zone.ts';
import type { Clearance } from '../zones/zoned-mesh.ts';
import type { VoyagePlan } from './voyage-route.ts';
import { crossedBy } from './zone-effects.ts';

/** What a clearance takes more than it says where cells are divided finely (40 m, and its polygon 12 m), nautical miles. */
const TAKEN_NM = 0.028;

/** Null where no clearance is asked for, or none leaves a way. */
export function tooNarrow(clearance: Clearance | null, widest: Widest | null): Error | null {
  if (!clearance || !widest) return null;
  const { nm, at } = widest;
  const possible = Math.min(nm, clearance.nm) - TAKEN_NM;
  return new ImpossibleOnMesh(
    `No way keeps ${clearance.nm} NM clear: the widest clearance that leaves one is ${(Math.floor(100 * possible) / 100).toFixed(2)} NM, ` +
      `and it is narrowest at ${placeText(at.lat, at.lon)}.`,
  );
}

/** Names the closed zones in the way; null where there is none without them either. */
export function closedOff(
  zones: readonly Zone[],
  departure: string | null,
  free: VoyagePlan | null,
): Error | null {
  const met = free ? crossedBy(free.routes[0]!, zones, departure) : [];
  if (met.length === 0) return null;
  const named = met.map(({ name, lat, lon }) => `"${name}" at ${placeText(lat, lon)}`).join(', ');
  return new ImpossibleOnMesh(
    met.length === 1
      ? `The closed zone ${named} leaves no way through.`
      : `The closed zones ${named} leave no way through.`,
  );
}
