import type { APIGatewayProxyEvent } from 'aws-lambda';
import { operations } from '../api/operations.ts';
import { HttpError } from './errors.ts';
import { segmentsOf } from './path.ts';

/** The answer to a request that no operation takes: 405 where the path is known, else 404. */
export function unmatched({ httpMethod, path }: APIGatewayProxyEvent): HttpError {
  const allowed = allowedMethods(path);
  if (allowed.length === 0) return new HttpError(404, `There is no path ${path}.`);
  const allow = allowed.join(', ');
  return new HttpError(405, `${httpMethod} is not allowed on ${path}; allowed: ${allow}.`, {
    headers: { Allow: allow },
  });
}

/** The methods of the path template that matches, a literal one before one with parameters; none matches: []. */
export function allowedMethods(path: string): string[] {
  const segments = segmentsOf(path);
  const matching = operations.filter((operation) => matches(segmentsOf(operation.path), segments));
  const literal = matching.filter((operation) => !operation.path.includes('{'));
  return (literal.length > 0 ? literal : matching).map(({ method }) => method);
}

const matches = (template: readonly string[], segments: readonly string[]): boolean =>
  template.length === segments.length &&
  template.every((part, i) => part === segments[i] || (part.startsWith('{') && segments[i] !== ''));
