/** Routes of the reference data whose best known costs are recorded. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import type { Objective } from '../../lib/engine/cost/cost.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../../lib/engine/mesh/mesh.ts';
import { parseVesselMesh } from '../meshes/parse-vessel-mesh.ts';

const FOLDER = new URL('../../../shared/reference/', import.meta.url);

export interface BestKnown {
  readonly mesh: string;
  readonly objective: Objective;
  readonly start: LatLon;
  readonly end: LatLon;
  readonly best: { readonly cost: number };
}

/** @param path of a file of JSON, from the folder of the reference data */
export const readBestKnown = <T extends BestKnown | BestKnown[]>(path: string): T =>
  JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8'));

/** @param path of a compressed vessel mesh, from the folder of the reference data */
export function meshAt(path: string): Mesh {
  return openMesh(compileMesh(parseVesselMesh(gunzipSync(readFileSync(new URL(path, FOLDER)))).source));
}
