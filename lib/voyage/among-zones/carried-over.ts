/** A leg's plan on the mesh of a later round, whose cells are pieces of the same cells, but other ones. */
import { computed } from '../../engine/computed.ts';
import { middleOf } from '../../engine/geometry/sphere.ts';
import { openCellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import type { RoutePlan } from '../../engine/route-plan.ts';

/** The same way, with the cells of another mesh; null where it would enter a closed one. */
export function carriedOver(plan: RoutePlan, from: Mesh, to: Mesh): RoutePlan | null {
  if (from === to) return plan;
  const carried = new CarriedTracks(() => [from, to]);
  const routes = plan.routes.map((route) => ({
    ...route,
    track: carried.carry(route.track),
    unsmoothed: carried.carry(route.unsmoothed),
    sailing: carried.carry(route.sailing),
  }));
  return carried.areOpen ? { ...plan, routes } : null;
}

const NONE = -2;

/** Tracks with the cells of other meshes, each once: routes share tracks, and are told apart by them. */
export class CarriedTracks<T extends Track> {
  private readonly meshes: (track: T, vertex: number) => readonly [Mesh, Mesh];
  private readonly carried = new Map<T, T>();

  /** @param meshes on which the leg to a vertex of a track is sailed, and that whose cell it gets */
  constructor(meshes: (track: T, vertex: number) => readonly [Mesh, Mesh]) {
    this.meshes = meshes;
  }

  carry(track: T): T {
    const there = () => ({ ...track, cells: cellsOn((vertex) => this.meshes(track, vertex), track) });
    return computed(this.carried, track, there);
  }

  /** Whether none of them enters a closed cell. */
  get areOpen(): boolean {
    return [...this.carried.values()].every(({ cells }) => !cells.includes(NONE));
  }
}

/** Of every leg the row of a cell that has a part of the one it had. A leg lies in its cell, or only ends there: on a straight way. */
function cellsOn(
  meshesOf: (vertex: number) => readonly [Mesh, Mesh],
  { coordinates, cells }: Track,
): number[] {
  return cells.map((row, k) => {
    if (k === 0 || row < 0) return row;
    const [from, to] = meshesOf(k);
    if (from === to) return row;
    const [before, after] = [coordinates[k - 1]!, coordinates[k]!];
    for (const place of [middleOf(before, after), middleOf(after, after)]) {
      const was = openCellsAt(from, place).find((cell) => from.row[cell] === row);
      if (was === undefined) continue;
      const is = openCellsAt(to, place).find((cell) => overlap(from.bounds, was, to.bounds, cell));
      return is === undefined ? NONE : to.row[is]!;
    }
    return NONE;
  });
}

/** Whether two cells have some area in common. */
function overlap(some: Float64Array, a: number, others: Float64Array, b: number): boolean {
  const [i, j] = [4 * a, 4 * b];
  const west = Math.max(some[i]!, others[j]!);
  const south = Math.max(some[i + 1]!, others[j + 1]!);
  return west < Math.min(some[i + 2]!, others[j + 2]!) && south < Math.min(some[i + 3]!, others[j + 3]!);
}
