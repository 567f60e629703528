/** Work at sea as it is sailed: its line, exactly as given, at a speed of its own. */
import { type Costs, costsFor } from '../../engine/cost/cost.ts';
import type { LatLon, Point } from '../../engine/geometry/sphere.ts';
import { cellsBetween } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { cutPath, PathNotSailable } from '../../engine/path/evaluate.ts';
import { type Track, trackOf } from '../../engine/path/track.ts';
import { SAME_PLACE } from '../../engine/tolerances.ts';
import { ImpossibleOnMesh } from '../../request/impossible.ts';
import { atPoints } from '../../speed/at-points.ts';
import { KMH_PER_KNOT } from '../../vessel/units.ts';
import { placeText } from '../../zones/geometry/place-text.ts';
import { limitedValues, motionAtMost, type SlowDown } from '../../zones/mesh/motion.ts';

export interface WorkSpeed {
  /** Through the water, at most; null: the vehicle's. */
  readonly knots: number | null;
  /** Of what the vehicle consumes otherwise at that speed. */
  readonly consumptionFactor: number;
}

/** As a stop asks for it. */
export const workSpeedOf = ({ speed_kn, consumption_factor }: AskedSpeed): WorkSpeed => ({
  knots: speed_kn ?? null,
  consumptionFactor: consumption_factor ?? 1,
});

interface AskedSpeed {
  readonly speed_kn?: number | undefined;
  readonly consumption_factor?: number | undefined;
}

export interface SailedWork {
  /** Cut where it passes from cell to cell. */
  readonly track: Track;
  /** At the points of its line only. */
  readonly sailing: Track;
}

/**
 * @param stop its name
 * @throws ImpossibleOnMesh naming the place that can't be sailed
 */
export function sailWork(
  mesh: Mesh,
  slowDown: SlowDown,
  stop: string,
  line: readonly Point[],
  { knots, consumptionFactor }: WorkSpeed,
): SailedWork {
  const costs = costsFor(mesh, 'traveltime');
  const pieces = cutOrRefuse(stop, NOT_ON_MESH, () => cutPath(mesh, costs, line));
  const slow = knots === null ? costs : slowed(mesh, slowDown, costs, pieces.cells, knots);
  const sailed = trackOf(mesh, slow, pieces.coordinates, pieces.cells);
  const stuck = sailed.timeDays.indexOf(Infinity);
  if (stuck > 0)
    throw notSailable(stop, sailed.coordinates[stuck - 1]!, 'the current is too strong there at its speed');
  const consumption = sailed.consumption?.map((sum) => consumptionFactor * sum) ?? null;
  const track = { ...sailed, consumption };
  return { track, sailing: atPoints(track, line) };
}

const NOT_ON_MESH = 'it leaves the mesh or crosses closed cells there, or the current is too strong';

/** What cuts the line of a stop. @throws ImpossibleOnMesh naming the stop and the place where it can't be sailed */
export function cutOrRefuse<T>(stop: string, why: string, cut: () => T): T {
  try {
    return cut();
  } catch (error) {
    if (!(error instanceof PathNotSailable)) throw error;
    const { lat, lon } = error.place;
    throw notSailable(stop, [lon, lat], why);
  }
}

export const notSailable = (stop: string, [lon, lat]: Point, why: string) =>
  new ImpossibleOnMesh(`The work of stop "${stop}" can't be sailed at ${placeText(lat, lon)}: ${why}.`);

/** The costs of sailing no faster than so many knots in some cells. */
export function slowed(
  mesh: Mesh,
  slowDown: SlowDown,
  costs: Costs,
  cells: readonly number[],
  knots: number,
): Costs {
  const limitMps = mpsOf(knots);
  const slower = [...new Set(cells)];
  const slow = slowDown(Int32Array.from(slower), limitMps);
  const profile = costs.profile.slice();
  const profiles = slower.flatMap((cell, k) => {
    profile[cell] = k;
    return limitedValues(mesh, cell, limitMps, slow, k);
  });
  return { ...costs, profile, profiles: Float64Array.from(profiles), headings: 8 };
}

/** A mesh on which a vessel goes no faster than so many knots in the cells between some places. */
export function slowerBetween(
  mesh: Mesh,
  slowDown: SlowDown,
  places: readonly LatLon[],
  knots: number,
): Mesh {
  const beside = places.slice(1).flatMap((to, k) => cellsBetween(mesh, places[k]!, to, SAME_PLACE));
  const cells = [...new Set(beside)].filter((cell) => cell < mesh.openCount);
  return { ...mesh, ...motionAtMost(mesh, cells, mpsOf(knots), slowDown) };
}

const mpsOf = (knots: number): number => (knots * KMH_PER_KNOT) / 3.6;
