import type { Mesh } from './mesh.ts';

/** The edges of a cell. */
export function edgesOf({ cellEdge, cellEdgeStart }: Mesh, cell: number): Int32Array {
  return cellEdge.subarray(cellEdgeStart[cell], cellEdgeStart[cell + 1]);
}

/** The cell on the other side of one of a cell's edges. */
export function cellBeyond({ edgeTopology }: Mesh, edge: number, cell: number): number {
  const low = edgeTopology[4 * edge];
  return low === cell ? edgeTopology[4 * edge + 1] : low;
}

/** Whether a point, degrees, is on the meridian or parallel of an edge; 180° and −180° are one meridian. */
export function isOnLineOf(
  { edgeSpan, edgeVertical }: Mesh,
  edge: number,
  lon: number,
  lat: number,
): boolean {
  const at = edgeSpan[3 * edge];
  return edgeVertical[edge] === 1 ? lon === at || Math.abs(lon - at) === 360 : lat === at;
}

/** Whether a point, degrees, is on an edge. */
export function isOnEdge(mesh: Mesh, edge: number, lon: number, lat: number): boolean {
  const along = mesh.edgeVertical[edge] === 1 ? lat : lon;
  if (along < mesh.edgeSpan[3 * edge + 1] || along > mesh.edgeSpan[3 * edge + 2]) return false;
  return isOnLineOf(mesh, edge, lon, lat);
}
