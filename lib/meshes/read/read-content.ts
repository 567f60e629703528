import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { MeshRefused } from '../mesh-refused.ts';

/** Maximum uncompressed bytes of a metadata file; it lists files, about 300 bytes each. */
export const MAX_METADATA_BYTES = 4 * 2 ** 20;

/** Maximum uncompressed bytes of a mesh that is converted to another form while a client of the API waits. */
export const MAX_WHOLE_MESH_BYTES = 256 * 2 ** 20;

const CHUNK_BYTES = 2 ** 20;
const GROWTH_BYTES = 16 * 2 ** 20;

/**
 * A gzip file that uncompresses to more than this may have at most `MAX_RATIO` times its compressed bytes;
 * meshes have 10 to 40 times theirs.
 */
const FREE_BYTES = 256 * 2 ** 20;
const MAX_RATIO = 100;

/** A file is larger than it may be. */
export class TooLarge extends MeshRefused {
  constructor(limit: number) {
    super([`too large: expected at most ${limit} bytes uncompressed, found more`]);
  }
}

export interface Digest {
  /** Of the uncompressed bytes, in hexadecimal. */
  readonly md5: string;
  /** Whether the file is gzip. */
  readonly isGzip: boolean;
}

export interface Content extends Digest {
  /** The uncompressed bytes. */
  readonly bytes: Uint8Array;
}

/**
 * Reads a whole file into memory. Uncompresses it if it begins like a gzip file, whatever its name is.
 *
 * @throws MeshRefused if the file is too large, truncated or damaged
 */
export async function readContent(file: AsyncIterable<Uint8Array>, limit: number): Promise<Content> {
  // grows in place: joining a list of chunks would need twice the memory
  const buffer = new ArrayBuffer(0, { maxByteLength: limit });
  let size = 0;
  const digest = await readChunks(file, limit, (chunk) => {
    if (size + chunk.length > buffer.byteLength) {
      buffer.resize(Math.min(limit, Math.max(size + chunk.length, buffer.byteLength + GROWTH_BYTES)));
    }
    new Uint8Array(buffer, size, chunk.length).set(chunk);
    size += chunk.length;
  });
  return { ...digest, bytes: new Uint8Array(buffer, 0, size) };
}

/**
 * Reads a file in chunks, uncompressed in the same way; `take` receives at most `limit` bytes in all. A gzip
 * bomb is refused during decompression.
 *
 * @throws MeshRefused if the file is too large, truncated or damaged
 */
export async function readChunks(
  file: AsyncIterable<Uint8Array>,
  limit: number,
  take: (chunk: Uint8Array) => void,
): Promise<Digest> {
  const { head, whole } = await peek(file);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  if (!isGzip) return { isGzip, md5: await digestOf(whole, () => limit, take) };
  let compressed = 0;
  const count = async function* () {
    for await (const chunk of whole) {
      compressed += chunk.length;
      yield chunk;
    }
  };
  const limitNow = () => Math.min(limit, FREE_BYTES + MAX_RATIO * compressed);
  try {
    const md5 = await pipeline(count(), createGunzip({ chunkSize: CHUNK_BYTES }), (chunks) =>
      digestOf(chunks, limitNow, take),
    );
    return { isGzip, md5 };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_')) throw new MeshRefused([`truncated or damaged gzip: ${message}`]);
    throw error;
  }
}

async function digestOf(
  chunks: AsyncIterable<Uint8Array>,
  limit: () => number,
  take: (chunk: Uint8Array) => void,
): Promise<string> {
  const hash = createHash('md5');
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit()) throw new TooLarge(limit());
    hash.update(chunk);
    take(chunk);
  }
  if (size === 0) throw new MeshRefused(['the file is empty']);
  return hash.digest('hex');
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
