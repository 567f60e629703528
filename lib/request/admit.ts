/** Limits of how many may be stored: whether there is room, and which of those that are made at the same time have a place. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const ATTEMPTS = 20;
const WAIT_MS = 100;

/** Ordered ids of what is stored; of what was stored before it had one, an empty text. */
export interface StoredIds {
  readonly all: readonly string[];
  /** Of the requester; none where callers are not told apart. */
  readonly own: readonly string[];
}

export interface Places {
  /** What has a place, up to the last moments. */
  readonly taken: () => Promise<StoredIds>;
  readonly limits: Readonly<Record<keyof StoredIds, number>>;
  readonly refusal: (whose: keyof StoredIds, limit: number) => Error;
}

/** UUID of version 7 (RFC 9562): in the order of these ids their bearers were made. */
export function orderedId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Why there is no place for one more; null where there is. */
export async function lackOfRoom(places: Places): Promise<Error | null> {
  return limitReached(places, await places.taken(), (ids, limit) => ids.length >= limit);
}

/**
 * For one that is stored: others may have found the same room. It stays only once no more than the limit are seen, so that whichever
 * was stored last sees all that stay. Until then the latest give way; one more at each look that finds as many as the one before, because
 * a late one may already stay.
 *
 * @throws the refusal, where it had to be taken back
 */
export async function keepPlace(places: Places, id: string, takeBack: () => Promise<void>): Promise<void> {
  let more = 0;
  let before = 0;
  for (let attempt = 0; ; attempt++) {
    const taken = await places.taken();
    const seen = taken.all.length + taken.own.length;
    if (seen === before) more++;
    before = seen;
    const crowded = limitReached(places, taken, (ids, limit) => ids.length > limit);
    if (!crowded) return;
    const givesWay = limitReached(
      places,
      taken,
      (ids, limit) => ids.length > limit && ids.filter((other) => other < id).length >= limit - more,
    );
    if (givesWay || attempt === ATTEMPTS) {
      await takeBack();
      throw crowded;
    }
    await delay(WAIT_MS);
  }
}

function limitReached(
  { limits, refusal }: Places,
  taken: StoredIds,
  isReached: (ids: readonly string[], limit: number) => boolean,
): Error | null {
  const whose = (['own', 'all'] as const).find((each) => isReached(taken[each], limits[each]));
  return whose ? refusal(whose, limits[whose]) : null;
}
