/**
 * How near a route is to the nodes of a cell. This decides at which end of an interval V is lowered, and is no part
 * of the proof: what is lost far from the best paths does no harm, so V is lowered less at the nearer end.
 */
import type { Mesh } from '../mesh/mesh.ts';
import type { Track } from '../path/track.ts';
import type { BorderNodes } from './border-nodes.ts';
import { unitVector } from './places.ts';

export type Route = Pick<Track, 'coordinates' | 'cells'>;

/** Added to distances, so that none is 0; in units of the globe's radius. */
const LEAST = 1e-6;

export class Nearness {
  private readonly layout: BorderNodes;
  /** By cell (row of the mesh): the ends of the route's legs in it, unit vectors. */
  private readonly pointsOf = new Map<number, (readonly number[])[]>();
  private points: readonly (readonly number[])[] | undefined;

  constructor(layout: BorderNodes, { coordinates, cells }: Route) {
    this.layout = layout;
    const points = coordinates.map(([lon, lat]) => unitVector({ lon, lat }));
    for (let k = 1; k < points.length; k++) {
      const own = this.pointsOf.get(cells[k]);
      if (own) own.push(points[k]);
      else this.pointsOf.set(cells[k], [points[k - 1], points[k]]);
    }
  }

  /** Selects the cell of the following calls. */
  enter({ row }: Mesh, cell: number): void {
    this.points = this.pointsOf.get(row[cell]);
  }

  /** How much less V at one node should be lowered than at another: between 0 and 1, 1 / 2 = as much. */
  weight(node: number, other: number): number {
    if (!this.points || node === other) return 0.5;
    const [here, there] = [this.rootOfDistance(node), this.rootOfDistance(other)];
    return there / (here + there);
  }

  private rootOfDistance(node: number): number {
    const { x, y, z } = this.layout.nodes.floats;
    let least = Infinity;
    for (const [px, py, pz] of this.points!) {
      least = Math.min(least, (px - x[node]) ** 2 + (py - y[node]) ** 2 + (pz - z[node]) ** 2);
    }
    return Math.sqrt(Math.sqrt(least) + LEAST);
  }
}
