/** What the weather has to be like for work at a stop, and when it is so on the meshes of a voyage. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Span } from '../../engine/sea/sea.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../../engine/waypoints/errors.ts';
import { placeAll } from '../../engine/waypoints/waypoints.ts';
import { ImpossibleOnMesh } from '../../request/impossible.ts';
import type { Stretch } from '../order/openings.ts';
import type { Stop } from '../stops/stop-fields.ts';
import type { Opening } from '../voyage-route.ts';
import { lackFor, limitsOf, type WeatherLimit } from './weather-limits.ts';

/** A mesh and the time for which it holds, days since departure. */
export interface Holds extends Stretch {
  readonly mesh: Mesh;
}

/** @param spans from when on which of the meshes holds, days; @param begins when the voyage does */
export const holdsOf = (spans: readonly Span[], meshes: readonly Mesh[], begins: number): Holds[] =>
  spans.map(({ from, mesh }, k) => ({
    mesh: meshes[mesh]!,
    from: from - begins,
    to: (spans[k + 1]?.from ?? Infinity) - begins,
  }));

/**
 * When each limit of a stop is kept, as far as it has limits. A value that a mesh does not know there is not within any.
 *
 * @param limitNm how far the place may be from a cell that is open
 * @throws ImpossibleOnMesh where a mesh does not carry a value, or none of the meshes is within a limit
 */
export function weatherAt(stop: Stop, meshes: readonly Holds[], limitNm: number): Opening[] {
  const limits = limitsOf(stop);
  if (limits.length === 0) return [];
  for (const { mesh } of meshes) {
    const lack = lackFor([stop], (column) => mesh.environment.columns[column] !== null);
    if (lack) throw new ImpossibleOnMesh(`The mesh ${lack}`);
  }
  const places = meshes.map((holds) => ({ ...holds, cells: cellsAt(holds.mesh, stop, limitNm) }));
  return limits.map((limit) => {
    const most = stop[limit.field]!;
    const offered = places.map(({ mesh, cells, from, to }) => ({
      from,
      to,
      value: valueIn(mesh, cells, limit),
    }));
    const stretches = joined(offered.filter(({ value }) => value <= most));
    if (stretches.some(({ to }) => to > 0)) return { reason: limit.reason, stretches };
    throw new ImpossibleOnMesh(noneWithin(stop.name, limit, most, offered));
  });
}

/** The greatest value in some cells; Infinity where it is not known, or there are none. */
function valueIn({ environment }: Mesh, cells: readonly number[], limit: WeatherLimit): number {
  const columns = limit.columns.map((column) => environment.columns[column]!);
  const values = cells.map((cell) => limit.of(columns.map((column) => column[cell]!)));
  if (values.length === 0 || values.some(Number.isNaN)) return Infinity;
  return Math.max(...values);
}

/** Those at the place of a stop; none where it can't be reached. */
function cellsAt(mesh: Mesh, { name, lat, lon }: Stop, limitNm: number): readonly number[] {
  try {
    return placeAll(mesh, [{ what: `stop "${name}"`, at: { lat, lon } }], limitNm)[0]!.cells;
  } catch (error) {
    if (error instanceof RouteInaccessible || error instanceof WaypointOutsideMesh) return [];
    throw error;
  }
}

/** Those that follow each other are one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const apart: { from: number; to: number }[] = [];
  for (const { from, to } of stretches) {
    const last = apart.at(-1);
    if (last && last.to >= from) last.to = to;
    else apart.push({ from, to });
  }
  return apart;
}

function noneWithin(
  name: string,
  { what, unit, field }: WeatherLimit,
  most: number,
  offered: readonly (Stretch & { readonly value: number })[],
): string {
  const least = Math.min(...offered.filter(({ to }) => to > 0).map(({ value }) => value));
  const nearest =
    least < Infinity ? `the nearest to it is ${least.toFixed(1)}${unit}` : 'it is not known there';
  return `No mesh of the voyage has ${what} of at most ${most}${unit} at stop "${name}": ${nearest}. Raise ${field}, or leave at another time.`;
}
