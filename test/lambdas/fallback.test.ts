import './environment.ts';
import { describe, expect, it } from 'vitest';
import { handler } from '../../lambdas/fallback.ts';
import type { Operation } from '../../lib/api/operation.ts';
import { operations } from '../../lib/api/operations.ts';
import { invoke } from './invoke.ts';

describe('a known path with another method', () => {
  it.each([
    ['DELETE /api/vehicle', '/api/vehicle', 'POST, GET'],
    ['PUT /api/vehicle/', '/api/vehicle', 'POST, GET'],
    ['POST /api/vehicle/available', '/api/vehicle/available', 'GET'],
    ['PATCH /api/vehicle/SDA', '/api/vehicle/{vessel_type}', 'GET, DELETE'],
    ['GET /api/route', '/api/route', 'POST'],
    ['DELETE /api/route/9/', '/api/route/{route_id}', 'GET'],
    ['POST /base/api/job/x', '/api/job/{job_id}', 'GET, DELETE'],
    ['OPTIONS /api/route', '/api/route', 'POST'],
  ])('%s (%s) is a 405 that allows %s', async (request, resource, allow) => {
    const received = await invoke(handler, request, { resource });
    expect(received).toMatchObject({ status: 405, headers: { Allow: allow } });
    expect(received.json.error).toContain(allow);
  });
});

it.each([
  'GET /',
  'GET /api',
  'GET /api/job',
  'GET /api/vehicle/a/b',
  'GET /%E0%A4%A',
  'POST /api/vehicles',
  'GET //api/vehicle',
])('%s is a 404 in JSON', async (request) => {
  const received = await invoke(handler, request, { resource: '/{proxy+}' });
  expect(received).toMatchObject({ status: 404, headers: { 'Content-Type': 'application/json' } });
  expect(received.json.error).toContain(request.split(' ')[1]);
});

describe('pages of other origins', () => {
  const asking = (Origin: string) => ({
    resource: '/api/route',
    headers: {
      Origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  });

  it('are told what they may send, if theirs is allowed', async () => {
    const received = await invoke(handler, 'OPTIONS /api/route', asking('https://chart.example'));
    expect(received).toMatchObject({
      status: 204,
      headers: {
        'Access-Control-Allow-Origin': 'https://chart.example',
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers': 'content-type',
        Vary: 'Origin',
      },
    });
  });

  it('may read every header that an answer has something to say in', async () => {
    const received = await invoke(handler, 'OPTIONS /api/route', asking('https://chart.example'));
    const exposed = String(received.headers['Access-Control-Expose-Headers']).split(', ');
    const said = (operations as readonly Operation[])
      .filter(({ answers }) => !(304 in answers)) // those are pages
      .flatMap(({ answers }) => Object.values(answers).flatMap(({ headers = {} }) => Object.keys(headers)));
    expect([...exposed, 'Vary']).toEqual(expect.arrayContaining(said));
    expect(exposed).toEqual(expect.arrayContaining(['Allow', 'Retry-After']));
  });

  it('are not let in else', async () => {
    const received = await invoke(handler, 'OPTIONS /api/route', asking('https://evil.example'));
    expect(received.headers).not.toHaveProperty('Access-Control-Allow-Origin');
    expect(received.headers).toHaveProperty('Vary', 'Origin'); // a cache must not give it to the others
  });
});
