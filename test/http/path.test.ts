import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseUrl, pathParameters } from '../../lib/http/path.ts';
import { proxyEvent } from '../lambdas/invoke.ts';

const VEHICLE = '/api/vehicle/{vessel_type}';

describe('path parameters', () => {
  it('are decoded once, whatever they contain', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.constantFrom('', '/', '//'),
        (name, slash) => {
          const path = `/api/vehicle/${encodeURIComponent(name)}${slash}`;
          expect(pathParameters(VEHICLE, path)).toEqual({ vessel_type: name });
        },
      ),
    );
    expect(pathParameters(VEHICLE, '/api/vehicle/a%252Fb')).toEqual({ vessel_type: 'a%2Fb' });
    expect(pathParameters(VEHICLE, '/api/vehicle/a%2Fb')).toEqual({ vessel_type: 'a/b' });
    expect(pathParameters(VEHICLE, '/base/path/api/vehicle/a+b')).toEqual({ vessel_type: 'a+b' });
  });

  it.each(['%', '%zz', '%E0%A4%A', '%ff'])('with the malformed escape %s are a 400', (sequence) => {
    expect(() => pathParameters(VEHICLE, `/api/vehicle/${sequence}`)).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });
});

describe('the base of URLs', () => {
  const base = (prefix: string, headers = {}, path = '/api/vehicle/SDA/') =>
    baseUrl(VEHICLE, proxyEvent(`GET ${path}`, { prefix, headers }));

  it('is scheme, host and stage of the request', () => {
    expect(base('/production')).toBe('https://api.example/production');
    expect(base('')).toBe('https://api.example');
    expect(base('/a/b')).toBe('https://api.example/a/b');
    const local = { Host: 'localhost:8000', 'X-Forwarded-Proto': 'http' };
    expect(base('/development', local)).toBe('http://localhost:8000/development');
    expect(base('', { Host: '', 'X-Forwarded-Proto': 'http' })).toMatch(/^http:\/\/[^/]/);
    expect(base('', { 'X-Forwarded-Proto': 'https, http' })).toBe('https://api.example');
  });

  it('of the root is the stage', () => {
    const event = proxyEvent('GET /', { prefix: '/dev' });
    expect(baseUrl('/', event)).toBe('https://api.example/dev');
    expect(pathParameters('/', '/')).toEqual({});
  });

  it('keeps the base path of a custom domain', () => {
    expect(base('', {}, '/polynya/api/vehicle/SDA')).toBe('https://api.example/polynya');
  });
});
