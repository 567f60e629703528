/**
 * The compiled form of an environment mesh: the format of a vessel mesh with no open cells, plus the
 * neighbour graph and the currents of every cell. A vessel mesh can be made from it without the original
 * file.
 */
import { packEnvironment } from '../engine/mesh/environment-sections.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { encodeMesh } from '../engine/mesh/mesh-format.ts';
import type { EnvironmentSource } from '../engine/mesh/mesh-source.ts';
import { indexCells } from '../engine/mesh/point-index.ts';

/** @param source validated; its cells keep their order */
export function compileEnvironment({
  bounds,
  currents,
  environment,
  neighbours,
}: EnvironmentSource): Uint8Array {
  const cells = bounds.length / 4;
  const row = Int32Array.from({ length: cells }, (_, i) => i);
  const packed = packEnvironment(environment, row);
  const { grid, bucketStart, bucketCell } = indexCells(bounds);
  const counts = {
    cells,
    buckets: bucketStart.length - 1,
    bucketCells: bucketCell.length,
    ...packed.counts,
    unsailedCells: cells,
    links: neighbours.cell.length,
  };
  return encodeMesh(counts, null, {
    bounds,
    row,
    grid,
    bucketStart,
    bucketCell,
    ...packed.sections,
    current: currents,
    neighbourStart: neighbours.start,
    neighbourCell: neighbours.cell,
    neighbourDirection: neighbours.direction,
  });
}

/** The source of a compiled environment mesh: views over the mesh. The id of each cell is its row number. */
export function environmentSourceOf(mesh: Mesh): EnvironmentSource {
  if (!mesh.isEnvironment)
    throw new TypeError('The mesh is made for a vessel, expected an environment mesh.');
  return {
    ids: Array.from({ length: mesh.cellCount }, (_, i) => String(i)),
    bounds: mesh.bounds,
    currents: mesh.current,
    environment: mesh.environment,
    neighbours: {
      start: mesh.neighbourStart,
      cell: mesh.neighbourCell,
      direction: mesh.neighbourDirection,
    },
  };
}
