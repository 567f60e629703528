/**
 * What every deployment of the service has to do, over HTTP alone. `npm run test:slow` checks a local service,
 * `npm run acceptance -- --url URL` a deployed one. Everything that is created is removed again, but for one route.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '../../lib/api/jobs.ts';
import { type Operation, pathOf } from '../../lib/api/operation.ts';
import { routes } from '../../lib/api/routes.ts';
import { service } from '../../lib/api/service.ts';
import { vehicles } from '../../lib/api/vehicles.ts';
import { expectDefined } from '../defined-answer.ts';
import { acceptanceTarget, type Target } from './target.ts';

const POLL_MS = 250;
const MAX_POLLS = 400;

let target: Target;
beforeAll(async () => {
  target = await acceptanceTarget();
});
afterAll(() => target?.stop());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: checked against the schema of its operation
  readonly body: any;
}

async function send(method: string, path: string, body?: unknown, contentType = 'application/json') {
  const request = {
    method,
    url: `${target.url.replace(/\/+$/, '')}${path}`,
    headers: {
      ...(body !== undefined && { 'Content-Type': contentType }),
      ...(target.apiKey && { 'X-Api-Key': target.apiKey }),
    },
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
  };
  const headers = target.sign ? await target.sign(request) : request.headers;
  const response = await fetch(request.url, { ...request, headers, body: request.body ?? null });
  const text = await response.text();
  const answer: Answer = {
    status: response.status,
    headers: response.headers,
    body: text ? JSON.parse(text) : undefined,
  };
  expectDefined(`${method} ${path}`, answer.status, answer.body);
  return answer;
}

const call = (operation: Operation, parameters: Record<string, string | number> = {}, body?: unknown) =>
  send(operation.method, pathOf(operation, parameters as never), body);

describe('every answer', () => {
  it('is JSON, with and without a trailing slash', async () => {
    const answers = [await send('GET', '/api/vehicle'), await send('GET', '/api/vehicle/')];
    for (const { status, headers } of answers) {
      expect([status, headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
      ]);
    }
    expect(answers[0]!.body).toEqual(answers[1]!.body);
  });

  it('to an unknown path is a 404, to another method a 405 that names the right ones', async () => {
    expect((await send('GET', '/api/nothing')).status).toBe(404);
    const answer = await send('DELETE', '/api/vehicle');
    expect([answer.status, answer.headers.get('allow')?.split(/, */).sort()]).toEqual([405, ['GET', 'POST']]);
  });

  it('to a body that is no JSON, of another type, or too large says so', async () => {
    const { path } = vehicles.create;
    expect((await send('POST', path, '{"vessel_type":')).status).toBe(400);
    expect((await send('POST', path, '<a/>', 'application/xml')).status).toBe(415);
    expect((await send('POST', path, JSON.stringify('x'.repeat(70_000)))).status).toBe(413);
  });

  it('to a body with bad fields names every one of them', async () => {
    const { status, body } = await call(routes.request, {}, { start_lat: 91, end_lat: 'x', surprise: 1 });
    expect(status).toBe(400);
    const fields = body.details.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(['end_lat', 'end_lon', 'start_lat', 'start_lon', 'surprise']);
  });
});

it('the service is healthy', async () => {
  expect((await call(service.health)).body.status).toBe('ok');
});

it('a vehicle is created once, replaced when asked, listed and removed', async () => {
  const vessel_type = `acceptance ${crypto.randomUUID()}`;
  const vehicle = { ...vehicles.create.body.example, vessel_type };
  const created = await call(vehicles.create, {}, vehicle);
  expect([created.status, created.body]).toEqual([201, { vessel_type }]);
  try {
    expect((await call(vehicles.create, {}, vehicle)).status).toBe(409);
    const replaced = await call(vehicles.create, {}, { ...vehicle, max_speed: 20, force_properties: 'true' });
    expect(replaced.status).toBe(200);
    expect((await call(vehicles.get, { vessel_type })).body).toEqual({ ...vehicle, max_speed: 20 });
    expect((await call(vehicles.list)).body).toContainEqual({ ...vehicle, max_speed: 20 });
    expect((await call(vehicles['list-types'])).body.vessel_types).toContain(vessel_type);
  } finally {
    expect((await call(vehicles.delete, { vessel_type })).status).toBe(204);
  }
  expect((await call(vehicles.get, { vessel_type })).status).toBe(404);
});

describe('a route', () => {
  const body = () => ({
    start_lat: target.start.lat,
    start_lon: target.start.lon,
    end_lat: target.end.lat,
    end_lon: target.end.lon,
  });

  it('is calculated, fetched, reused, and its job can no longer be cancelled', async () => {
    const submitted = await call(routes.request, {}, { ...body(), tags: ['acceptance'] });
    expect(submitted.status, JSON.stringify(submitted.body)).toBeLessThan(300);
    const job = await finished(submitted.body.id);
    expect(job).toMatchObject({ status: 'SUCCESS', id: submitted.body.id });

    const { status, body: document } = await call(routes.get, { route_id: job.route_id });
    expect(status).toBe(200);
    const [fastest] = document.routes;
    const { coordinates } = fastest.path.features[0].geometry;
    const { traveltime, distance, speed } = fastest.path.features[0].properties;
    for (const values of [traveltime, distance, speed]) {
      expect(values).toHaveLength(coordinates.length);
      expect(values[0]).toBe(0);
    }

    const again = await call(routes.request, {}, body());
    expect([again.status, again.body.route_id]).toEqual([200, job.route_id]);
    expect((await call(jobs.cancel, { job_id: job.id })).status).toBe(409);
  });

  it('that is not wanted any more is cancelled, and stays so', async () => {
    const submitted = await call(routes.request, {}, { ...body(), force_new_route: true });
    const cancelled = await call(jobs.cancel, { job_id: submitted.body.id });
    if (cancelled.status === 409) return; // it was calculated before the cancellation came
    expect(cancelled.status).toBe(202);
    expect((await finished(submitted.body.id)).status).toBe('REVOKED');
    expect((await call(jobs.cancel, { job_id: submitted.body.id })).status).toBe(202);
  });

  it('that nobody requested is a 404, like its job', async () => {
    expect((await call(routes.get, { route_id: 999_999_999_999 })).status).toBe(404);
    expect((await call(jobs.get, { job_id: crypto.randomUUID() })).status).toBe(404);
    expect((await call(jobs.get, { job_id: 'x' })).status).toBe(404);
  });
});

/** The job once it is over. */
async function finished(job_id: string) {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const { body } = await call(jobs.get, { job_id });
    if (['SUCCESS', 'FAILURE', 'REVOKED'].includes(body.status)) return body;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`Job ${job_id} is not over after ${MAX_POLLS} polls.`);
}
