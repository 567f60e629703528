import { describe, expect, it } from 'vitest';
import { acceptsGzip, header } from '../../lib/http/headers.ts';

const sent = (value?: string) => ({
  headers: value === undefined ? {} : { 'accept-ENCODING': value },
  multiValueHeaders: {},
});

describe('Accept-Encoding', () => {
  it.each(['gzip', 'GZIP', 'deflate, gzip;q=0.5, br', '*', 'x-gzip', 'br;q=1, *;q=0.1', ' gzip ; q=1 '])(
    '%j allows gzip',
    (value) => expect(acceptsGzip(sent(value))).toBe(true),
  );
  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.0, *', '*;q=0', 'gzip;q=x'])(
    '%j does not',
    (value) => expect(acceptsGzip(sent(value))).toBe(false),
  );
});

it('joins a repeated header', () => {
  const event = { headers: { Accept: 'b' }, multiValueHeaders: { Accept: ['a', 'b'] } };
  expect(header(event, 'accept')).toBe('a,b');
  expect(header({ headers: null, multiValueHeaders: null } as never, 'accept')).toBeUndefined();
});
