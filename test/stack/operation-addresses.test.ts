import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { operationAddresses } from '../../lib/stack/operation-addresses.ts';

const root = join(import.meta.dirname, '../..');

test('the page’s bundle has the methods and paths of operations, and none of their schemas', async () => {
  const contents = `
    import { reach } from './lib/api/reach.ts';
    import { pathOf } from './lib/api/operation.ts';
    import { routes } from './lib/api/routes.ts';
    export default [routes.get, routes.request, reach, pathOf(routes.get, { route_id: 9 })];`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    plugins: [operationAddresses],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const { text } = outputFiles[0]!;
  expect((await import(`data:text/javascript,${encodeURIComponent(text)}`)).default).toEqual([
    { id: 'routes/get', method: 'GET', path: '/api/route/{route_id}' },
    { id: 'routes/request', method: 'POST', path: '/api/route' },
    { id: 'routes/reach', method: 'POST', path: '/api/reach' },
    '/api/route/9',
  ]);
  expect(text.length).toBeLessThan(5000);
});

test('the page has no path of the API of its own', () => {
  const files = globSync('lib/console/**/*.{ts,tsx}', { cwd: root, exclude: ['lib/console/schema/**'] });
  const withPaths = files.filter((file) => /['"`]\/api\//.test(readFileSync(join(root, file), 'utf8')));
  expect(withPaths).toEqual([]);
});
