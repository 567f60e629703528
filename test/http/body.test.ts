import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readBody } from '../../lib/http/body.ts';
import type { HttpError } from '../../lib/http/errors.ts';
import { proxyEvent, type Sent } from '../lambdas/invoke.ts';

const schema = z.strictObject({
  name: z.string('must be a string'),
  sizes: z.array(z.number('must be a number')).optional(),
});

function refusal(sent: Sent): HttpError {
  try {
    readBody(proxyEvent('POST /api/route', sent), { schema });
  } catch (error) {
    return error as HttpError;
  }
  throw new Error('The body was accepted');
}
const body = { name: 'ü' };

describe('a JSON body', () => {
  it.each([
    {},
    { base64: true },
    { headers: { 'content-type': 'application/json; charset=utf-8' } },
    { headers: { 'CONTENT-TYPE': 'Application/JSON' } },
    { headers: { 'Content-Type': 'application/geo+json' } },
    { headers: { 'Content-Type': '' } },
  ])('is read from %j', (sent) => {
    expect(readBody(proxyEvent('POST /api/route', { body, ...sent }), { schema })).toEqual(body);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json-ish', 'json'])(
    'of type %s is a 415',
    (type) => expect(refusal({ body, headers: { 'Content-Type': type } }).status).toBe(415),
  );

  it('that is compressed is a 415', () => {
    expect(refusal({ body, headers: { 'Content-Encoding': 'gzip' } }).status).toBe(415);
  });

  it('may have 64 KiB and no more', () => {
    const padded = (bytes: number) => `${JSON.stringify(body)}${' '.repeat(bytes - 13)}`;
    expect(Buffer.byteLength(padded(65_536))).toBe(65_536);
    expect(readBody(proxyEvent('POST /', { body: padded(65_536) }), { schema })).toEqual(body);
    expect(refusal({ body: padded(65_537) }).status).toBe(413);
    expect(refusal({ body: padded(65_537), base64: true }).status).toBe(413);
  });

  it('may be nested 32 levels deep and no more', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;
    const read = (text: string) => readBody(proxyEvent('POST /', { body: text }), { schema: z.object({}) });
    expect(read(nested(32))).toEqual({});
    expect(() => read(nested(33))).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('may be larger where the operation says so', () => {
    const text = `${JSON.stringify(body)}${' '.repeat(100_000)}`;
    const maxBytes = 1024 * 1024;
    expect(readBody(proxyEvent('POST /', { body: text }), { schema, maxBytes })).toEqual(body);
  });

  it.each(['', ' ', '{', '{"a":}', "{'a': 1}", 'NaN', '[1', '{"name": "a"} x', '['.repeat(60_000)])(
    '%j is a 400',
    (text) => expect(refusal({ body: text })).toMatchObject({ status: 400 }),
  );

  it.each(['null', '[]', '"text"', '1', 'true'])('%s is no object, a 400', (text) => {
    expect(refusal({ body: text }).message).toBe('The body must be a JSON object.');
  });

  it('that is not UTF-8 is a 400', () => {
    const bytes = new Uint8Array([...Buffer.from('{"name": "'), 0xff, ...Buffer.from('"}')]);
    expect(refusal({ body: bytes, base64: true }).message).toBe('The body is not valid UTF-8 text.');
  });

  it('never throws anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(refusal({ body: text }).status).toBe(400);
      }),
    );
  });
});

it('names every bad field at once, unknown ones among them', () => {
  expect(refusal({ body: { sizes: [1, 'x'], colour: 1, 'a b': 2 } }).details).toEqual([
    { field: 'name', message: 'is required' },
    { field: 'sizes.1', message: 'must be a number' },
    { field: 'colour', message: 'is not a known field' },
    { field: 'a b', message: 'is not a known field' },
  ]);
});

describe('a body that is JSON or a file, of no type that is named', () => {
  const file = { types: ['text/csv'], field: 'route' };
  const read = (body: unknown) => {
    const sent = { body, headers: { 'Content-Type': '' } } as Sent;
    return readBody(proxyEvent('POST /', sent), { schema: z.looseObject({}), file });
  };

  it.each([{ route: 'x' }, { lat: 1, lon: 2 }, { route: 'x', type: 'y' }, {}])(
    'is the request where it is JSON, but no GeoJSON: %j',
    (body) => expect(read(body)).toEqual(body),
  );

  it.each(['lat,lon\n1,2\n', '{"type": "LineString", "coordinates": []}', '[1]', '{'])(
    'is else the file: %j',
    (text) => expect(read(text)).toEqual({ route: Buffer.from(text) }),
  );
});
