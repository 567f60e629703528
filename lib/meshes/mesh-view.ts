/** A mesh as a client gets it: the file as it came, and as GeoJSON. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import { sourceKeyOf } from './compiled-key.ts';
import { MeshLost } from './load-mesh.ts';
import type { MeshFiles } from './mesh-files.ts';
import { meshGeoJson } from './mesh-geojson.ts';
import type { MeshRecord } from './mesh-record.ts';
import { MAX_WHOLE_MESH_BYTES, readContent, TooLarge } from './read-content.ts';

/** A larger mesh does not fit an answer even if it is compressed, so that composing one would be in vain. */
const MAX_INLINE_BYTES = 40 * 2 ** 20;

/** With more cells, a file is larger than `MAX_WHOLE_MESH_BYTES`, and it need not be read to know that. */
const MAX_VIEWED_CELLS = 500_000;

/** Where the GeoJSON form of a mesh is kept, gzipped, once it was asked for. */
export const geoJsonKeyOf = (md5: string): string => `geojson/${md5}.json.gz`;

export type MeshView =
  /** Gzipped JSON: `{"id", "json", "geojson"}`. */
  | { readonly document: Uint8Array }
  /** Where both forms are in the mesh bucket, gzipped; null for GeoJSON that would take too long to make. */
  | { readonly jsonKey: string; readonly geoJsonKey: string | null };

/**
 * @param fits whether an answer of gzipped JSON can be sent to the client
 * @throws MeshLost where the file is gone
 */
export async function viewMesh(
  files: Pick<MeshFiles, 'etag' | 'read' | 'write'>,
  mesh: Pick<MeshRecord, 'id' | 'name' | 'md5' | 'cellCount'>,
  fits: (gzipped: Uint8Array, bytes: number) => boolean,
): Promise<MeshView> {
  const jsonKey = sourceKeyOf(mesh.md5);
  const bytes = await wholeMesh(files, jsonKey, mesh);
  if (!bytes) return { jsonKey, geoJsonKey: null };
  if (bytes.length <= MAX_INLINE_BYTES) {
    const text = `{"id":${mesh.id},"json":${standardJson(bytes)},"geojson":${[...meshGeoJson(bytes)].join('')}}`;
    const document = gzipSync(text);
    if (fits(document, Buffer.byteLength(text))) return { document };
  }
  const geoJsonKey = geoJsonKeyOf(mesh.md5);
  if ((await files.etag(geoJsonKey)) === null) {
    const geoJson = await buffer(Readable.from(meshGeoJson(bytes)).pipe(createGzip()));
    await files.write(geoJsonKey, geoJson, { contentType: 'application/geo+json', contentEncoding: 'gzip' });
  }
  return { jsonKey, geoJsonKey };
}

/** The bytes of a mesh; null where they are too many to make GeoJSON of while a client waits. */
async function wholeMesh(
  files: Pick<MeshFiles, 'read'>,
  key: string,
  mesh: Pick<MeshRecord, 'id' | 'name' | 'cellCount'>,
): Promise<Uint8Array | null> {
  if (mesh.cellCount > MAX_VIEWED_CELLS) return null;
  const file = await files.read(key);
  if (!file) throw new MeshLost(mesh, 'its source is missing');
  try {
    return (await readContent(file, MAX_WHOLE_MESH_BYTES)).bytes;
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

/** The file as it came; the numbers that Python writes and JSON does not have (NaN, Infinity) become null. */
function standardJson(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  if (!/\b(?:NaN|Infinity)\b/.test(text)) return text;
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (token) =>
    token.startsWith('"') ? token : 'null',
  );
}
