/** The OpenAPI 3.1 description of the API, made from the definitions of its operations. */
import * as z from 'zod';
import { bodyErrors, commonErrors, errorBody } from './errors.ts';
import { type Answer, type Operation, pathsOf } from './operation.ts';
import { operations } from './operations.ts';
import { spreadDocument } from './spread-schema.ts';

/** @param version of the service; @param serverUrl where it answers, with the stage. */
export function openApi(version: string, serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    for (const path of pathsOf(operation)) {
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, path) };
    }
  }
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Polynya',
      version,
      description:
        'Routes and vehicles for ships in polar waters. Paths answer the same with a trailing slash.',
    },
    servers: [{ url: serverUrl }],
    // The key is asked for only where the stage was deployed so.
    security: [{}, { ApiKey: [] }],
    paths,
    components: {
      // a batch links to its spread
      schemas: { Error: jsonSchema(errorBody), Spread: jsonSchema(spreadDocument) },
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
    },
  };
}

function describe(operation: Operation, path: string) {
  const { id, summary, body, answers, public: isPublic } = operation;
  const parameters = describeParameters(operation, path);
  return {
    operationId: path === operation.path ? id : `${id}${path}`,
    summary,
    tags: [id.split('/')[0]],
    ...(isPublic && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: jsonSchema(body.schema), example: body.example },
          ...Object.fromEntries(
            body.file?.types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]) ?? [],
          ),
        },
      },
    }),
    responses: { ...mapValues(answers, describeAnswer), ...mapValues(errorsOf(operation), describeError) },
  };
}

/** All errors that an operation may answer, by status. */
export function errorsOf({ body, errors }: Operation): Record<number, string> {
  const general = { ...commonErrors, ...(body && bodyErrors) };
  const own = Object.entries(errors).map(([status, meaning]) => {
    const common = general[Number(status) as keyof typeof general];
    return [status, common && common !== meaning ? `${common}. ${meaning}` : meaning];
  });
  return { ...general, ...Object.fromEntries(own) };
}

function describeParameters({ parameters = {}, query, headers }: Operation, path: string) {
  const inPath = Object.entries(parameters)
    .filter(([name]) => path.includes(`{${name}}`))
    .map(([name, { of, schema, example }]) => ({
      name,
      in: 'path',
      required: true,
      description: `Identifies the ${of}`,
      schema: jsonSchema(schema),
      example,
    }));
  const fieldsOf = (place: 'query' | 'header', schema: z.ZodObject | undefined) =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: !z.safeParse(field, undefined).success,
      description: z.globalRegistry.get(field)?.description,
      schema: jsonSchema(field),
    }));
  return [...inPath, ...fieldsOf('query', query), ...fieldsOf('header', headers)];
}

function describeAnswer({ description, schema, example, media = [], headers }: Answer) {
  const json = schema && { 'application/json': { schema: jsonSchema(schema), example } };
  const others = Object.fromEntries(media.map((type) => [type, {}]));
  return {
    description,
    ...(headers && {
      headers: mapValues(headers, (meaning) => ({ description: meaning, schema: { type: 'string' } })),
    }),
    ...((json || media.length > 0) && { content: { ...json, ...others } }),
  };
}

const describeError = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** What a client may send, or gets, as JSON Schema 2020-12, which is OpenAPI 3.1's own. */
function jsonSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
