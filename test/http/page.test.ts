import '../lambdas/environment.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../lib/api/schema.ts';
import { pageEndpoint } from '../../lib/http/page.ts';
import { PageFiles } from '../../lib/http/page-files.ts';
import { writePage } from '../../lib/stack/write-page.ts';
import { invoke } from '../lambdas/invoke.ts';

const folder = mkdtempSync(join(tmpdir(), 'polynya-page-'));
beforeAll(() =>
  writePage(folder, {
    html: Buffer.from('<script src="{{start}}"></script><meta content="{{settings}}">'),
    files: new Map([['start-1.js', Buffer.from('start()')]]),
    names: { start: 'start-1.js' },
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

const get = (path: string, auth: string) => {
  const files = new PageFiles(folder);
  const settings = (root: string) => ({ root });
  return invoke(pageEndpoint(schema.page, { files, auth, settings }), `GET ${path}`, {
    resource: path.endsWith('.js') ? schema.page.path : schema.page.otherPaths[0],
  });
};

it.each(['none', 'api-key'])('a page is served with auth=%s, with paths below the stage', async (auth) => {
  const { status, headers, text } = await get('/api/schema/swagger-ui/', auth);
  expect(status).toBe(200);
  expect(headers['Content-Security-Policy']).toContain("; connect-src 'self';");
  expect(text).toContain('src="/dev/api/schema/swagger-ui/start-1.js"');
  expect(text).toContain('{&#34;root&#34;:&#34;/dev&#34;');
  expect((await get('/api/schema/swagger-ui/start-1.js', auth)).text).toBe('start()');
});

it.each(['/api/schema/swagger-ui/', '/api/schema/swagger-ui/start-1.js'])(
  '%s is a 404 where requests must be signed',
  async (path) => {
    expect(await get(path, 'iam')).toMatchObject({
      status: 404,
      json: { error: expect.stringContaining('auth=iam') },
    });
  },
);
