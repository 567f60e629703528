import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functionIds, handlerIds } from '../../lib/stack/functions.ts';
import { storedBundles } from '../../lib/stack/stored-bundles.ts';
import { variables } from '../lambdas/variables.ts';

/**
 * What a function loads at a cold start, KB at most. Lambda loads two megabytes in about a second; more than this is a
 * package by mistake, or one that a request may load when it needs it.
 */
const MOST_LOADED_KB: Readonly<Record<string, number>> = {
  'jobs/get': 500,
  'routes/request': 1000,
  // the engine, and what chooses sets of stops, orders, speeds and departures
  'jobs/calculate': 1140,
  // the engine, also for a sea that changes, and readers of every format of route
  'routes/evaluate': 1460,
  // the engine, and what writes Parquet
  'batches/calculate': 1230,
  // the engine, which prices routes on other meshes
  'batches/price': 1070,
  // the clients of three services
  'batches/write': 750,
  // the clients of two services
  'watches/write': 660,
  // the engine, as to evaluate, and the client of what it tells
  'watches/check': 1455,
};
const MOST_LOADED_BY_OTHERS_KB = 900;
/** Light operations share a function, which reads tables and loads neither meshes nor the engine. */
const MOST_LOADED_BY_SHARED_KB = 605;

const environment = { PATH: process.env.PATH, ...variables };

/** All functions, made beside other tests on a busy machine. */
const MADE_WITHIN_MS = 300_000;

describe('the bundles of a deployment', () => {
  // Outside the repository, so that nothing can be found that was not bundled.
  const folder = mkdtempSync(join(tmpdir(), 'polynya-bundles-'));
  const fileOf = (functionId: string) => join(folder, functionId, 'index.mjs');

  /** Bytes of a file and of what it imports before it runs. */
  const loadedBytes = (file: string, seen = new Set<string>()): number => {
    if (seen.has(file)) return 0;
    seen.add(file);
    const imported = readFileSync(file, 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.mjs)"/g);
    const others = [...imported].map(([, name]) => loadedBytes(join(dirname(file), name!), seen));
    return others.reduce((sum, each) => sum + each, statSync(file).size);
  };

  const runInNode = async (script: string): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--enable-source-maps', '--input-type=module', '--eval', script],
      { cwd: folder, env: environment },
    );
    return JSON.parse(stdout.trim().split('\n').at(-1)!);
  };

  // made once in a run of everything: the synthesis uses them too
  beforeAll(async () => {
    const stored = await storedBundles(functionIds, 'deployed');
    await stored.made;
    cpSync(stored.folder, folder, { recursive: true });
  }, MADE_WITHIN_MS);
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(functionIds)('%s is small', (functionId) => {
    const most =
      MOST_LOADED_KB[functionId] ??
      (handlerIds.includes(functionId) ? MOST_LOADED_BY_OTHERS_KB : MOST_LOADED_BY_SHARED_KB);
    expect(loadedBytes(fileOf(functionId)) / 1000).toBeLessThan(most);
  });

  test('each loads by itself and has a handler', async () => {
    const script = `const types = {};
      for (const id of ${JSON.stringify(functionIds)}) {
        types[id] = typeof (await import(${JSON.stringify(folder)} + '/' + id + '/index.mjs')).handler;
      }
      console.log(JSON.stringify(types));`;
    expect(await runInNode(script)).toEqual(Object.fromEntries(functionIds.map((id) => [id, 'function'])));
  });

  test('fallback answers a proxy event', async () => {
    const event = {
      httpMethod: 'PATCH',
      resource: '/api/route',
      path: '/api/route/',
      headers: {},
      multiValueHeaders: {},
      requestContext: { path: '/development/api/route/', requestId: 'r' },
      body: null,
      isBase64Encoded: false,
    };
    const script = `const { handler } = await import(${JSON.stringify(fileOf('fallback'))});
      console.log(JSON.stringify(await handler(${JSON.stringify(event)}, {})));`;
    expect(await runInNode(script)).toMatchObject({ statusCode: 405, headers: { Allow: 'POST' } });
  });

  test('console/read serves the page, and its files compressed', async () => {
    const event = (path: string, resource: string, headers: Record<string, string> = {}) => ({
      httpMethod: 'GET',
      resource,
      path,
      headers: { Host: 'api.example', ...headers },
      multiValueHeaders: {},
      requestContext: { path: `/development${path}`, requestId: 'r' },
      body: null,
      isBase64Encoded: false,
    });
    // biome-ignore lint/suspicious/noExplicitAny: the answers are what is looked at
    const answers = async (events: object[]): Promise<any> =>
      runInNode(`const { handler } = await import(${JSON.stringify(fileOf('console/read'))});
        const answers = [];
        for (const event of ${JSON.stringify(events)}) answers.push(await handler(event, {}));
        console.log(JSON.stringify(answers));`);
    const [page] = await answers([event('/', '/')]);
    expect(page).toMatchObject({ statusCode: 200, headers: { 'Cache-Control': 'no-cache' } });
    expect(page.headers['Content-Security-Policy']).toContain(
      "connect-src 'self' https://mesh-bucket.s3.eu-west-2.amazonaws.com https://batch-bucket.s3.eu-west-2.amazonaws.com;",
    );
    const [, script] = /src="(\/development\/console\/main-[^"]+)"/.exec(page.body)!;
    const name = script!.split('/').at(-1);
    const [file, again, none, outside] = await answers([
      event(`/console/${name}`, '/console/{file}', { 'Accept-Encoding': 'gzip, br' }),
      event('/', '/', { 'If-None-Match': page.headers.ETag }),
      event('/console/none.js', '/console/{file}'),
      event('/console/..%2Findex.mjs', '/console/{file}'),
    ]);
    expect(file).toMatchObject({
      statusCode: 200,
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Content-Encoding': 'br',
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    });
    expect(again).toMatchObject({ statusCode: 304 });
    expect(none).toMatchObject({ statusCode: 404 });
    expect(outside).toMatchObject({ statusCode: 404 });
  });
});
