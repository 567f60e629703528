/** Why zones or a clearance leave no way. */

import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { ImpossibleOnMesh } from '../../request/impossible.ts';
import { areaOfAll } from '../../zones/area-of.ts';
import { timeInside } from '../../zones/entered.ts';
import { placeText } from '../../zones/geometry/place-text.ts';
import type { Widest } from '../../zones/widest/widest-clearance.ts';
import type { Zone } from '../../zones/zone.ts';
import type { Clearance } from '../../zones/zoned-mesh.ts';
import type { VoyagePlan } from '../voyage-route.ts';

/** What a clearance takes more than it says where cells are divided finely (40 m, and its polygon 12 m), nautical miles. */
const TAKEN_NM = 0.028;

/** Null where no clearance is asked for, or none leaves a way. @param where it is the widest, in words */
export function tooNarrow(
  clearance: Pick<Clearance, 'nm'> | null,
  widest: Widest | null,
  where = '',
): Error | null {
  if (!clearance || !widest) return null;
  const { nm, at } = widest;
  const possible = Math.min(nm, clearance.nm) - TAKEN_NM;
  return new ImpossibleOnMesh(
    `No way keeps ${clearance.nm} NM clear: the widest clearance that leaves one${where} is ${(Math.floor(100 * possible) / 100).toFixed(2)} NM, ` +
      `and it is narrowest at ${placeText(at.lat, at.lon)}.`,
  );
}

/**
 * Names the closed zones of these that leave no way together, but do if any of them is left out, each where the best route then
 * enters it; null where there is no way without zones either.
 *
 * @param planOn plans with some of them only
 * @throws what it throws, but for RouteInaccessible
 */
export function closedOff(
  zones: readonly Zone[],
  planOn: (closed: readonly Zone[]) => Pick<VoyagePlan, 'routes'>,
): Error | null {
  let needed = zones.filter(({ kind }) => kind === 'closed');
  if (needed.length === 0) return null;
  // most zones have nothing to do with it, and many are left out at once
  const leaveOut = (some: readonly Zone[]): void => {
    const others = needed.filter((zone) => !some.includes(zone));
    if (!leavesWay(() => planOn(others))) needed = others;
    else if (some.length > 1) {
      const middle = some.length >> 1;
      leaveOut(some.slice(middle));
      leaveOut(some.slice(0, middle));
    }
  };
  leaveOut(needed);
  const named = needed.map((zone) => {
    const { routes } = planOn(needed.filter((other) => other !== zone));
    // all of it in this one, or between it and another
    const [first] = routes.flatMap(({ track }) => timeInside(areaOfAll(needed), track).entered);
    return `"${zone.name}"${first ? ` at ${placeText(first.lat, first.lon)}` : ''}`;
  });
  if (named.length === 0) return null;
  return new ImpossibleOnMesh(
    named.length === 1
      ? `The closed zone ${named} leaves no way through.`
      : `The closed zones ${named.join(', ')} leave no way through together.`,
  );
}

function leavesWay(plan: () => unknown): boolean {
  try {
    plan();
    return true;
  } catch (error) {
    if (error instanceof RouteInaccessible) return false;
    throw error;
  }
}
