/**
 * A mesh with pieces instead of the cells that have any. Only what touches these is worked out again: edges and corners among
 * the pieces and the cells round them. All else is the mesh's own, with other numbers.
 */
import { type Borders, findBorders } from '../../engine/compile/borders.ts';
import { findComponents } from '../../engine/compile/components.ts';
import { membership } from '../../engine/compile/membership.ts';
import { ENVIRONMENT_COLUMNS, type Environment } from '../../engine/mesh/environment.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { indexCells } from '../../engine/mesh/point-index.ts';
import { localCells } from './local-cells.ts';
import { motionOf, type SlowDown } from './motion.ts';
import { numberCells, type PatchedCells } from './patched-cells.ts';
import type { Pieces } from './pieces.ts';

export function patchMesh(mesh: Mesh, pieces: Pieces, slowDown: SlowDown): Mesh {
  const cells = numberCells(mesh, pieces);
  const { count, openCount, parent, piece, bounds } = cells;
  const borders = patchBorders(mesh, cells);
  const { edgeTopology, cornerCell, pinch } = borders;
  const cellEdges = membership(openCount, 2, edgeTopology, 4);
  const cellCorners = membership(openCount, 4, cornerCell, 4);
  const closed = pieces.closed;
  return {
    ...mesh,
    ...borders,
    ...indexCells(bounds),
    ...motionOf(mesh, cells, pieces, slowDown),
    bounds,
    cellCount: count,
    openCount,
    undividedCount: mesh.openCount,
    edgeCount: borders.edgeVertical.length,
    cornerCount: borders.cornerPoint.length / 2,
    cellEdgeStart: cellEdges.start,
    cellEdge: cellEdges.members,
    cellCornerStart: cellCorners.start,
    cellCorner: cellCorners.members,
    component: findComponents(openCount, edgeTopology, cornerCell, pinch),
    // each piece is a row, because what the engine takes for one cell has no border inside
    row: new Int32Array(count).map((_, cell) => cell),
    closedReason: new Uint8Array(count).map((_, k) =>
      piece[k]! < 0 ? mesh.closedReason[parent[k]!]! : closed[piece[k]!]!,
    ),
    environment: environmentOf(mesh, parent),
  };
}

/** The borders of whole cells that touch no divided one stay; those round the pieces are found again, and put behind them. */
function patchBorders(mesh: Mesh, cells: PatchedCells): Borders {
  const { ofCell } = cells;
  const local = localCells(mesh, cells);
  const found = findBorders(local.bounds, local.pairs);
  const isNew = (edge: number) =>
    local.isPiece(found.edgeTopology[4 * edge]!, found.edgeTopology[4 * edge + 1]!);

  const edgeKept = numbered(mesh.edgeCount, 0, (e) => {
    return ofCell[mesh.edgeTopology[4 * e]!]! >= 0 && ofCell[mesh.edgeTopology[4 * e + 1]!]! >= 0;
  });
  const edgeNew = numbered(found.edgeVertical.length, edgeKept.end, isNew);
  const cornerKept = numbered(mesh.cornerCount, 0, (c) => local.touched[c] === 0);
  const cornerNew = numbered(found.cornerPoint.length / 2, cornerKept.end, (c) => {
    const own = found.cornerCell.subarray(4 * c, 4 * c + 4);
    return (
      local.isPiece(...own) || local.isTouchedPlace(found.cornerPoint[2 * c]!, found.cornerPoint[2 * c + 1]!)
    );
  });
  // an edge between two whole cells that was found again is the one that the mesh has; its ends may be new corners
  const edgeOf = edgeNew.of.slice();
  for (let e = 0; e < edgeOf.length; e++) {
    if (edgeOf[e]! < 0) edgeOf[e] = edgeKept.of[local.edgeOf(found, e)]!;
  }

  const borders: Borders = {
    edgeSpan: joined(Float64Array, 3, [mesh.edgeSpan, edgeKept], [found.edgeSpan, edgeNew]),
    edgeVertical: joined(Uint8Array, 1, [mesh.edgeVertical, edgeKept], [found.edgeVertical, edgeNew]),
    edgeTopology: new Int32Array(4 * edgeNew.end),
    cornerPoint: joined(Float64Array, 2, [mesh.cornerPoint, cornerKept], [found.cornerPoint, cornerNew]),
    cornerCell: joined(
      Int32Array,
      4,
      [mesh.cornerCell, cornerKept, ofCell],
      [found.cornerCell, cornerNew, local.cell],
    ),
    cornerEdge: joined(
      Int32Array,
      4,
      [mesh.cornerEdge, cornerKept, edgeKept.of],
      [found.cornerEdge, cornerNew, edgeOf],
    ),
    pinch: Int32Array.from([
      ...pinchesOf(mesh.pinch, cornerKept.of),
      ...pinchesOf(found.pinch, cornerNew.of),
    ]),
  };
  const writeEdges = (topology: Int32Array, edge: Int32Array, cell: Int32Array, corner: Int32Array) => {
    for (let e = 0; e < edge.length; e++) {
      const at = 4 * edge[e]!;
      if (at < 0) continue;
      for (const k of [0, 1]) borders.edgeTopology[at + k] = cell[topology[4 * e + k]!]!;
      for (const k of [2, 3]) {
        const own = corner[topology[4 * e + k]!]!;
        if (own >= 0) borders.edgeTopology[at + k] = own;
      }
    }
  };
  writeEdges(mesh.edgeTopology, edgeKept.of, ofCell, cornerKept.of);
  writeEdges(found.edgeTopology, edgeOf, local.cell, cornerNew.of);
  return borders;
}

interface Numbers {
  /** By item: its number, −1 if it has none. */
  readonly of: Int32Array;
  /** The number after the last one. */
  readonly end: number;
}

function numbered(count: number, first: number, has: (item: number) => boolean): Numbers {
  let end = first;
  const of = new Int32Array(count).fill(-1);
  for (let item = 0; item < count; item++) if (has(item)) of[item] = end++;
  return { of, end };
}

type Column = Float64Array | Int32Array | Uint8Array;

/**
 * The rows of columns whose items have a number, at that number.
 *
 * @param of each a column, the numbers of its items, and for an index what its values are now (−1 stays)
 */
function joined<C extends Column>(
  type: new (length: number) => C,
  width: number,
  ...of: readonly (readonly [C, Numbers, Int32Array?])[]
): C {
  const out = new type(width * of.at(-1)![1].end);
  for (const [column, numbers, values] of of) {
    for (let item = 0; item < numbers.of.length; item++) {
      const at = numbers.of[item]!;
      if (at < 0) continue;
      for (let k = 0; k < width; k++) {
        const value = column[width * item + k]!;
        out[width * at + k] = values && value >= 0 ? values[value]! : value;
      }
    }
  }
  return out;
}

/** The pairs of corners that have both a number. */
function pinchesOf(pinch: Int32Array, corner: Int32Array): number[] {
  const kept: number[] = [];
  for (let p = 0; p < pinch.length; p += 2) {
    const [a, b] = [corner[pinch[p]!]!, corner[pinch[p + 1]!]!];
    if (a >= 0 && b >= 0) kept.push(a, b);
  }
  return kept;
}

function environmentOf({ environment, cellCount }: Mesh, parent: Int32Array): Environment {
  if (environment.cellCount !== cellCount) throw new RangeError('The environment is of another mesh.');
  const columns = Object.fromEntries(
    ENVIRONMENT_COLUMNS.map((name) => {
      const column = environment.columns[name];
      return [name, column && gather(new Float64Array(parent.length), column, parent)];
    }),
  ) as Environment['columns'];
  const zones = [...environment.zones].map(
    ([name, zone]) => [name, gather(new Uint8Array(parent.length), zone, parent)] as const,
  );
  return { cellCount: parent.length, columns, zones: new Map(zones) };
}

/** Fills an array with the values at some places of another; many times as fast as `from`. */
function gather<C extends Float64Array | Uint8Array>(out: C, values: C, at: Int32Array): C {
  for (let k = 0; k < at.length; k++) out[k] = values[at[k]!]!;
  return out;
}
