import { type EnvironmentColumn, unknownEnvironment } from '../../lib/engine/mesh/environment.ts';
import { type Mesh, openMesh } from '../../lib/engine/mesh/mesh.ts';
import { compileFile } from '../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import { gridMesh } from '../local/grid-mesh.ts';

/** A compiled mesh of open sea, for documents of routes whose own mesh does not matter. */
export const compiledGrid: Mesh = openMesh(
  compileFile(parseMesh(Buffer.from(JSON.stringify(gridMesh())))).compiled,
);

/** The same with data on the sea in its first cells: rows 4 and 7, which the track of a plan sails in, are cells 1 and 0. */
export function planTrackOn(
  data: Partial<Record<EnvironmentColumn, readonly number[]>>,
  consumption: 'fuel' | 'battery' = 'fuel',
): Mesh {
  const { cellCount } = compiledGrid;
  const { columns, ...environment } = unknownEnvironment(cellCount);
  const known = Object.entries(data).map(([name, values]) => {
    const column = new Float64Array(cellCount);
    column.set(values);
    return [name, column] as const;
  });
  const row = Int32Array.from({ length: cellCount }, (_, cell) => 100 + cell);
  row.set([7, 4]);
  return {
    ...compiledGrid,
    consumption,
    row,
    environment: { ...environment, columns: { ...columns, ...Object.fromEntries(known) } },
  };
}
