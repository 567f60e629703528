/**
 * A mesh in the form in which a client receives it: the original file or one made for a vehicle, and GeoJSON.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import type { Vehicle } from '../../vehicles/vehicle.ts';
import { vehicleKey } from '../../vehicles/vehicle-key.ts';
import { sourceKeyOf } from '../compiled-key.ts';
import { MeshLost } from '../load/load-mesh.ts';
import type { MeshFiles } from '../mesh-files.ts';
import type { MeshRecord } from '../mesh-record.ts';
import { MAX_WHOLE_MESH_BYTES, readContent, TooLarge } from '../read/read-content.ts';
import { meshGeoJson } from './mesh-geojson.ts';
import { vesselMeshJson } from './vessel-mesh-json.ts';

/** Even compressed, a larger mesh does not fit into an answer, so none is composed. */
const MAX_INLINE_BYTES = 40 * 2 ** 20;

/** With more cells, a file is larger than `MAX_WHOLE_MESH_BYTES`, so it is not read. */
const MAX_VIEWED_CELLS = 500_000;

/** Keys of the mesh of a vehicle and of the GeoJSON form of a mesh: gzipped, stored at the first request. */
const vehicleJsonKeyOf = (name: string): string => `vehicle-meshes/${name}.json.gz`;
const geoJsonKeyOf = (name: string): string => `geojson/${name}.json.gz`;

/**
 * The key of GeoJSON for clients that take no compressed answer. A client that does gets the mesh itself, so that
 * this file must not be taken for a sign that a mesh is too large for everybody.
 */
const plainGeoJsonKeyOf = (name: string): string => geoJsonKeyOf(`${name}-uncompressed`);

/** What fits an answer, as its client takes it. */
export interface AnswerLimit {
  readonly maxBytes: number;
  readonly acceptsGzip: boolean;
}

export type MeshView =
  /** Gzipped JSON: `{"id", "json", "geojson"}`. */
  | { readonly document: Uint8Array }
  /** Keys of both forms in the mesh bucket, gzipped; null for GeoJSON that would take too long to make. */
  | { readonly jsonKey: string; readonly geoJsonKey: string | null };

/** A client would have to wait too long for the vehicle's mesh as a file. */
class MeshTooLarge extends Error {
  override readonly name = 'MeshTooLarge';
  /** How the API answers it. */
  readonly kind = 'unprocessable';

  constructor({ id, cellCount }: ViewedMesh) {
    super(
      `Mesh ${id} has ${cellCount} cells, too many to write it for a vehicle while you wait: take /api/mesh/${id}/compiled, ` +
        'or make the file from its json_url with add_vehicle.',
    );
  }
}

type ViewFiles = Pick<MeshFiles, 'etag' | 'read' | 'write'>;
type ViewedMesh = Pick<MeshRecord, 'id' | 'name' | 'md5' | 'kind' | 'cellCount'>;

/**
 * @param vehicle for an environment mesh: the vehicle for which a vessel mesh is made
 * @throws MeshLost if the file is missing
 * @throws VesselUnusable, MeshTooLarge if the mesh of the vehicle cannot be made
 */
export async function viewMesh(
  files: ViewFiles,
  mesh: ViewedMesh,
  vehicle: Vehicle | null,
  { maxBytes, acceptsGzip }: AnswerLimit,
): Promise<MeshView> {
  const isMade = mesh.kind === 'environment' && vehicle !== null;
  const name = isMade ? `${mesh.md5}-${vehicleKey(vehicle)}` : mesh.md5;
  const jsonKey = isMade ? vehicleJsonKeyOf(name) : sourceKeyOf(mesh.md5);
  const large = { jsonKey, geoJsonKey: geoJsonKeyOf(name) };
  if (await areStored(files, large)) return large;

  const source = await wholeMesh(files, mesh);
  if (!source && isMade) throw new MeshTooLarge(mesh);
  if (!source) return { jsonKey, geoJsonKey: null };
  const bytes = isMade ? joined(vesselMeshJson(source, vehicle)) : source;
  let { geoJsonKey } = large;
  if (bytes.length <= MAX_INLINE_BYTES) {
    const text = `{"id":${mesh.id},"json":${standardJson(bytes)},"geojson":${[...meshGeoJson(bytes)].join('')}}`;
    const document = gzipSync(text);
    if ((acceptsGzip ? document.length : Buffer.byteLength(text)) <= maxBytes) return { document };
    if (document.length <= maxBytes) geoJsonKey = plainGeoJsonKeyOf(name);
  }
  await keep(files, geoJsonKey, 'application/geo+json', () => meshGeoJson(bytes));
  if (isMade) await keep(files, jsonKey, 'application/json', () => [bytes]);
  return { jsonKey, geoJsonKey };
}

/** Whether both forms of a mesh that fits no answer are there already. */
async function areStored(files: ViewFiles, forms: { jsonKey: string; geoJsonKey: string }): Promise<boolean> {
  const etags = await Promise.all([files.etag(forms.geoJsonKey), files.etag(forms.jsonKey)]);
  return etags.every((etag) => etag !== null);
}

/** The bytes of a mesh; null if there are too many to convert while a client waits. */
async function wholeMesh(files: ViewFiles, mesh: ViewedMesh): Promise<Uint8Array | null> {
  if (mesh.cellCount > MAX_VIEWED_CELLS) return null;
  const file = await files.read(sourceKeyOf(mesh.md5));
  if (!file) throw new MeshLost(mesh, 'its source is missing');
  try {
    return (await readContent(file, MAX_WHOLE_MESH_BYTES)).bytes;
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

const joined = (pieces: Iterable<string>): Uint8Array =>
  Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)));

/** Stores a file, gzipped, unless it is stored already. */
async function keep(
  files: ViewFiles,
  key: string,
  contentType: string,
  pieces: () => Iterable<string | Uint8Array>,
): Promise<void> {
  if ((await files.etag(key)) !== null) return;
  const gzip = await buffer(Readable.from(pieces()).pipe(createGzip()));
  await files.write(key, gzip, { contentType, contentEncoding: 'gzip' });
}

/**
 * The original file, in which numbers that Python writes and JSON does not have (NaN, Infinity) become null.
 */
function standardJson(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  if (!/\b(?:NaN|Infinity)\b/.test(text)) return text;
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (token) =>
    token.startsWith('"') ? token : 'null',
  );
}
