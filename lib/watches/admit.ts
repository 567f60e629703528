/** How many watches may be active at once, and which of those that are made at the same time have a place. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TooManyWatches } from './errors.ts';
import type { ActiveIds, WatchStore } from './watch-store.ts';

export const MAX_ACTIVE = { own: 20, all: 1000 };
const ATTEMPTS = 20;
const WAIT_MS = 100;

/** UUID of version 7 (RFC 9562): in the order of these ids their watches were made. */
export function orderedId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** @throws TooManyWatches where there is no place for one more */
export async function requireRoom(
  watches: Pick<WatchStore, 'active'>,
  requester: string | null,
  now: Date,
): Promise<void> {
  const active = await watches.active(requester, now);
  const full = limitReached(active, requester, (ids, limit) => ids.length >= limit);
  if (full) throw full;
}

/**
 * For a watch that is stored: others may have found the same room. It stays only once no more than the limit are seen, so that whichever
 * was stored last sees all that stay. Until then the latest give way; at each look one more, because a late one may already stay.
 *
 * @throws TooManyWatches where it has to be taken back
 */
export async function keepPlace(
  watches: Pick<WatchStore, 'active'>,
  id: string,
  requester: string | null,
  now: Date,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const active = await watches.active(requester, now);
    const crowded = limitReached(active, requester, (ids, limit) => ids.length > limit);
    if (!crowded) return;
    const givesWay = limitReached(
      active,
      requester,
      (ids, limit) => ids.length > limit && ids.filter((other) => other < id).length >= limit - attempt,
    );
    if (givesWay || attempt === ATTEMPTS) throw crowded;
    await delay(WAIT_MS);
  }
}

function limitReached(
  { own, all }: ActiveIds,
  requester: string | null,
  isReached: (ids: readonly string[], limit: number) => boolean,
): TooManyWatches | null {
  if (requester !== null && isReached(own, MAX_ACTIVE.own))
    return new TooManyWatches(MAX_ACTIVE.own, 'yours');
  return isReached(all, MAX_ACTIVE.all) ? new TooManyWatches(MAX_ACTIVE.all, 'all') : null;
}
