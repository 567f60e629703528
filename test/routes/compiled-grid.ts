import { type Mesh, openMesh } from '../../lib/engine/mesh/mesh.ts';
import { compileFile } from '../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import { gridMesh } from '../local/grid-mesh.ts';

/** A compiled mesh of open sea, for documents of routes whose own mesh does not matter. */
export const compiledGrid: Mesh = openMesh(
  compileFile(parseMesh(Buffer.from(JSON.stringify(gridMesh())))).compiled,
);
