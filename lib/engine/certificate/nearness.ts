/**
 * How near a route is to the nodes of a cell. This decides at which end of an interval V is lowered, and is no part
 * of the proof: what is lost far from the best paths does no harm, so V is lowered less at the nearer end.
 */
import type { Mesh } from '../mesh/mesh.ts';
import type { BorderNodes } from './border-nodes.ts';
import { unitVector } from './places.ts';

/** Added to distances, so that none is 0; in units of the globe's radius. */
const LEAST = 1e-6;

export class Nearness {
  private readonly layout: BorderNodes;
  /** The points at which the route changes cells or course: unit vectors, one after the other. */
  private readonly route: Float64Array;
  /** Where those in the cell begin. */
  private readonly inCell: number[] = [];

  constructor(layout: BorderNodes, route: readonly (readonly [lon: number, lat: number])[]) {
    this.layout = layout;
    this.route = Float64Array.from(route.flatMap(([lon, lat]) => unitVector({ lon, lat })));
  }

  /** Selects the cell of the following calls. */
  enter({ bounds }: Mesh, cell: number): void {
    const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4);
    const [x, y, z] = unitVector({ lon: 0.5 * (west + east), lat: 0.5 * (south + north) });
    const corner = unitVector({ lon: west, lat: Math.abs(south) < Math.abs(north) ? south : north });
    const radius2 = (corner[0] - x) ** 2 + (corner[1] - y) ** 2 + (corner[2] - z) ** 2;
    this.inCell.length = 0;
    for (let k = 0; k < this.route.length; k += 3) {
      if (this.squareTo(k, x, y, z) <= radius2) this.inCell.push(k);
    }
  }

  /** How much less V at one node should be lowered than at another: between 0 and 1, 1 / 2 = as much. */
  weight(node: number, other: number): number {
    if (this.inCell.length === 0 || node === other) return 0.5;
    const [here, there] = [this.rootOfDistance(node), this.rootOfDistance(other)];
    return there / (here + there);
  }

  private rootOfDistance(node: number): number {
    const { x, y, z } = this.layout.nodes.floats;
    let least = Infinity;
    for (const k of this.inCell) least = Math.min(least, this.squareTo(k, x[node], y[node], z[node]));
    return Math.sqrt(Math.sqrt(least) + LEAST);
  }

  private squareTo(k: number, x: number, y: number, z: number): number {
    const { route } = this;
    const [dx, dy, dz] = [route[k] - x, route[k + 1] - y, route[k + 2] - z];
    return dx * dx + dy * dy + dz * dz;
  }
}
