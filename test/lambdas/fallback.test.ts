import './environment.ts';
import { describe, expect, it } from 'vitest';
import { handler } from '../../lambdas/fallback.ts';
import { invoke } from './invoke.ts';

describe('a known path with another method', () => {
  it.each([
    ['DELETE /api/vehicle', 'POST, GET'],
    ['PUT /api/vehicle/', 'POST, GET'],
    ['POST /api/vehicle/available', 'GET'],
    ['PATCH /api/vehicle/SDA', 'GET, DELETE'],
    ['GET /api/route', 'POST'],
    ['DELETE /api/route/9/', 'GET'],
    ['POST /api/job/x', 'GET, DELETE'],
    ['OPTIONS /api/route', 'POST'],
  ])('%s is a 405 that allows %s', async (request, allow) => {
    const received = await invoke(handler, request);
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
  const received = await invoke(handler, request);
  expect(received).toMatchObject({ status: 404, headers: { 'Content-Type': 'application/json' } });
  expect(received.json.error).toContain(request.split(' ')[1]);
});

describe('pages of other origins', () => {
  const asking = (Origin: string) => ({
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

  it('are not let in else', async () => {
    const received = await invoke(handler, 'OPTIONS /api/route', asking('https://evil.example'));
    expect(received.headers).not.toHaveProperty('Access-Control-Allow-Origin');
  });
});
