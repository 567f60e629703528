import { ServiceBusy } from '../jobs/errors.ts';
import { MAX_TAGS } from './route-request.ts';
import type { RouteStore } from './route-store.ts';

const TRIES = 10;

/** Adds tags to a route, after those it has, each once; beyond MAX_TAGS the last ones are dropped. */
export async function addTags(
  routes: Pick<RouteStore, 'find' | 'replaceTags'>,
  routeId: number,
  added: readonly string[],
): Promise<void> {
  if (added.length === 0) return;
  for (let tries = 0; tries < TRIES; tries++) {
    const route = await routes.find(routeId);
    if (!route) return;
    const merged = [...new Set([...route.tags, ...added])].slice(0, MAX_TAGS);
    if (merged.length === route.tags.length) return;
    if (await routes.replaceTags(routeId, route.tags, merged)) return;
  }
  throw new ServiceBusy(`The tags of route ${routeId} kept changing.`);
}
