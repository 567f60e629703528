/**
 * What a study over meshes says about how sure a voyage is: its cost on each mesh, the share of meshes on which there is
 * no way, and the route that one would regret least, whichever mesh turns out to be true.
 */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { percentile } from './percentiles.ts';

/** The best route of one mesh, priced on all of them. */
export interface Member {
  readonly meshId: number;
  /** On its own mesh; null where there is no way. */
  readonly cost: number | null;
  readonly path: readonly (readonly number[])[] | null;
}

/** What a mesh says about the routes of all. */
export interface Pricing {
  readonly meshId: number;
  /** By the mesh of the route: its cost here; null where it can't be sailed here. */
  readonly costs: ReadonlyMap<number, number | null>;
  /** Where routes of other meshes can't be sailed here. */
  readonly closed: readonly LatLon[];
}

export interface Spread {
  readonly p10: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly no_way_share: number;
  readonly closed_at: readonly { readonly lat: number; readonly lon: number; readonly share: number }[];
  readonly members: readonly {
    readonly mesh_id: number;
    readonly cost: number | null;
    /** Of the member's route on the other meshes against the best there; null where it can't be sailed on all of them, or was not priced. */
    readonly worst_regret_percent: number | null;
    /** Meshes with a way on which this route can't be sailed. */
    readonly closed_on: number | null;
    /** To a metre. */
    readonly path: Line | null;
  }[];
  readonly least_regret: { readonly mesh_id: number; readonly path: Line } | null;
}

interface Line {
  readonly type: 'LineString';
  readonly coordinates: readonly (readonly number[])[];
}

const lineThrough = (coordinates: Line['coordinates']): Line => ({ type: 'LineString', coordinates });

/** Degrees with five decimals, half as long as they come: a study may have a thousand paths. */
const toMetre = (degrees: number): number => Math.round(1e5 * degrees) / 1e5;

/** Places that are told. */
const MOST_PLACES = 10;
/** Places within a square of so many degrees count as one. */
const SQUARE_DEGREES = 0.5;

/**
 * Meshes without a way count in `no_way_share` only: there is nothing to regret on them.
 *
 * @param pricings null where the routes were not priced on other meshes
 */
export function spreadOf(members: readonly Member[], pricings: readonly Pricing[] | null): Spread {
  const costs = members.flatMap(({ cost }) => cost ?? []).sort((a, b) => a - b);
  const best = new Map(
    members.flatMap(({ meshId, cost }) => (cost === null ? [] : [[meshId, cost] as const])),
  );
  const judged = members.map((member) => ({ member, ...regretOf(member, pricings ?? [], best) }));
  const withRoute = judged.filter(({ member }) => member.path !== null);
  const chosen = pricings && withRoute.sort((a, b) => a.closedOn - b.closedOn || a.worst - b.worst)[0];
  const without = members.filter(({ cost }) => cost === null).map(({ meshId }) => meshId);
  return {
    p10: percentile(costs, 10),
    p50: percentile(costs, 50),
    p90: percentile(costs, 90),
    no_way_share: members.length === 0 ? 0 : without.length / members.length,
    closed_at: closedPlaces(
      (pricings ?? []).filter(({ meshId }) => without.includes(meshId)),
      members.length,
    ),
    members: judged
      .toSorted((a, b) => a.member.meshId - b.member.meshId)
      .map(({ member: { meshId, cost, path }, worst, closedOn }) => ({
        mesh_id: meshId,
        cost,
        worst_regret_percent: path === null || closedOn > 0 || !pricings ? null : worst,
        closed_on: pricings && closedOn,
        path: path && lineThrough(path.map((point) => point.map(toMetre))),
      })),
    least_regret: chosen ? { mesh_id: chosen.member.meshId, path: lineThrough(chosen.member.path!) } : null,
  };
}

function regretOf(
  { meshId, path }: Member,
  pricings: readonly Pricing[],
  best: ReadonlyMap<number, number>,
): { worst: number; closedOn: number } {
  let [worst, closedOn] = [0, 0];
  for (const { meshId: on, costs } of pricings) {
    const least = best.get(on);
    if (least === undefined || on === meshId || path === null) continue;
    const cost = costs.get(meshId) ?? null;
    if (cost === null) closedOn++;
    // priced along its points, a route may be a rounding error below the best one
    else worst = Math.max(worst, (100 * (cost - least)) / least);
  }
  return { worst, closedOn };
}

function closedPlaces(pricings: readonly Pricing[], meshes: number): Spread['closed_at'] {
  const squares = new Map<string, { lat: number; lon: number; meshes: Set<number> }>();
  for (const { meshId, closed } of pricings) {
    for (const { lat, lon } of closed) {
      const key = [lat, lon].map((degrees) => Math.floor(degrees / SQUARE_DEGREES)).join('/');
      const square = squares.get(key) ?? { lat, lon, meshes: new Set() };
      square.meshes.add(meshId);
      squares.set(key, square);
    }
  }
  return [...squares.values()]
    .sort((a, b) => b.meshes.size - a.meshes.size)
    .slice(0, MOST_PLACES)
    .map(({ lat, lon, meshes: on }) => ({ lat, lon, share: on.size / meshes }));
}
