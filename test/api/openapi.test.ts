import { describe, expect, it } from 'vitest';
import { openApi } from '../../lib/api/openapi.ts';
import { operations } from '../../lib/api/operations.ts';
import { routeDocument } from '../../lib/api/route-schema.ts';
import { buildRouteDocument } from '../../lib/routes/route-document.ts';
import { objectiveRoute, plan } from '../routes/plans.ts';
import { mesh } from '../routes/world.ts';

const description = openApi('1.2.3', 'https://polynya.example/production');
const answers = operations.flatMap(({ id, answers }) =>
  Object.entries(answers).map(([status, answer]) => ({ id, status, ...answer })),
);

describe('the OpenAPI description', () => {
  it('has every operation at its path', () => {
    expect(description).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
    for (const { id, method, path } of operations) {
      expect(description.paths[path]![method.toLowerCase()]).toMatchObject({ operationId: id });
    }
  });

  it('has no two operations with the same method and path', () => {
    const keys = operations.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('names each parameter of each path', () => {
    for (const { path, parameters = {} } of operations) {
      expect(Object.keys(parameters)).toEqual([...path.matchAll(/\{(.+?)\}/g)].map((match) => match[1]));
    }
  });

  it('is JSON, and refers to what it has', () => {
    const text = JSON.stringify(description);
    expect(JSON.parse(text)).toEqual(description);
    expect([...new Set(text.match(/"\$ref":"[^"]+"/g))]).toEqual(['"$ref":"#/components/schemas/Error"']);
  });

  it('has patterns that every language reads: no properties of Unicode', () => {
    const patterns = JSON.stringify(description).match(/"pattern":"[^"]*"/g)!;
    expect(patterns.filter((pattern) => /\\\\[pP]\{/.test(pattern))).toEqual([]);
  });

  // biome-ignore lint/suspicious/noExplicitAny: the description is JSON of no one type
  const { requestBody } = description.paths['/api/route']!.post as any;
  const { schema } = requestBody.content['application/json'];

  it('describes bodies by their fields', () => {
    expect(schema).toMatchObject({
      required: ['start_lat', 'start_lon', 'end_lat', 'end_lon'],
      additionalProperties: false,
      properties: { force_new_route: { type: ['boolean', 'null'] } },
    });
  });

  it('has the bounds of coordinates, and the exponents that are read', () => {
    const { start_lat, end_lon } = schema.properties;
    expect(start_lat.anyOf[0]).toEqual({ type: 'number', minimum: -90, maximum: 90 });
    expect(end_lon.anyOf[0]).toEqual({ type: 'number', minimum: -180, maximum: 180 });
    expect('5E-05').toMatch(new RegExp(start_lat.anyOf[1].pattern));
  });

  it('tells the errors of every operation, and what is particular to one', () => {
    const responses = (path: string, method: string) =>
      // biome-ignore lint/suspicious/noExplicitAny: the description is JSON of no one type
      (description.paths[path]![method] as any).responses;
    expect(Object.keys(responses('/api/vehicle', 'get'))).toEqual([
      ...['200', '400', '401', '403', '429', '500', '503'],
    ]);
    expect(Object.keys(responses('/api/vehicle', 'post'))).toEqual(
      expect.arrayContaining(['201', '400', '409', '413', '415']),
    );
    expect(responses('/api/route', 'post')[400].description).toMatch(/Not JSON.*outside the requested mesh/);
    expect(responses('/api/vehicle', 'post')[201].headers).toHaveProperty('Location');
  });
});

describe('examples', () => {
  it.each(operations.flatMap(({ id, body }) => (body ? [{ id, body }] : [])))(
    'of bodies are valid: $id',
    ({ body }) => {
      expect(body.schema.safeParse(body.example).error).toBeUndefined();
    },
  );
  it.each(
    operations.flatMap(({ id, parameters = {} }) => Object.values(parameters).map((p) => ({ id, ...p }))),
  )('of path parameters are valid: $id', ({ schema, example }) => {
    expect(schema.safeParse(example).error).toBeUndefined();
  });
  it.each(answers)('of answers are valid: $id $status', ({ schema, example }) => {
    expect(schema?.safeParse(example).error).toBeUndefined();
    expect(example === undefined).toBe(schema === undefined);
  });
});

it('describes routes as they are', () => {
  const now = new Date();
  const job = { requestedAt: now.toISOString(), calculatedAt: now.toISOString() };
  const routes = (['traveltime', 'battery'] as const).map((objective) => objectiveRoute({ objective }));
  for (const consumption of ['fuel', 'battery'] as const) {
    const input = { plan: plan({ routes }), mesh: mesh(3, { consumption }), id: 9, job, now };
    const { error } = routeDocument.safeParse({ ...buildRouteDocument(input), tags: [] });
    expect(error).toBeUndefined();
  }
});
