/** The text of a file that may be gzipped, which its first bytes tell. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MAX_UPLOAD_BYTES } from '../batch-fields.ts';
import { InputRefused } from './input-refused.ts';

const MAGIC = [0x1f, 0x8b] as const;

/** @throws InputRefused for gzip that is damaged, or unpacks to more than may be uploaded */
export async function* inflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array();
  while (first.length < MAGIC.length) {
    const { done, value } = await iterator.next();
    if (done) break;
    first = first.length === 0 ? value : Buffer.concat([first, value]);
  }
  const all = async function* () {
    if (first.length > 0) yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  if (MAGIC.every((byte, i) => first[i] === byte)) yield* gunzipped(all());
  else yield* all();
}

async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const source = Readable.from(chunks).on('error', (error) => gunzip.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_UPLOAD_BYTES) {
        throw new InputRefused('The file unpacks to more than 1 GiB: send it in parts.');
      }
      yield chunk;
    }
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    throw new InputRefused('The file is gzip that is damaged or cut off.');
  } finally {
    source.destroy();
  }
}
