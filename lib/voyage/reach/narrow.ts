/**
 * Where the points of a field are put that a narrow room is drawn of: on the stretches of edges that it crosses. Evenly spaced
 * ones are further apart on wide cells than a room of a thousandth more is across.
 */
import { computed } from '../../engine/computed.ts';
import type { Field } from '../../engine/field.ts';
import { besideDegrees, type LatLon, shortWayDegrees } from '../../engine/geometry/sphere.ts';
import { edgesOf } from '../../engine/mesh/edges.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Placement } from '../../engine/search/placement.ts';
import { ROUNDED } from '../../engine/tolerances.ts';

/** The room may cross an edge between two of its points: the cheapest counts if it costs no more than this factor too much. */
const NEARLY = 1.01;
/** Stretches are worth another field if they are no longer than this part of the ones before, on average. */
const SHORTER = 0.5;

/** A point of a field on an edge: as a part of its length, and what it costs to go by way of it. */
interface Crossing {
  readonly part: number;
  readonly cost: number;
}

/**
 * @param before where the points of these fields are
 * @param spaced where they are evenly spaced
 * @param room the cost of a voyage
 * @returns as many points as those, closer together; null where that would hardly be so
 */
export function narrowPlacement(
  mesh: Mesh,
  there: Field,
  back: Field,
  before: Placement,
  spaced: Placement,
  room: number,
): Placement | null {
  const stretches = new Map<number, readonly [from: number, to: number]>();
  let [own, all] = [0, 0];
  for (const [edge, crossings] of crossingsOf(mesh, there, back)) {
    const stretch = stretchOf(crossings, room);
    if (!stretch) continue;
    stretches.set(edge, stretch);
    own += stretch[1] - stretch[0];
    const parts = before(edge);
    all += parts.length > 1 ? parts[parts.length - 1]! - parts[0]! : 1;
  }
  if (stretches.size === 0 || own > SHORTER * all) return null;
  return (edge) => {
    const parts = spaced(edge);
    const stretch = stretches.get(edge);
    if (!stretch) return parts;
    const [from, to] = stretch;
    return Float64Array.from(parts, (part) => from + (to - from) * part);
  };
}

/** From the point before the room to the one behind it; null where it does not cross the edge. */
function stretchOf(crossings: Crossing[], room: number): readonly [from: number, to: number] | null {
  crossings.sort((a, b) => a.part - b.part);
  const least = Math.min(...crossings.map(({ cost }) => cost));
  if (!(least <= NEARLY * room)) return null;
  const isIn = ({ cost }: Crossing) => cost <= Math.max(room, least);
  const at = (k: number) => crossings[Math.max(0, Math.min(crossings.length - 1, k))]!.part;
  return [at(crossings.findIndex(isIn) - 1), at(crossings.findLastIndex(isIn) + 1)];
}

/** By edge between two cells of the fields. */
function crossingsOf(mesh: Mesh, there: Field, back: Field): Map<number, Crossing[]> {
  const { edgeTopology } = mesh;
  const isOurs = new Set(there.cells);
  const crossings = new Map<number, Crossing[]>();
  for (const cell of there.cells) {
    const rest: number[] = [];
    back.eachPoint(cell, (cost) => rest.push(cost));
    const edges = Array.from(edgesOf(mesh, cell)).filter(
      (edge) => edgeTopology[4 * edge] === cell && isOurs.has(edgeTopology[4 * edge + 1]!),
    );
    let k = 0;
    there.eachPoint(cell, (cost, _, lon, lat) => {
      const sum = cost + rest[k++]!;
      for (const edge of edges) {
        const part = partAlong(mesh, edge, { lon, lat });
        if (part !== null) computed(crossings, edge, () => []).push({ part, cost: sum });
      }
    });
  }
  return crossings;
}

/** Where a place is on an edge, 0 to 1; null where it is not on it. */
function partAlong({ edgeSpan, edgeVertical }: Mesh, edge: number, { lon, lat }: LatLon): number | null {
  const [at, low, high] = edgeSpan.subarray(3 * edge, 3 * edge + 3) as unknown as [number, number, number];
  const isVertical = edgeVertical[edge] === 1;
  const off = isVertical ? shortWayDegrees(lon - at) : lat - at;
  const along = isVertical ? lat : besideDegrees(lon, 0.5 * (low + high));
  if (Math.abs(off) > ROUNDED || along < low - ROUNDED || along > high + ROUNDED) return null;
  return Math.min(1, Math.max(0, (along - low) / (high - low)));
}
