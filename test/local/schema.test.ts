import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../lib/api/operations.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.end());

const fetched = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, service.stack.apiUrl), { headers });

test('the schema is that of the service that is asked, and each of its paths is known there', async () => {
  const { status, body } = await service.get('/api/schema/');
  expect(status).toBe(200);
  expect(body.servers).toEqual([{ url: service.stack.apiUrl }]);
  for (const { id, path, method } of operations) {
    expect(body.paths[path][method.toLowerCase()].operationId).toBe(id);
  }
  const yaml = await fetched('/api/schema/', { Accept: 'application/yaml' });
  expect(yaml.headers.get('content-type')).toBe('application/yaml');
  expect(await yaml.text()).toMatch(/^openapi: 3\.1\.0\n/);
});

test.each(['/api/schema/swagger-ui/', '/api/schema/swagger-ui'])(
  '%s is a page that loads its own files and nothing else',
  async (path) => {
    const page = await fetched(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    const html = await page.text();
    const links = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, link]) => link!);
    expect(links).toHaveLength(4);
    for (const link of links) {
      const file = await fetched(link, { 'Accept-Encoding': 'br' });
      expect(file.status).toBe(200);
      expect(file.headers.get('content-encoding')).toBe('br');
      expect(file.headers.get('cache-control')).toMatch(/immutable/);
      expect((await file.text()).length).toBeGreaterThan(100);
    }
    const tag = page.headers.get('etag')!;
    expect((await fetched(path, { 'If-None-Match': tag })).status).toBe(304);
  },
);

test('a file that the page does not have is a 404', async () => {
  expect((await service.get('/api/schema/swagger-ui/none.js')).status).toBe(404);
});
