/** The stretches of a cell's border that end the open water, or at which polygons end. */
import { edgesOf } from '../../engine/mesh/edges.ts';
import { cellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { ROUNDED } from '../../engine/tolerances.ts';
import { rounded } from './position.ts';
import { type Side, SideSum } from './side-sum.ts';

/** Degrees: a place this far beyond a side belongs to the cell there. */
const BEYOND = 1e-5;

export class Shores {
  readonly #mesh: Mesh;
  readonly #known = new Map<number, Side[]>();

  constructor(mesh: Mesh) {
    this.#mesh = mesh;
  }

  /** Coasts, the edge of the mesh, and the antimeridian, counterclockwise. */
  of(cell: number): readonly Side[] {
    const known = this.#known.get(cell);
    if (known) return known;
    if (this.isInland(cell)) return [];
    const sum = new SideSum();
    for (const [from, to] of sidesOf(this.#mesh, cell)) sum.add(from, to);
    for (const edge of edgesOf(this.#mesh, cell)) {
      const side = this.side(edge, cell);
      if (side) sum.add(side[1], side[0]);
    }
    const shores = sum.sides();
    this.#known.set(cell, shores);
    return shores;
  }

  /** Whether other open cells are all round a cell. */
  isInland(cell: number): boolean {
    const { bounds, edgeSpan } = this.#mesh;
    const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
    if (west === -180 || east === 180) return false;
    let left = 2 * (east! - west! + north! - south!);
    for (const edge of edgesOf(this.#mesh, cell)) left -= edgeSpan[3 * edge + 2]! - edgeSpan[3 * edge + 1]!;
    return left < ROUNDED;
  }

  /** The stretch of a cell's border that is an edge of the mesh, counterclockwise; null at the antimeridian. */
  side(edge: number, cell: number): Side | null {
    const { edgeSpan, edgeVertical, bounds } = this.#mesh;
    const [fixed, low, high] = edgeSpan.subarray(3 * edge, 3 * edge + 3) as unknown as [
      number,
      number,
      number,
    ];
    const isMeridian = edgeVertical[edge] === 1;
    if (isMeridian && Math.abs(fixed) === 180) return null;
    const [west, south] = [bounds[4 * cell]!, bounds[4 * cell + 1]!];
    const ends = [low, high].map((each) => (isMeridian ? rounded(fixed, each) : rounded(each, fixed)));
    const isForward = isMeridian ? fixed !== west : fixed === south;
    return isForward ? [ends[0]!, ends[1]!] : [ends[1]!, ends[0]!];
  }

  /** Whether the mesh ends at a side, so that the area might go on beyond it. */
  isOpenEnd([[lon0, lat0], [lon1, lat1]]: Side): boolean {
    // the area lies on the left
    const lon = 0.5 * (lon0 + lon1) + BEYOND * Math.sign(lat1 - lat0);
    const lat = 0.5 * (lat0 + lat1) - BEYOND * Math.sign(lon1 - lon0);
    if (Math.abs(lat) >= 90) return false;
    return (
      cellsAt(this.#mesh, { lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon, lat }).length === 0
    );
  }
}

/** All four sides of a cell, counterclockwise. */
function sidesOf({ bounds }: Mesh, cell: number): Side[] {
  const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
  const corners = [
    rounded(west!, south!),
    rounded(east!, south!),
    rounded(east!, north!),
    rounded(west!, north!),
  ];
  return corners.map((corner, k): Side => [corner, corners[(k + 1) % 4]!]);
}
