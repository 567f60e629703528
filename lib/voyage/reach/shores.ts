/** The sides of cells that bound an area: those that two of its cells share cancel each other. */
import { edgesOf } from '../../engine/mesh/edges.ts';
import { cellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { type Position, rounded } from './position.ts';

/** Degrees: a place this far beyond a side belongs to the cell there. */
const BEYOND = 1e-5;

type Side = readonly [from: Position, to: Position];

/** Adds up stretches of meridians and parallels; what goes one way and back again is nothing. */
export class SideSum {
  readonly #lines = new Map<string, { isMeridian: boolean; fixed: number; changes: [number, number][] }>();

  add([[lon0, lat0], [lon1, lat1]]: Side): void {
    const isMeridian = lon0 === lon1;
    const fixed = isMeridian ? lon0 : lat0;
    const key = `${isMeridian} ${fixed}`;
    let line = this.#lines.get(key);
    if (!line) {
      line = { isMeridian, fixed, changes: [] };
      this.#lines.set(key, line);
    }
    const [from, to] = isMeridian ? [lat0, lat1] : [lon0, lon1];
    line.changes.push([from, 1], [to, -1]);
  }

  /** What is left, in its direction. */
  sides(): Side[] {
    const sides: Side[] = [];
    for (const { isMeridian, fixed, changes } of this.#lines.values()) {
      changes.sort((a, b) => a[0] - b[0]);
      let [sum, before] = [0, 0];
      for (const [position, change] of changes) {
        if (sum !== 0 && position > before) {
          const ends = [before, position].map(
            (each): Position => (isMeridian ? [fixed, each] : [each, fixed]),
          );
          sides.push(sum > 0 ? [ends[0]!, ends[1]!] : [ends[1]!, ends[0]!]);
        }
        [sum, before] = [sum + change, position];
      }
    }
    return sides;
  }
}

/** The four sides of an open cell, counterclockwise, and of each the stretches that no open cell is beyond. */
export class Shores {
  readonly #mesh: Mesh;
  readonly #known = new Map<number, Side[]>();

  constructor(mesh: Mesh) {
    this.#mesh = mesh;
  }

  /** Coasts, the edge of the mesh, and the antimeridian, at which polygons end. */
  of(cell: number): readonly Side[] {
    const known = this.#known.get(cell);
    if (known) return known;
    const sum = new SideSum();
    for (const side of sidesOf(this.#mesh, cell)) sum.add(side);
    for (const edge of edgesOf(this.#mesh, cell)) {
      const side = this.side(edge, cell);
      if (side) sum.add([side[1], side[0]]);
    }
    const shores = sum.sides();
    this.#known.set(cell, shores);
    return shores;
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
    const length = Math.hypot(lon1 - lon0, lat1 - lat0);
    const lon = 0.5 * (lon0 + lon1) + (BEYOND * (lat1 - lat0)) / length;
    const lat = 0.5 * (lat0 + lat1) - (BEYOND * (lon1 - lon0)) / length;
    if (Math.abs(lat) >= 90) return false;
    return (
      cellsAt(this.#mesh, { lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon, lat }).length === 0
    );
  }
}

/** All four sides of a cell. */
export function sidesOf({ bounds }: Mesh, cell: number): Side[] {
  const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
  const corners = [
    rounded(west!, south!),
    rounded(east!, south!),
    rounded(east!, north!),
    rounded(west!, north!),
  ];
  return corners.map((corner, k): Side => [corner, corners[(k + 1) % 4]!]);
}
