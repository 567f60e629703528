/** The mesh of a vessel among zones: cells divided at the borders of those that close or slow. */
import { computed } from '../engine/computed.ts';
import type { Objective } from '../engine/cost/cost.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { areaOf, areaOfAll } from './area-of.ts';
import type { Coverage } from './geometry/coverage.ts';
import { geometryText } from './geometry/geometry-text.ts';
import { polygonsOf } from './geometry/polygon.ts';
import { KeptByMesh } from './kept-by-mesh.ts';
import { BufferedArea, type Circle } from './mesh/buffered-area.ts';
import { Buffers, type ClearanceOf, placesOfCells, placesOfEdges } from './mesh/buffers.ts';
import { type CellArea, type Change, CoveredArea, divideMesh, MetArea } from './mesh/divide-mesh.ts';
import { keepsRate, type SlowDown } from './mesh/motion.ts';
import { NearRoutes } from './mesh/near-routes.ts';
import { patchMesh } from './mesh/patch-mesh.ts';
import type { Zone } from './zone.ts';

/** How far a route keeps from closed cells and zones. */
export interface Clearance {
  readonly nm: number;
  readonly of: ClearanceOf;
  /** Where none is required. */
  readonly exempt: readonly Circle[];
  /** Where there is little more than that, so that cells have to be divided more finely. */
  readonly narrow: readonly Circle[];
}

const MPS_PER_KNOT = 1852 / 3600;
/** By what the zones say and what is known of slower speeds, so that the next request finds its own. */
const kept = new KeptByMesh<{ readonly near: NearRoutes | null; readonly mesh: Mesh }>(4);

/** What divides a mesh. */
export interface Division {
  /** Closed ones and speed limits. */
  readonly zones: readonly Zone[];
  readonly clearance: Clearance | null;
  /** Where the borders of what is closed are divided finely; null: everywhere. */
  readonly near: NearRoutes | null;
}

/**
 * The mesh with these zones, and with the water that a clearance takes; the mesh itself where they change nothing.
 *
 * @param slowDown the speeds of the vessel that the mesh is for, at a lower greatest speed
 */
export function zonedMesh(mesh: Mesh, division: Division, slowDown: SlowDown): Mesh {
  const { zones, clearance } = division;
  const closes = clearance !== null || zones.some(({ kind }) => kind === 'closed');
  const near = closes ? division.near : null;
  const said = zones.map(({ kind, max_speed_kn, geometry }) => [kind, max_speed_kn, geometryText(geometry)]);
  const limits = zones.some(({ kind }) => kind === 'speed_limit');
  // a ready-made mesh serves requests without a vehicle, and those of the vehicle that it was made for
  const key = JSON.stringify([said, clearance, near?.of, limits && keepsRate(slowDown)]);
  const known = kept.get(mesh, key);
  const made = known && known.near === near ? known.mesh : dividedBy(mesh, division, IN_ALL, slowDown);
  kept.set(mesh, key, { near, mesh: made });
  return made;
}

/** What a border crosses stays open, whatever routes there are. */
export const OPEN_BORDERS = new NearRoutes({ nearM: 5000, reachM: 8000, untilM: Infinity });
/** A clearance is narrower than a zone, and there is more of it: round all land, of which a route passes little. */
export const OPEN_NEAR_CLEARANCE = new NearRoutes({ nearM: 5000, reachM: 4000, untilM: 60_000 });
/** Through a forecast another round takes longer than more cells do. */
export const OPEN_NEAR_CLEARANCE_IN_TIME = new NearRoutes({ nearM: 16_000, reachM: 4000, untilM: 60_000 });

/** A sea that bounds another: by objective, a mesh on which no route costs more. */
export type WiderSea = (objective: Objective) => Mesh;

/** By what the zones say and what is known of slower speeds. */
const widerSeas = new KeptByMesh<WiderSea>(4);

/**
 * The sea with all the water that what is closed leaves, and a little more, in few cells: no route costs less than the best on it.
 * A speed limit makes a route slower, but it may consume less. So where the border of one crosses a cell, time is as without it, and
 * consumption the lower of both. A clearance does not count.
 */
export function widerSea(mesh: Mesh, { zones }: Division, slowDown: SlowDown): WiderSea {
  const said = zones.map(({ kind, max_speed_kn, geometry }) => [kind, max_speed_kn, geometryText(geometry)]);
  const key = JSON.stringify([said, keepsRate(slowDown)]);
  const known = widerSeas.get(mesh, key);
  if (known) return known;
  const open = { zones, clearance: null, near: OPEN_BORDERS };
  const isLimited = zones.some(({ kind }) => kind === 'speed_limit');
  const seas = new Map<LimitedBy, Mesh>();
  const sea: WiderSea = (objective) => {
    const limitedBy = isLimited && objective !== 'traveltime' ? IN_PART : OPEN_ALONG_IT;
    return computed(seas, limitedBy, () => dividedBy(mesh, open, limitedBy, slowDown));
  };
  widerSeas.set(mesh, key, sea);
  return sea;
}

function dividedBy(mesh: Mesh, division: Division, limitedBy: LimitedBy, slowDown: SlowDown): Mesh {
  const pieces = divideMesh(mesh, changesBy(mesh, division, limitedBy));
  return pieces.count === 0 ? mesh : patchMesh(mesh, pieces, slowDown);
}

/** The water in which a speed limit holds. */
type LimitedBy = (area: Coverage) => CellArea;

const IN_ALL: LimitedBy = (area) => new CoveredArea(area);
/** What its border crosses is left out. */
const OPEN_ALONG_IT: LimitedBy = (area) => new CoveredArea(area, OPEN_BORDERS);
/** What its border crosses is limited in part. */
const IN_PART: LimitedBy = (area) => new MetArea(area);

/** The changes that were made last, and what they were made of: the meshes of a forecast have them in common. */
let last: { readonly of: readonly unknown[]; readonly changes: readonly Change[] } | null = null;

/** How the mesh changes; the same list as the last time where it would say the same. */
function changesBy(mesh: Mesh, division: Division, limitedBy: LimitedBy): readonly Change[] {
  const { zones, clearance, near } = division;
  const closed = closedOf(zones);
  const closedArea = closed.length > 0 ? coverageOf(mesh, closed) : null;
  const water = clearance && waterNear(mesh, { ...division, clearance });
  const limits = zones.filter(({ kind }) => kind === 'speed_limit');
  const of = [
    closedArea,
    near,
    water,
    limitedBy,
    ...limits.flatMap((zone) => [areaOf(zone), zone.max_speed_kn]),
  ];
  if (last?.of.length === of.length && last.of.every((part, k) => part === of[k])) return last.changes;
  const changes: Change[] = [
    ...(closedArea ? [{ area: new CoveredArea(closedArea, near), closes: 'zone' } as const] : []),
    ...(water ? [{ area: water, closes: 'clearance' } as const] : []),
    ...limits.map((zone) => ({
      area: limitedBy(areaOf(zone)),
      closes: false as const,
      limitMps: zone.max_speed_kn! * MPS_PER_KNOT,
    })),
  ];
  last = { of, changes };
  return changes;
}

/** What closed zones covered last. */
const covered = new WeakMap<Mesh, { readonly key: string; readonly coverage: Coverage }>();

function coverageOf(mesh: Mesh, closed: readonly Zone[]): Coverage {
  const key = textsOf(closed);
  const known = covered.get(mesh);
  if (known?.key === key) return known.coverage;
  const coverage = areaOfAll(closed);
  covered.set(mesh, { key, coverage });
  return coverage;
}

/** By the buffers of closed cells, and by what else is closed: the water that a clearance takes. */
const waterOf = new KeptByMesh<BufferedArea, Buffers>(4);

/** The water that a clearance takes. */
export function waterNear(
  mesh: Mesh,
  { zones, clearance, near }: Division & { readonly clearance: Clearance },
): BufferedArea {
  const { nm, of, exempt, narrow } = clearance;
  const closed = closedOf(zones);
  const key = JSON.stringify([textsOf(closed), clearance]);
  const cells = buffersOfCells(mesh, nm, of);
  const round = () => new Buffers(placesOfEdges(polygonsIn(closed)), nm);
  const known = waterOf.get(cells, key) ?? new BufferedArea([cells, round()], exempt, narrow, near);
  const water = known.dividedNear(near);
  waterOf.set(cells, key, water);
  return water;
}

const textsOf = (zones: readonly Zone[]) => zones.map(({ geometry }) => geometryText(geometry)).join();
const closedOf = (zones: readonly Zone[]) => zones.filter(({ kind }) => kind === 'closed');
const polygonsIn = (zones: readonly Zone[]) => zones.flatMap(({ geometry }) => polygonsOf(geometry));

/** The buffers of a mesh's closed cells that were asked for last. */
const buffersOf = new WeakMap<Mesh, { readonly key: string; readonly buffers: Buffers }>();
/** Those that were made last: the meshes of a forecast have the same land. */
let lastBuffers: { readonly key: string; readonly buffers: Buffers } | null = null;

function buffersOfCells(mesh: Mesh, nm: number, of: ClearanceOf): Buffers {
  const key = `${nm} ${of}`;
  const known = buffersOf.get(mesh);
  if (known?.key === key) return known.buffers;
  const places = placesOfCells(mesh, of);
  const isSame = lastBuffers?.key === key && lastBuffers.buffers.areRound(places);
  const made = isSame ? lastBuffers! : { key, buffers: new Buffers(places, nm) };
  lastBuffers = made;
  buffersOf.set(mesh, made);
  return made.buffers;
}
