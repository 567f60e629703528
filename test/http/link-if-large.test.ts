import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { GzippedJson } from '../../lib/api/content.ts';
import { linkIfLarge } from '../../lib/http/link-if-large.ts';

const document = { features: ['Rothera', 'Halley'] };

function bucket() {
  const written = new Map<string, Uint8Array>();
  return {
    written,
    write: async (key: string, bytes: Uint8Array) => void written.set(key, bytes),
    link: async (key: string) => `https://bucket.example/${key}?signed`,
  };
}

test('a document is the answer itself as long as it fits', async () => {
  const files = bucket();
  const answer = await linkIfLarge(files, document);
  expect(answer).toBeInstanceOf(GzippedJson);
  expect(JSON.parse(gunzipSync((answer as GzippedJson).bytes).toString())).toEqual(document);
  expect(files.written.size).toBe(0);
});

test('a large one is stored, gzipped, and linked to; the same document is stored in the same place', async () => {
  const files = bucket();
  const answers = [await linkIfLarge(files, document, 10), await linkIfLarge(files, document, 10)];
  const [[key, bytes]] = files.written as unknown as [[string, Uint8Array]];
  expect(answers).toEqual(Array(2).fill({ url: `https://bucket.example/${key}?signed` }));
  expect(files.written.size).toBe(1);
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(document);
});
