import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleRoute } from '../../lib/api/example-route.ts';
import { continueRouteCommand } from '../../lib/cli/continue-route.ts';
import { requestRouteCommand } from '../../lib/cli/request-route.ts';
import { standardLocations } from '../../lib/locations/locations.ts';
import { type Run, runInProcess } from './run-in-process.ts';

const command = join(import.meta.dirname, '../../bin/request_route.ts');
const jobId = '6f1c0ed2-9f5c-4c5a-8f0e-4f5f3f0c9d11';
const route = exampleRoute;

interface Seen {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

let server: Server;
let url: string;
let seen: Seen[];
/** What the service answers to `METHOD /path`, one after the other; the last one again and again. */
let answers: Record<string, [status: number, body: unknown][]>;

const job = (status: string, more = {}): [number, unknown] => [200, { id: jobId, status, ...more }];
const success = job('SUCCESS', { route_id: 9, route_url: 'http://elsewhere/api/route/9' });

beforeEach(async () => {
  seen = [];
  answers = {
    'POST /api/route': [[202, { id: jobId, 'status-url': `http://elsewhere/api/job/${jobId}` }]],
    [`GET /api/job/${jobId}`]: [job('PENDING'), job('STARTED'), success],
    'GET /api/route/9': [[200, route]],
  };
  server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    const line = `${request.method} ${request.url}`;
    seen.push({ line, headers: request.headers, body: text && JSON.parse(text) });
    const queue = answers[line] ?? [[404, { error: `There is no path ${request.url}.` }]];
    const [status, body] = queue.length > 1 ? queue.shift()! : queue[0]!;
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

/** In this process: most of what is asked here has nothing to do with processes, and they are slow. */
async function run(args: string[], env: Record<string, string> = {}): Promise<Run> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return runInProcess(requestRouteCommand(), args);
}

const runAsProcess = (args: string[], env = {}): Promise<Run> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const request = (...more: string[]) =>
  run(['-u', url, '-s', 'falklands', '-e', 'rothera', '-d', '0', ...more]);
const lines = () => seen.map(({ line }) => line);
/** The last line of standard error, and the only one that is not a response. */
const oneLine = /(?:^|\n)request_route: [^\n]+\n$/;

describe('a route', () => {
  test('is requested, awaited, got and printed with every response', async () => {
    const args = ['-u', url, '-s', 'falklands', '-e', 'rothera', '-d', '0'];
    const { code, stdout, stderr } = await runAsProcess(args);
    expect(code).toBe(0);
    const status = `GET /api/job/${jobId}`;
    expect(lines()).toEqual(['POST /api/route', status, status, status, 'GET /api/route/9']);
    expect(stderr.match(/^(POST|GET) .*$/gm)).toEqual([
      `POST ${url}/api/route: 202 Accepted`,
      ...Array(3).fill(`GET ${url}/api/job/${jobId}: 200 OK`),
      `GET ${url}/api/route/9: 200 OK`,
    ]);
    for (const word of ['PENDING', 'STARTED', 'SUCCESS']) expect(stderr).toContain(`"${word}"`);
    expect(JSON.parse(stdout)).toEqual(route);
  });

  test('is asked for by standard names, coordinates as text', async () => {
    await request();
    expect(seen[0]!.headers['content-type']).toBe('application/json');
    expect(seen[0]!.body).toEqual({
      start_lat: '-51.731',
      start_lon: '-57.706',
      start_name: 'Falklands',
      end_lat: '-67.764',
      end_lon: '-68.02',
      end_name: 'Rothera',
    });
  });

  test('is asked for by coordinates that begin with a minus', async () => {
    await run(['-u', url, '-d', '0', '-s', '-51.7,-57.7', '-e', '-67.76, 0']);
    expect(seen[0]!.body).toEqual({
      start_lat: '-51.7',
      start_lon: '-57.7',
      end_lat: '-67.76',
      end_lon: '0',
    });
  });

  test('is asked for on a mesh, and anew', async () => {
    await request('-m', '7', '-f', '--vehicle', 'SDA');
    expect(seen[0]!.body).toMatchObject({ mesh_id: 7, vehicle_type: 'SDA', force_new_route: true });
  });

  test('is continued from where the ship is', async () => {
    answers['POST /api/route/4/continue'] = answers['POST /api/route']!;
    const sent = ['4', '-u', url, '-d', '0', '--at', '-60.5,-62.1'];
    const at = { time: '2026-11-23T06:00Z', done: ['CTD 1', 'CTD 2'] };
    const more = ['--time', at.time, '--done', 'CTD 1', '--done', 'CTD 2'];
    const { code, stdout } = await runInProcess(continueRouteCommand(), [...sent, ...more]);
    expect([code, JSON.parse(stdout)]).toEqual([0, route]);
    expect(seen[0]).toMatchObject({
      line: 'POST /api/route/4/continue',
      body: { lat: -60.5, lon: -62.1, ...at },
    });
    await runInProcess(continueRouteCommand(), sent);
    const { time, done } = seen.at(-3)!.body as typeof at;
    expect([Math.abs(Date.parse(time) - Date.now()) < 60_000, done]).toEqual([true, []]);
  });

  test('is asked for with tags and a vehicle', async () => {
    await request('-t', 'one', 'two', '-t', 'three', '--vehicle', 'SDA');
    expect(seen[0]!.body).toMatchObject({ tags: ['one', 'two', 'three'], vehicle_type: 'SDA' });
  });

  test('waits at the service, no longer than the delay', async () => {
    await request();
    expect(seen.slice(1, 4).map(({ headers }) => headers.prefer)).toEqual(Array(3).fill('wait=0'));
  });

  test('is written in a format of the service', async () => {
    answers['GET /api/route/9?format=gpx&objective=fuel&points=all&version=1.0'] = [[200, '<gpx/>']];
    const { code, stdout } = await request('--format', 'gpx', '--objective', 'fuel', '--points', 'all');
    expect(code).toBe(0);
    expect(stdout).toBe('<gpx/>');
  });

  test('is written as its schedule', async () => {
    answers['GET /api/route/9?format=csv&objective=traveltime&part=schedule&points=sailing&version=1.0'] = [
      [200, 'name,what'],
    ];
    expect((await request('--format', 'csv', '--part', 'schedule')).stdout).toBe('name,what');
    answers['GET /api/route/9?format=ics&objective=traveltime&points=sailing&version=1.0'] = [
      [200, 'BEGIN:VCALENDAR'],
    ];
    expect((await request('--format', 'ics')).stdout).toBe('BEGIN:VCALENDAR');
  });

  test('goes to standard output alone with -o -', async () => {
    expect(JSON.parse((await request('-o', '-')).stdout)).toEqual(route);
  });

  test('that is reused comes without a status request', async () => {
    answers['POST /api/route'] = [[200, { id: jobId, route_id: 9, info: { message: 'reused' } }]];
    expect((await request()).code).toBe(0);
    expect(lines()).toEqual(['POST /api/route', 'GET /api/route/9']);
  });

  test('goes to the file, and only there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'request-route-'));
    const file = join(folder, 'route.json');
    const { code, stdout } = await request('-o', file);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(route);
    expect(stdout).toBe('');
    rmSync(folder, { recursive: true });
  });

  test('is found below a stage, with or without a trailing slash', async () => {
    answers['POST /production/api/route'] = [[200, { id: jobId, route_id: 9 }]];
    answers['GET /production/api/route/9'] = [[200, route]];
    expect((await run(['-u', `${url}/production/`, '-s', 'kep', '-e', 'signy'])).code).toBe(0);
  });

  test('is asked for with a signature', async () => {
    const credentials = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' };
    const { code } = await run(['-u', url, '-s', 'kep', '-e', 'signy', '-d', '0', '--sign'], credentials);
    expect(code).toBe(0);
    for (const { headers } of seen) {
      expect(headers.authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/[\w-]+\/execute-api\//,
      );
    }
  });

  test('is asked for with the API key of the option, before that of the environment', async () => {
    await run(['-u', url, '-s', 'kep', '-e', 'signy', '-d', '0', '--api-key', 'mine'], {
      POLYNYA_API_KEY: 'other',
    });
    expect(seen.map(({ headers }) => headers['x-api-key'])).toEqual(Array(seen.length).fill('mine'));
  });

  test('is asked for with the API key of the environment', async () => {
    await run(['-u', url, '-s', 'kep', '-e', 'signy', '-d', '0'], { POLYNYA_API_KEY: 'secret' });
    expect(seen.map(({ headers }) => headers['x-api-key'])).toEqual(Array(seen.length).fill('secret'));
    expect(seen.length).toBeGreaterThan(2);
  });
});

describe('one line on standard error and exit code 1', () => {
  const failures: [string, () => void, RegExp, string[]?][] = [
    [
      'an HTTP error',
      () => {
        answers['POST /api/route'] = [[404, { error: 'No mesh available.' }]];
      },
      /answered 404: No mesh available\./,
    ],
    [
      'bad fields',
      () => {
        const details = [{ field: 'start_lat', message: 'must be a number' }];
        answers['POST /api/route'] = [[400, { error: 'Bad fields.', details }]];
      },
      /400: Bad fields\.; start_lat must be a number/,
    ],
    [
      'a job that failed',
      () => {
        const info = { error: 'No way\nthrough the ice.', attempts: [] };
        answers[`GET /api/job/${jobId}`] = [job('FAILURE', { info })];
      },
      /the job failed: No way through the ice\./,
    ],
    [
      'a job that was cancelled',
      () => {
        answers[`GET /api/job/${jobId}`] = [job('REVOKED')];
      },
      /the job was cancelled/,
    ],
    [
      'status requests used up',
      () => {
        answers[`GET /api/job/${jobId}`] = [job('STARTED')];
      },
      /no route after 2 status requests, the job is STARTED; ask again at http.*, or give more with -n/,
      ['-n', '2'],
    ],
    [
      'an answer that is not JSON',
      () => {
        answers['POST /api/route'] = [[200, '<html>']];
      },
      /answered 200 OK without JSON: is this the right URL\?/,
    ],
    [
      'a service that is still starting',
      () => {
        answers['POST /api/route'] = [[503, '']];
      },
      /answered 503 Service Unavailable without JSON: try again in a moment/,
    ],
    ['a file that cannot be written', () => {}, /can't write \/: EISDIR/, ['-o', '/']],
  ];

  test('for a folder that does not exist, before anything is requested', async () => {
    const { code, stderr } = await request('-o', '/no/such/route.json');
    expect(stderr).toMatch(/There is no folder \/no\/such\./);
    expect(code).toBe(1);
    expect(seen).toEqual([]);
  });

  test.each(failures)('for %s', async (_, arrange, message, more = []) => {
    arrange();
    const { code, stderr } = await request(...more);
    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });

  test('and exit code 2 where there is no way through', async () => {
    const attempts = [{ mesh_id: 1, outcome: 'inaccessible' }];
    answers[`GET /api/job/${jobId}`] = [job('FAILURE', { info: { error: 'No way.', attempts } })];
    const { code, stderr, stdout } = await request();
    expect(stderr).toMatch(/request_route: the job failed: No way\.\n$/);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test('for a server that cannot be reached, with what to do', async () => {
    const { code, stderr } = await runAsProcess(['-u', 'http://127.0.0.1:9', '-s', 'kep', '-e', 'signy']);
    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(/can't reach http:\/\/127\.0\.0\.1:9 \(.+\): start the service with "npm start"/);
    expect(code).toBe(1);
  });

  test.each([
    [
      'an unknown location',
      ['-s', 'atlantis', '-e', 'rothera'],
      /unknown location "atlantis": .*bird, .*rosyth/,
    ],
    ['a latitude of 91', ['-s', '91,0', '-e', 'rothera'], /the latitude 91 is out of range: give -90 to 90/],
    ['a name of every object', ['-s', 'constructor', '-e', 'rothera'], /unknown location "constructor"/],
    [
      'a URL without a scheme',
      ['-u', 'localhost:8000', '-s', 'kep', '-e', 'kep'],
      /"localhost:8000" is no URL/,
    ],
  ])('for %s, without asking the service', async (_, args, message) => {
    const { code, stderr } = await run(args);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
    expect(seen).toEqual([]);
  });

  test.each([
    ['half a second', ['-s', 'kep', '-e', 'kep', '-d', '0.5'], /must be a whole number from 0/],
    ['no status request', ['-s', 'kep', '-e', 'kep', '-n', '0'], /must be a whole number from 1/],
    ['a mesh that is no number', ['-s', 'kep', '-e', 'kep', '-m', 'x'], /must be a whole number/],
  ])('for %s, before it starts', async (_, args, message) => {
    const { code, stderr } = await run(args);
    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });

  test('for no start, as a program', async () => {
    const { code, stderr } = await runAsProcess(['-e', 'rothera']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toMatch(/required option '-s, --start <location>'/);
    expect(code).toBe(1);
  });
});

test('--help names every option and every location', async () => {
  const { code, stdout } = await run(['--help']);
  expect(code).toBe(0);
  for (const option of ['-u, --url', '-s, --start', '-e, --end', '-d, --delay', '-n, --requests']) {
    expect(stdout).toContain(option);
  }
  for (const option of ['-m, --meshid', '-f, --force', '-o, --output']) expect(stdout).toContain(option);
  for (const { key } of standardLocations) expect(stdout).toContain(key);
});
