import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import type { Objective } from '../../lib/engine/cost/cost.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../../lib/engine/mesh/mesh.ts';
import type { MeshSource } from '../../lib/engine/mesh/mesh-source.ts';
import { parseVesselMesh } from '../meshes/parse-vessel-mesh.ts';

/** The reference data are next to the repository, not in it. */
const FOLDER = new URL('../../../shared/reference/', import.meta.url);

export const hasReference = existsSync(FOLDER);
export const SKIP_REASON = 'the reference data are not there (expected in ../shared/reference)';
/** The end of the title of a test that needs them. */
export const skipped = hasReference ? '' : `: skipped, ${SKIP_REASON}`;

/** The bytes of one of their files; none where they are not there. */
export const referenceBytes = (path: string): Buffer =>
  hasReference ? readFileSync(new URL(path, FOLDER)) : Buffer.alloc(0);

/** The names of the files in one of their folders. */
export const referenceNames = (folder: string): string[] =>
  hasReference ? readdirSync(new URL(folder, FOLDER)).map((name) => `${folder}/${name}`) : [];

export type Point = readonly [lon: number, lat: number];
export interface ReferencePath {
  readonly cost: number;
  readonly coordinates?: readonly Point[];
}

/** A pair of the reference and one objective: what the published method finds, and the best known. */
export interface ReferenceRoute {
  readonly mesh: string;
  readonly pair: string;
  readonly objective: Objective;
  readonly unit: string;
  readonly start: LatLon;
  readonly end: LatLon;
  readonly published: {
    seconds?: number;
    coarse?: ReferencePath;
    smoothed?: ReferencePath;
  } & Partial<ReferencePath>;
  readonly best: ReferencePath;
}

export function referenceRoutes(
  file: 'weddell-sea-8k' | 'antarctic-peninsula-4k' | 'small',
): ReferenceRoute[] {
  return JSON.parse(readFileSync(new URL(`routes/${file}.json`, FOLDER), 'utf8'));
}

type BestRoute = Pick<ReferenceRoute, 'mesh' | 'pair' | 'objective' | 'start' | 'end' | 'best'>;

/** The requests on meshes with smooth currents and winds. */
export function plausibleRoutes(): BestRoute[] {
  return JSON.parse(readFileSync(new URL('plausible/routes.json', FOLDER), 'utf8'));
}

/** The request whose best route an engine of before lost. */
export function lostRoute(): BestRoute {
  const lost = JSON.parse(readFileSync(new URL('lost/pair.json', FOLDER), 'utf8'));
  return { ...lost, mesh: lost.mesh.replace('.vessel.json.gz', '') };
}

/** The cheapest path that the published method gave. */
export function publishedCost({ published }: ReferenceRoute): number {
  return Math.min(
    published.cost ?? Infinity,
    published.smoothed?.cost ?? Infinity,
    published.coarse?.cost ?? Infinity,
  );
}

export function referenceFile(mesh: string): URL {
  const file = ['meshes', 'small', 'plausible/meshes', 'lost']
    .map((folder) => new URL(`${folder}/${mesh}.vessel.json.gz`, FOLDER))
    .find((url) => existsSync(url));
  if (!file) throw new Error(`No reference mesh ${mesh}.`);
  return file;
}

export function referenceSource(mesh: string): MeshSource {
  return parseVesselMesh(gunzipSync(readFileSync(referenceFile(mesh)))).source;
}

const meshes = new Map<string, Mesh>();

export function referenceMesh(name: string): Mesh {
  const mesh = meshes.get(name) ?? openMesh(compileMesh(referenceSource(name)));
  meshes.set(name, mesh);
  return mesh;
}
