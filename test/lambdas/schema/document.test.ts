import '../environment.ts';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { handler } from '../../../lambdas/schema/document.ts';
import { openApi } from '../../../lib/api/openapi.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { invoke } from '../invoke.ts';

const expected = JSON.parse(JSON.stringify(openApi(packageJson.version, 'https://api.example/dev')));
const get = (accept?: string) =>
  invoke(handler, 'GET /api/schema/', { headers: accept === undefined ? {} : { Accept: accept } });

describe('GET /api/schema/', () => {
  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/json,*/*',
    'application/yaml;q=0.5, application/json',
    'application/yaml;q=0',
    'text/html,application/xml;q=0.9,*/*;q=0.8',
  ])('is JSON for a client that accepts %s', async (accept) => {
    const { status, headers, json } = await get(accept);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      Vary: 'Origin, Accept, Accept-Encoding',
    });
    expect(json).toEqual(expected);
  });

  it.each([
    'application/yaml',
    'text/yaml, */*;q=0.1',
    'application/x-yaml',
    'application/vnd.oai.openapi',
    'application/json;q=0.5, application/YAML',
  ])('is YAML for a client that accepts %s', async (accept) => {
    const { status, headers, text } = await get(accept);
    expect(status).toBe(200);
    expect(headers['Content-Type']).toBe('application/yaml');
    expect(load(text)).toEqual(expected);
  });

  it('says which operations take an API key', async () => {
    const { paths, security, components } = (await get()).json;
    expect(security).toEqual([{}, { ApiKey: [] }]);
    expect(components.securitySchemes.ApiKey).toMatchObject({ in: 'header', name: 'X-Api-Key' });
    expect(paths['/health'].get.security).toEqual([]);
    expect(paths['/api/route'].post).not.toHaveProperty('security');
  });
});
