import {
  departure,
  EARTH_RADIUS_M,
  isometricLatitude,
  latitudeOfIsometric,
  meanCosine,
  RADIANS,
  shortWayDegrees,
} from '../geometry/sphere.ts';
import { cellBeyond, isOnEdge } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import { ROUNDED } from '../tolerances.ts';

/** Consecutive steps without progress, at most: only at a corner is there more than one. */
const MAX_HALTS = 8;

/**
 * Follows a rhumb line between two vertices of a chain from cell to cell through shared edges. Where it would
 * enter a closed cell or leave the mesh, the walk fails.
 */
export class LegWalker {
  /** Pieces of the last walk: the cell, and the metres east and north over the ground. */
  readonly cell: number[] = [];
  readonly x: number[] = [];
  readonly y: number[] = [];
  private readonly mesh: Mesh;
  /** By vertex: degrees, and isometric latitude. */
  private readonly lon: Float64Array;
  private readonly lat: Float64Array;
  private readonly ψ: Float64Array;
  /** Whether the walk has had nothing but specks. */
  private beginsWithSpeck = false;

  constructor(mesh: Mesh, chain: Chain) {
    this.mesh = mesh;
    this.lon = new Float64Array(chain.length).map((_, i) => chain.lon(i));
    this.lat = new Float64Array(chain.length).map((_, i) => chain.lat(i));
    this.ψ = this.lat.map((lat) => isometricLatitude(lat * RADIANS));
  }

  /**
   * Walks from vertex i, in cell `first`, to vertex j; returns whether it arrives. A leg that leaves this cell
   * at once does not: it starts in another of the cells that the vertex touches.
   */
  walk(i: number, j: number, first: number): boolean {
    const { bounds } = this.mesh;
    this.cell.length = this.x.length = this.y.length = 0;
    const lon1 = this.lon[i];
    const lat1 = this.lat[i];
    const ψ1 = this.ψ[i];
    const lat2 = this.lat[j];
    const ψ2 = this.ψ[j];
    const dLon = shortWayDegrees(this.lon[j] - lon1);
    // with a longitude difference of 180° neither direction is shorter
    if (dLon === 180) return false;
    const dψ = ψ2 - ψ1;
    let cell = first;
    let t = 0;
    let lat = lat1;
    let ψ = ψ1;
    for (let halts = 0; halts <= MAX_HALTS; ) {
      // shift: the multiple of 360° that puts the cell's longitudes in line with the leg's
      const apart = 0.5 * (bounds[4 * cell] + bounds[4 * cell + 2]) - lon1 - 0.5 * dLon;
      const shift = shortWayDegrees(apart) - apart;
      const side = bounds[4 * cell + (dLon > 0 ? 2 : 0)];
      const top = bounds[4 * cell + (dψ > 0 ? 3 : 1)];
      const tSide = dLon === 0 ? Infinity : (side + shift - lon1) / dLon;
      const topψ = isometricLatitude(top * RADIANS);
      const tTop = dψ === 0 ? Infinity : (topψ - ψ1) / dψ;
      const next = Math.max(t, Math.min(tSide, tTop, 1));
      const arrives = next >= 1;
      if (this.cell.length === 0 && next === 0) return false;
      const nextLat = arrives
        ? lat2
        : tTop <= tSide
          ? top
          : dψ === 0
            ? lat1
            : this.latitudeIn(cell, ψ1 + next * dψ);
      const nextψ = arrives ? ψ2 : tTop <= tSide ? topψ : ψ1 + next * dψ;
      this.add(cell, lat, ψ, nextLat, nextψ, (next - t) * dLon);
      if (arrives) return true;
      halts = next > t ? 0 : halts + 1;
      cell =
        tTop <= tSide
          ? this.neighbour(cell, 0, top, lon1 + next * dLon - shift)
          : this.neighbour(cell, 1, side, nextLat);
      if (cell < 0) return false;
      t = next;
      lat = nextLat;
      ψ = nextψ;
    }
    return false;
  }

  /**
   * Walks the leg from vertex i to j, which is known to stay in one cell. Its metres are those of the track, to the
   * last bit: a last bit decides whether a leg of a rounding error can be sailed.
   */
  follow(i: number, j: number, cell: number): void {
    const { x, y } = departure([this.lon[i], this.lat[i]], [this.lon[j], this.lat[j]]);
    this.cell.length = this.x.length = this.y.length = 0;
    this.cell.push(cell);
    this.x.push(x);
    this.y.push(y);
  }

  /** The latitude at an isometric latitude, which rounding may put outside the cell. */
  private latitudeIn(cell: number, ψ: number): number {
    const { bounds } = this.mesh;
    const lat = latitudeOfIsometric(ψ) / RADIANS;
    return Math.max(bounds[4 * cell + 1], Math.min(bounds[4 * cell + 3], lat));
  }

  /** Adds a piece; a speck is sailed in the cell before it, or after it if it is the first. */
  private add(cell: number, lat1: number, ψ1: number, lat2: number, ψ2: number, dLon: number): void {
    const φ1 = lat1 * RADIANS;
    const φ2 = lat2 * RADIANS;
    const x = EARTH_RADIUS_M * meanCosine(φ1, ψ1, φ2, ψ2) * dLon * RADIANS;
    const y = EARTH_RADIUS_M * (φ2 - φ1);
    const isSpeck = Math.max(Math.abs(lat2 - lat1), Math.abs(dLon)) < ROUNDED;
    const last = this.cell.length - 1;
    if (last >= 0 && (isSpeck || this.beginsWithSpeck)) {
      this.beginsWithSpeck &&= isSpeck;
      if (!isSpeck) this.cell[last] = cell;
      this.x[last] += x;
      this.y[last] += y;
      return;
    }
    this.beginsWithSpeck = isSpeck;
    this.cell.push(cell);
    this.x.push(x);
    this.y.push(y);
  }

  /** The cell on the other side of the edge at a point of a cell's border, −1 = none. */
  private neighbour(cell: number, vertical: number, at: number, along: number): number {
    const { cellEdge, cellEdgeStart, edgeVertical } = this.mesh;
    const lon = vertical === 1 ? at : along;
    const lat = vertical === 1 ? along : at;
    for (let k = cellEdgeStart[cell]; k < cellEdgeStart[cell + 1]; k++) {
      const edge = cellEdge[k];
      const isHere = edgeVertical[edge] === vertical && isOnEdge(this.mesh, edge, lon, lat);
      if (isHere) return cellBeyond(this.mesh, edge, cell);
    }
    return -1;
  }
}
