/** The OpenAPI 3.1 description of the API, made from the operations table. */
import * as z from 'zod';
import { errorAnswer } from './answer-schemas.ts';
import { type Answer, type Documentation, documentation } from './documentation.ts';
import { type Operation, operations } from './operations.ts';

const everyOperationsErrors = { 429: 'Too many requests: see Retry-After', 500: 'Internal error' };

/** @param version of the service; @param serverUrl where it answers, with the stage. */
export function openApi(version: string, serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const described = { [operation.method.toLowerCase()]: describe(operation, documentation[operation.id]) };
    paths[operation.path] = { ...paths[operation.path], ...described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Polynya',
      version,
      description:
        'Routes and vehicles for ships in polar waters. Paths answer the same with a trailing slash.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: { schemas: { Error: jsonSchema(errorAnswer, 'output') } },
  };
}

function describe(operation: Operation, { body, parameters, answers, errors }: Documentation) {
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.id.split('/')[0]],
    ...(operation.parameters && { parameters: describeParameters(operation.parameters, parameters) }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(operation.body, 'input'), example: body } },
      },
    }),
    responses: {
      ...mapValues(answers, describeAnswer),
      ...mapValues({ ...errors, ...everyOperationsErrors }, describeError),
    },
  };
}

const describeParameters = (
  parameters: NonNullable<Operation['parameters']>,
  examples: Documentation['parameters'],
) =>
  Object.entries(parameters).map(([name, { of, schema }]) => ({
    name,
    in: 'path',
    required: true,
    description: `Identifies the ${of}`,
    schema: jsonSchema(schema, 'input'),
    example: examples?.[name],
  }));

const describeAnswer = ({ description, schema, example }: Answer) => ({
  description,
  ...(schema && { content: { 'application/json': { schema: jsonSchema(schema, 'input'), example } } }),
});

const describeError = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** OpenAPI 3.1 schemas are JSON Schema 2020-12, whose name need not stand in each of them. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
