import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readChunks, readContent } from '../../../lib/meshes/read/read-content.ts';

async function* inChunks(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Members of a mebibyte each, as many as one gzip of all of them uncompresses to, and made in no time. */
const gzipOfZeros = (mebibytes: number): Buffer => {
  const member = gzipSync(Buffer.alloc(2 ** 20));
  return Buffer.concat(Array.from({ length: mebibytes }, () => member));
};

const text = Buffer.from('{"config": {}}'.repeat(100));
const md5 = createHash('md5').update(text).digest('hex');

it.each([
  ['as it is', text],
  ['gzip', gzipSync(text)],
  ['gzip in two members', Buffer.concat([gzipSync(text.subarray(0, 500)), gzipSync(text.subarray(500))])],
])('has the bytes and their md5: %s', async (_, bytes) => {
  for (const size of [1, 7, 1e6]) {
    const content = await readContent(inChunks(bytes, size), 10_000);
    expect(Buffer.from(content.bytes).equals(text)).toBe(true);
    expect(content.md5).toBe(md5);
  }
});

describe('what is refused', () => {
  it.each([
    ['a truncated gzip', gzipSync(text).subarray(0, 40), /truncated or damaged gzip/],
    ['a gzip of nothing but its magic', Buffer.from([0x1f, 0x8b]), /truncated or damaged gzip/],
    ['a damaged gzip', Buffer.from(gzipSync(text)).fill(0, 12, 30), /truncated or damaged gzip/],
    ['nothing', Buffer.alloc(0), /the file is empty/],
    ['a gzip of nothing', gzipSync(''), /the file is empty/],
    ['too much', Buffer.alloc(10_001), /too large: expected at most 10000 bytes/],
  ])('%s', async (_, bytes, reason) => {
    await expect(readContent(inChunks(bytes, 100), 10_000)).rejects.toThrow(reason);
  });

  it('a gzip bomb, without uncompressing it whole', async () => {
    const bomb = gzipOfZeros(256); // 260 KB
    let chunksRead = 0;
    const counted = async function* () {
      for await (const chunk of inChunks(bomb, 1024)) {
        chunksRead++;
        yield chunk;
      }
    };
    await expect(readContent(counted(), 2 ** 20)).rejects.toThrow(/too large/);
    expect(chunksRead).toBeLessThan(bomb.length / 1024 / 2);
  });
});

it('a gzip that uncompresses to a hundred times its size is a bomb only above 256 MiB', async () => {
  const bomb = gzipOfZeros(300);
  let taken = 0;
  const reading = readChunks(inChunks(bomb, 1024), 2 ** 31, (chunk) => {
    taken += chunk.length;
  });
  await expect(reading).rejects.toThrow(/^too large: expected at most \d{9} bytes uncompressed, found more$/);
  expect(taken).toBeGreaterThanOrEqual(256 * 2 ** 20);
});

it('passes on what goes wrong with the reading itself', async () => {
  const broken = async function* () {
    yield gzipSync(text).subarray(0, 30);
    throw new Error('connection reset');
  };
  await expect(readContent(broken(), 10_000)).rejects.toThrow('connection reset');
});
