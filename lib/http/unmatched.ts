import type { APIGatewayProxyEvent } from 'aws-lambda';
import { methodsOf, pathsOf } from '../api/operation.ts';
import { operations } from '../api/operations.ts';
import { HttpError } from './errors.ts';

/** The answer to a request that no operation takes: 405 where the path is known, else 404. */
export function unmatched(event: APIGatewayProxyEvent): HttpError {
  const { httpMethod, path } = event;
  const allowed = allowedMethods(event);
  if (allowed.length === 0) return new HttpError(404, `There is no path ${path}.`);
  const allow = allowed.join(', ');
  return new HttpError(405, `${httpMethod} is not allowed on ${path}; allowed: ${allow}.`, {
    headers: { Allow: allow },
  });
}

/** The methods of the path that the gateway matched; none for a path that no operation has. */
export const allowedMethods = ({ resource }: APIGatewayProxyEvent): string[] =>
  operations.filter((operation) => pathsOf(operation).includes(resource)).flatMap(methodsOf);
