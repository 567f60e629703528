import type { Environment } from './environment.ts';
import { openEnvironment } from './environment-sections.ts';
import { decodeMesh, HEADINGS, type Sections } from './mesh-format.ts';
import type { Consumption } from './mesh-source.ts';

/** A compiled mesh, ready for search: the sections of mesh-format.ts as views over one buffer. */
export interface Mesh extends Sections {
  readonly cellCount: number;
  readonly openCount: number;
  /** Of a mesh whose cells were divided for a request, some of them finely: how many were open before. */
  readonly undividedCount?: number;
  /** Of a mesh that is derived from another for one search: nothing is worked out for those that come after it. */
  readonly isForOneSearch?: true;
  readonly edgeCount: number;
  readonly cornerCount: number;
  /** Samples in a profile: at the bearings k · 360° / headings, k = 1 … headings; from a file NE, E, SE, S, SW, W, NW, N. */
  readonly headings: number;
  /** Of a mesh that is derived from a compiled one: what can be reached in a cell with a profile, as in Costs.reachOf. */
  readonly reachOf?: (cell: number) => ArrayLike<number>;
  /** What a vessel consumes on this mesh; null where the mesh does not say. */
  readonly consumption: Consumption | null;
  /** Ice, depth, wind, waves and zones in each cell, including closed cells, where known. */
  readonly environment: Environment;
  /** True for a mesh that no vessel was applied to: none of its cells is open. */
  readonly isEnvironment: boolean;
}

/** @throws MeshFormatError when the bytes are not a compiled mesh, have another version, or are damaged */
export function openMesh(bytes: Uint8Array): Mesh {
  const { counts, consumption, sections } = decodeMesh(bytes);
  return {
    ...sections,
    cellCount: counts.cells,
    openCount: counts.open,
    edgeCount: counts.edges,
    cornerCount: counts.corners,
    headings: HEADINGS,
    consumption,
    environment: openEnvironment(counts, sections),
    isEnvironment: counts.unsailedCells > 0,
  };
}
