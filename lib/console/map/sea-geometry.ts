/**
 * The cells of a mesh as triangles in a projection.
 *
 * A side along a parallel is an arc in a polar view and is cut into pieces; sides along meridians are straight in all
 * three projections.
 */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { latitudeRange, type ProjectionName, projector } from './projections.ts';

/** The longest piece of an arc, degrees: at 50 degrees of latitude it departs from the circle by some 40 metres. */
const ARC_STEP_DEGREES = 0.5;
/** Values per vertex: x, y, and the place within the cell, 0…1 eastward and northward. */
export const VERTEX_STRIDE = 4;

export interface SeaGeometry {
  /** vertices × VERTEX_STRIDE: projected metres, then the place within the cell. */
  readonly vertices: Float32Array;
  /** vertices: the cell that a vertex belongs to. */
  readonly cells: Uint32Array;
  /** Three a triangle. */
  readonly indices: Uint32Array;
}

export function seaGeometry(mesh: Pick<Mesh, 'bounds' | 'cellCount'>, name: ProjectionName): SeaGeometry {
  const [latMin, latMax] = latitudeRange(name);
  const shown: number[] = [];
  let columns = 0;
  for (let cell = 0; cell < mesh.cellCount; cell++) {
    if (mesh.bounds[4 * cell + 3]! <= latMin || mesh.bounds[4 * cell + 1]! >= latMax) continue;
    shown.push(cell);
    columns += pieces(mesh.bounds, cell, name);
  }
  const project = projector(name);
  const clamp = (lat: number) => Math.max(latMin, Math.min(latMax, lat));
  const vertices = new Float32Array(VERTEX_STRIDE * 2 * (columns + shown.length));
  const cells = new Uint32Array(2 * (columns + shown.length));
  const indices = new Uint32Array(6 * columns);
  let vertex = 0;
  let index = 0;
  for (const cell of shown) {
    const [west, east] = [mesh.bounds[4 * cell]!, mesh.bounds[4 * cell + 2]!];
    const count = pieces(mesh.bounds, cell, name);
    for (let k = 0; k <= count; k++) {
      const lon = west + ((east - west) * k) / count;
      for (let up = 0; up < 2; up++) {
        const [x, y] = project(lon, clamp(mesh.bounds[4 * cell + 1 + 2 * up]!));
        const at = VERTEX_STRIDE * vertex;
        vertices[at] = x;
        vertices[at + 1] = y;
        vertices[at + 2] = k / count;
        vertices[at + 3] = up;
        cells[vertex] = cell;
        vertex++;
      }
      if (k < count) {
        const a = vertex - 2;
        indices.set([a, a + 1, a + 2, a + 1, a + 3, a + 2], index);
        index += 6;
      }
    }
  }
  return { vertices, cells, indices };
}

function pieces(bounds: Float64Array, cell: number, name: ProjectionName): number {
  if (name === 'mercator') return 1;
  return Math.max(1, Math.ceil((bounds[4 * cell + 2]! - bounds[4 * cell]!) / ARC_STEP_DEGREES - 1e-9));
}
