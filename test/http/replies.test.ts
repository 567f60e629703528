import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { GzippedJson, MediaContent } from '../../lib/api/content.ts';
import { render } from '../../lib/http/replies.ts';

const large = { text: 'ice '.repeat(1000) };

describe('a reply', () => {
  it('is compressed only for a client that accepts it, and if it is worth it', () => {
    expect(render({ status: 200, content: large }, false)).toMatchObject({ body: JSON.stringify(large) });
    const gzipped = render({ status: 200, content: large }, true);
    expect(gzipped).toMatchObject({ isBase64Encoded: true, headers: { 'Content-Encoding': 'gzip' } });
    expect(JSON.parse(gunzipSync(Buffer.from(gzipped.body, 'base64')).toString())).toEqual(large);
    expect(render({ status: 200, content: {} }, true).body).toBe('{}');
  });

  it('passes stored gzip through, or undoes it', () => {
    const gzippedJson = gzipSync('{"routes":[]}');
    const stored = new GzippedJson(gzippedJson);
    expect(render({ status: 200, content: stored }, true).body).toBe(gzippedJson.toString('base64'));
    expect(render({ status: 200, content: stored }, false)).toMatchObject({
      body: '{"routes":[]}',
      headers: { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' },
    });
  });

  it('that is too large for a Lambda to send is a 406 that tells what to ask for', () => {
    const refused = expect.objectContaining({ status: 406, message: expect.stringContaining('gzip') });
    const stored = new GzippedJson(gzipSync('x'.repeat(5_000_000)));
    expect(() => render({ status: 200, content: stored }, false)).toThrow(refused);
    expect(() => render({ status: 200, content: 'x'.repeat(5_000_000) }, false)).toThrow(refused);
    expect(render({ status: 200, content: stored }, true).statusCode).toBe(200);
    const noise = randomBytes(5_000_000).toString('base64');
    expect(() => render({ status: 200, content: noise }, true)).toThrow(
      expect.objectContaining({ status: 406 }),
    );
  });

  it('of another media type is sent as that type, bytes as base64', () => {
    const csv = new MediaContent('text/csv', 'a,b');
    expect(render({ status: 200, content: csv }, true)).toMatchObject({
      body: 'a,b',
      headers: { 'Content-Type': 'text/csv' },
    });
    const png = new MediaContent('image/png', new Uint8Array([255, 0]));
    expect(render({ status: 200, content: png }, true)).toMatchObject({
      body: '/wA=',
      isBase64Encoded: true,
    });
  });

  it('that is encoded already is sent as it is', () => {
    const content = new MediaContent('text/css', new Uint8Array([1, 2, 3]));
    const headers = { 'Content-Encoding': 'br', ETag: undefined };
    expect(render({ status: 200, content, headers }, false)).toEqual({
      statusCode: 200,
      body: 'AQID',
      isBase64Encoded: true,
      headers: { 'Content-Encoding': 'br', 'Content-Type': 'text/css' },
    });
  });

  it('without a body has none', () => {
    expect(render({ status: 204 }, true)).toEqual({ statusCode: 204, headers: {}, body: '' });
  });
});
