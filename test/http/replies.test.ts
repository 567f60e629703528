import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { render } from '../../lib/http/replies.ts';

const large = { text: 'ice '.repeat(1000) };

describe('a reply', () => {
  it('is compressed only for a client that accepts it, and if it is worth it', () => {
    expect(render({ status: 200, json: large }, false)).toMatchObject({ body: JSON.stringify(large) });
    const gzipped = render({ status: 200, json: large }, true);
    expect(gzipped).toMatchObject({ isBase64Encoded: true, headers: { 'Content-Encoding': 'gzip' } });
    expect(JSON.parse(gunzipSync(Buffer.from(gzipped.body, 'base64')).toString())).toEqual(large);
    expect(render({ status: 200, json: {} }, true).body).toBe('{}');
  });

  it('passes stored gzip through, or undoes it', () => {
    const gzippedJson = gzipSync('{"routes":[]}');
    expect(render({ status: 200, gzippedJson }, true).body).toBe(gzippedJson.toString('base64'));
    expect(render({ status: 200, gzippedJson }, false)).toMatchObject({
      body: '{"routes":[]}',
      headers: { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' },
    });
  });

  it('that is too large for a Lambda to send is a 406 that tells what to ask for', () => {
    const refused = expect.objectContaining({ status: 406, message: expect.stringContaining('gzip') });
    const gzippedJson = gzipSync('x'.repeat(5_000_000));
    expect(() => render({ status: 200, gzippedJson }, false)).toThrow(refused);
    expect(() => render({ status: 200, json: 'x'.repeat(5_000_000) }, false)).toThrow(refused);
    expect(render({ status: 200, gzippedJson }, true).statusCode).toBe(200);
    const noise = randomBytes(5_000_000).toString('base64');
    expect(() => render({ status: 200, json: noise }, true)).toThrow(
      expect.objectContaining({ status: 406 }),
    );
  });

  it('without a body has none', () => {
    expect(render({ status: 204 }, true)).toEqual({ statusCode: 204, headers: {}, body: '' });
  });
});
