/** Reads what a request says outside its body, by the schemas of its operation. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { Operation } from '../api/operation.ts';
import { HttpError } from './errors.ts';
import { header } from './headers.ts';
import { pathParameters } from './path.ts';
import { requireValid } from './validation.ts';

/** The parameters in the path. A value that its schema refuses identifies nothing: 404. */
export function readPathParameters(
  { parameters = {} }: Operation,
  template: string,
  path: string,
): Record<string, unknown> {
  const sent = pathParameters(template, path);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { of, schema }]) => {
      const parsed = schema.safeParse(sent[name]);
      if (!parsed.success) throw new HttpError(404, `There is no ${of} "${sent[name]}".`);
      return [name, parsed.data];
    }),
  );
}

const noQuery = z.strictObject({});

/** The query string: a field that was sent once is text, one that was sent several times an array of texts. */
export function readQuery(event: APIGatewayProxyEvent, schema: z.ZodObject = noQuery): object {
  const sent = Object.entries(event.multiValueQueryStringParameters ?? {}).map(([name, values = []]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  return requireValid(schema, Object.fromEntries(sent));
}

/** The headers that a schema names; all others are left out. */
export function readHeaders<S extends z.ZodObject>(event: APIGatewayProxyEvent, schema: S): z.output<S> {
  const sent = Object.keys(schema.shape).map((name) => [name, header(event, name)]);
  return requireValid(schema, Object.fromEntries(sent));
}
