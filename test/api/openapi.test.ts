import { describe, expect, it } from 'vitest';
import { routeAnswer } from '../../lib/api/answer-schemas.ts';
import { documentation } from '../../lib/api/documentation.ts';
import { openApi } from '../../lib/api/openapi.ts';
import { operations } from '../../lib/api/operations.ts';
import { buildRouteDocument } from '../../lib/routes/route-document.ts';
import { objectiveRoute, plan } from '../routes/plans.ts';
import { mesh } from '../routes/world.ts';

const description = openApi('1.2.3', 'https://polynya.example/production');
const answers = operations.flatMap(({ id }) =>
  Object.entries(documentation[id].answers).map(([status, answer]) => ({ id, status, ...answer })),
);

describe('the OpenAPI description', () => {
  it('has every operation at its path', () => {
    expect(description).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
    for (const { id, method, path } of operations) {
      expect(description.paths[path]![method.toLowerCase()]).toMatchObject({ operationId: id });
    }
  });

  it('names each parameter of each path', () => {
    for (const { path, ...operation } of operations) {
      const named = 'parameters' in operation ? Object.keys(operation.parameters) : [];
      expect(named).toEqual([...path.matchAll(/\{(.+?)\}/g)].map((match) => match[1]));
    }
  });

  it('is JSON, and refers to what it has', () => {
    const text = JSON.stringify(description);
    expect(JSON.parse(text)).toEqual(description);
    expect([...new Set(text.match(/"\$ref":"[^"]+"/g))]).toEqual(['"$ref":"#/components/schemas/Error"']);
  });

  it('describes bodies by their fields', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the description is JSON of no one type
    const { requestBody } = description.paths['/api/route']!.post as any;
    const { schema } = requestBody.content['application/json'];
    expect(schema).toMatchObject({
      required: ['start_lat', 'start_lon', 'end_lat', 'end_lon'],
      additionalProperties: false,
      properties: { force_new_route: { type: ['boolean', 'null'] } },
    });
  });
});

describe('examples', () => {
  it.each(operations.flatMap((operation) => ('body' in operation ? [operation] : [])))(
    'of bodies are valid: $id',
    ({ id, body }) => {
      expect(body.safeParse(documentation[id].body).error).toBeUndefined();
    },
  );
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
    const { error } = routeAnswer.safeParse({ ...buildRouteDocument(input), tags: [] });
    expect(error).toBeUndefined();
  }
});
