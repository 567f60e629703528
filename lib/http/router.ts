import type { ProxyHandler } from './endpoint.ts';

/** Which handler answers a method of a path, as the gateway knows it. */
export type Route = readonly [method: string, path: string, handler: ProxyHandler];

/**
 * The handler of a function that serves several operations. The gateway has matched the path already, trailing slashes
 * and the base path of a domain included, and names what it found in `resource`.
 *
 * @param loadFallback loads what answers all other requests; it knows every operation, and few requests need it
 */
export function router(routes: readonly Route[], loadFallback: () => Promise<ProxyHandler>): ProxyHandler {
  const handlers = new Map(routes.map(([method, path, handler]) => [`${method} ${path}`, handler]));
  return async (event, context) => {
    const handler = handlers.get(`${event.httpMethod} ${event.resource}`) ?? (await loadFallback());
    return handler(event, context);
  };
}
