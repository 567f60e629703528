/** What a given route costs on a mesh, and where it can't be sailed. Degrees, days, metres; tonnes of fuel or units of battery. */
import { costsFor } from '../engine/cost/cost.ts';
import type { LatLon, Point } from '../engine/geometry/sphere.ts';
import { CLOSED_REASONS } from '../engine/mesh/environment.ts';
import { cellsAt } from '../engine/mesh/locate.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { cutPath, evaluatePath, PathNotSailable } from '../engine/path/evaluate.ts';
import { type Track, totalOf, trackOf } from '../engine/path/track.ts';
import { type LegProblem, RouteNotSailable, RouteTooDetailed } from './errors.ts';

/** Degrees by which a place may lie beside the cells that it is looked for in. */
const SLACK_DEGREES = 1e-6;

/** Pieces of a route, each in one cell, or cells along a leg that can't be sailed; more take longer than a client waits. */
const MAX_PIECES = 20_000;

/** A track along given waypoints. */
export interface GivenTrack extends Track {
  /** Which of its coordinates each waypoint is. */
  readonly vertexOf: readonly number[];
}

/**
 * The route cut at every border between cells, with cumulative time, distance and consumption. Legs are rhumb lines.
 *
 * @throws RouteNotSailable with the first place of every leg that can't be sailed
 * @throws RouteTooDetailed where it crosses too many borders between cells
 */
export function evaluateRoute(mesh: Mesh, waypoints: readonly LatLon[], maxPieces = MAX_PIECES): GivenTrack {
  const costs = costsFor(mesh, 'traveltime');
  const points = waypoints.map(({ lat, lon }): Point => [lon, lat]);
  const coordinates = points.slice(0, 1);
  const cells: number[] = [];
  const vertexOf = [0];
  const problems: LegProblem[] = [];
  let cut = 0;
  for (let leg = 1; leg < points.length; leg++) {
    if (cut > maxPieces) throw new RouteTooDetailed(leg - 1, maxPieces);
    try {
      const pieces = cutPath(mesh, costs, [points[leg - 1]!, points[leg]!]);
      for (const point of pieces.coordinates.slice(1)) coordinates.push(point);
      for (const cell of pieces.cells) cells.push(cell);
      cut += pieces.cells.length;
      vertexOf.push(coordinates.length - 1);
    } catch (error) {
      if (!(error instanceof PathNotSailable)) throw error;
      problems.push({ leg, ...error.place, reason: reasonAt(mesh, error.place) });
      cut += Math.max(1, error.cells);
    }
  }
  if (problems.length > 0) throw new RouteNotSailable(problems);
  return { ...withLeastConsumption(mesh, trackOf(mesh, costs, coordinates, cells)), vertexOf };
}

/**
 * The track of least time that was cut from a path, with the least consumption: on a leg along an edge, each is that of
 * the cell where it is less. Cells and speeds are those of the least time.
 */
export function withLeastConsumption(mesh: Mesh, track: Track): Track {
  if (!mesh.consumption || !track.consumption) return track;
  const costs = costsFor(mesh, mesh.consumption);
  const consumption = [0];
  for (let i = 1; i < track.coordinates.length; i++) {
    const [from, to] = [track.coordinates[i - 1]!, track.coordinates[i]!];
    const mayBeOnEdge = from[0] === to[0] || from[1] === to[1];
    const leg = mayBeOnEdge
      ? totalOf(evaluatePath(mesh, costs, [from, to]), costs.objective)
      : track.consumption[i]! - track.consumption[i - 1]!;
    consumption.push(consumption[i - 1]! + leg);
  }
  return { ...track, consumption };
}

export function reasonAt(mesh: Mesh, place: LatLon): string {
  const cells = cellsAt(mesh, place, SLACK_DEGREES);
  if (cells.length === 0) return 'off the mesh';
  const closed = cells.find((cell) => cell >= mesh.openCount);
  if (closed === undefined) return 'no way against the current';
  const reason = CLOSED_REASONS[mesh.closedReason[closed]!] ?? 'other';
  return reason === 'other' ? 'closed cell' : `closed cell: ${reason}`;
}

/** `3 days 4 hours 12 minutes`, rounded to the minute; what is zero at the front is left out. */
export function durationText(days: number): string {
  const minutes = Math.round(days * 24 * 60);
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ];
  return parts
    .slice(parts.findIndex(([count]) => count > 0)) // −1, where all are zero: the minutes
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
}
