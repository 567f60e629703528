import type { APIGatewayProxyEvent } from 'aws-lambda';
import { HttpError } from './errors.ts';
import { header } from './headers.ts';

const PARAMETER = /^\{(.+)\}$/;

/** The segments of a path, as sent; trailing slashes add none. */
export function segmentsOf(path: string): string[] {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end).split('/').slice(1);
}

/**
 * The parameters in a request's path. The last segments are the operation's: a custom domain's base path may
 * come before them. Each is decoded once, after the path was split, so that an escaped slash stays in its segment.
 */
export function pathParameters(template: string, path: string): Record<string, string> {
  const names = segmentsOf(template).map((segment) => PARAMETER.exec(segment)?.[1]);
  const segments = lastOf(segmentsOf(path), names.length);
  return Object.fromEntries(
    names.flatMap((name, i) => (name === undefined ? [] : [[name, decodeSegment(segments[i] ?? '')]])),
  );
}

const lastOf = <T>(list: readonly T[], count: number): T[] => list.slice(Math.max(0, list.length - count));

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpError(400, `The path has a malformed escape in "${segment}".`);
  }
}

/**
 * Scheme, host and prefix (stage or base path) as the client sees them, without a trailing slash: the prefix is
 * what the path of the request's context has before the segments of the operation.
 */
export function baseUrl(template: string, event: APIGatewayProxyEvent): string {
  const forwarded = header(event, 'x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase();
  const scheme = forwarded === 'http' ? 'http' : 'https';
  const host = header(event, 'host') || event.requestContext.domainName || 'localhost';
  const segments = segmentsOf(event.requestContext.path);
  const prefix = segments.slice(0, Math.max(0, segments.length - segmentsOf(template).length));
  return [`${scheme}://${host}`, ...prefix].join('/');
}
