import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { MeshRefused } from './mesh-refused.ts';

/** Maximum uncompressed bytes of a mesh: more than the 200 MB that meshes reach. */
export const MAX_MESH_BYTES = 256 * 2 ** 20;

/** Maximum uncompressed bytes of a metadata file; it lists files, about 300 bytes each. */
export const MAX_METADATA_BYTES = 4 * 2 ** 20;

const CHUNK_BYTES = 2 ** 20;
const GROWTH_BYTES = 16 * 2 ** 20;

export interface Content {
  /** The uncompressed bytes. */
  readonly bytes: Uint8Array;
  /** Their md5, hexadecimal. */
  readonly md5: string;
  /** The gzipped file: as received, or compressed now. */
  readonly gzip: () => Promise<Uint8Array>;
}

/**
 * Reads a file. It is uncompressed if its first bytes are those of gzip, whatever its name is.
 *
 * Never holds more than `limit` uncompressed bytes: a gzip bomb is refused during decompression.
 * @throws MeshRefused if the file is too large, truncated or damaged
 */
export async function readContent(file: AsyncIterable<Uint8Array>, limit: number): Promise<Content> {
  const { head, whole } = await peek(file);
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    const content = await collectContent(whole, limit);
    return { ...content, gzip: () => promisify(gzip)(content.bytes) };
  }
  const compressed: Uint8Array[] = [];
  try {
    const content = await pipeline(
      kept(whole, compressed),
      createGunzip({ chunkSize: CHUNK_BYTES }),
      (uncompressed) => collectContent(uncompressed, limit),
    );
    return { ...content, gzip: async () => Buffer.concat(compressed) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_')) throw new MeshRefused([`truncated or damaged gzip: ${message}`]);
    throw error;
  }
}

/** Passes chunks on and collects them. */
async function* kept(chunks: AsyncIterable<Uint8Array>, into: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    into.push(chunk);
    yield chunk;
  }
}

async function collectContent(
  uncompressed: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Omit<Content, 'gzip'>> {
  const hash = createHash('md5');
  // grows in place: a list of chunks and its concatenation would need twice the memory
  const buffer = new ArrayBuffer(0, { maxByteLength: limit });
  let size = 0;
  for await (const chunk of uncompressed) {
    if (size + chunk.length > limit) {
      throw new MeshRefused([`too large: expected at most ${limit} bytes uncompressed, found more`]);
    }
    if (size + chunk.length > buffer.byteLength) {
      buffer.resize(Math.min(limit, Math.max(size + chunk.length, buffer.byteLength + GROWTH_BYTES)));
    }
    new Uint8Array(buffer, size, chunk.length).set(chunk);
    hash.update(chunk);
    size += chunk.length;
  }
  if (size === 0) throw new MeshRefused(['the file is empty']);
  return { bytes: new Uint8Array(buffer, 0, size), md5: hash.digest('hex') };
}

/** The first bytes of a file (at least two, unless it is shorter), and the whole file unchanged. */
async function peek(file: AsyncIterable<Uint8Array>) {
  const chunks = file[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* whole() {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { head, whole: whole() };
}
