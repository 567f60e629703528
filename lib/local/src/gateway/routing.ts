import type { Method, Route } from './rest-api.ts';

export interface Match {
  readonly route: Route;
  readonly method: Method;
  /** Decoded values by name; null when the resource has none. */
  readonly pathParameters: Record<string, string> | null;
}

/**
 * How exactly a pattern matches a segment: literally, by a parameter, or as part of the rest. Smaller is more
 * exact.
 */
const rank = (pattern: string): number => (pattern.endsWith('+}') ? 2 : pattern.startsWith('{') ? 1 : 0);

/**
 * Finds the most exact resource for a path, then its method or ANY. A slash at the end makes no difference,
 * as in a REST API. A badly encoded parameter is passed on unchanged, so that the function can refuse it.
 */
export function findRoute(routes: readonly Route[], httpMethod: string, path: string): Match | undefined {
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  const [route] = routes.filter(({ segments }) => fits(segments, parts)).sort(byExactness);
  const method = route?.methods.get(httpMethod) ?? route?.methods.get('ANY');
  if (!route || !method) return undefined;
  return { route, method, pathParameters: parametersOf(route.segments, parts) };
}

function fits(segments: readonly string[], parts: readonly string[]): boolean {
  const greedy = segments.at(-1)?.endsWith('+}') ?? false;
  if (greedy ? parts.length < segments.length : parts.length !== segments.length) return false;
  return segments.every((segment, i) => rank(segment) > 0 || segment === parts[i]);
}

function byExactness(a: Route, b: Route): number {
  for (let i = 0; i < Math.max(a.segments.length, b.segments.length); i++) {
    const difference = rank(a.segments[i] ?? '{+}') - rank(b.segments[i] ?? '{+}');
    if (difference !== 0) return difference;
  }
  return 0;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parametersOf(segments: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const parameters: Record<string, string> = {};
  segments.forEach((segment, i) => {
    if (rank(segment) === 1) parameters[segment.slice(1, -1)] = decoded(parts[i]!);
    if (rank(segment) === 2) parameters[segment.slice(1, -2)] = parts.slice(i).map(decoded).join('/');
  });
  return Object.keys(parameters).length ? parameters : null;
}
