/**
 * Standing zones: they hold for every request that does not leave them out, and only the operator makes one.
 *
 * Each is a stored zone. All of them together are kept once more, under a digest of them, and never changed there: a request
 * reads the digest alone, and its job keeps it, so that it is planned with the zones that stood when it was accepted.
 */
import { createHash } from 'node:crypto';
import { StandingZonesLost, TooManyStandingPoints, TooManyZones, ZoneTooLarge } from './errors.ts';
import { pointCount } from './geometry/polygon-fault.ts';
import { byteLength, MAX_BYTES, type Zone } from './zone.ts';
import { MAX_ZONES } from './zones.ts';

const MAX_STANDING_POINTS = 100_000;
/** Each round is lost to another operator. */
const ROUNDS = 10;
/** For so long a digest counts as the one that holds, milliseconds. */
const FRESH_MS = 2_000;

/** Where the operator keeps standing zones. Each method is one atomic step; reads are never late, but for `taken`. */
export interface StandingItems {
  /** What holds now; null where no zone stands. */
  digest(): Promise<string | null>;
  /** False, and nothing done, if another digest holds than the one before. */
  replaceDigest(before: string | null, after: string | null): Promise<boolean>;
  /** Whoever created a zone of that name. */
  putStanding(zone: Zone): Promise<void>;
  /** Removes a zone, standing or not; false if there is none. */
  removeAny(name: string): Promise<boolean>;
  allStanding(): Promise<Zone[]>;
  find(name: string): Promise<Zone | null>;
  taken(requester: null): Promise<{ readonly all: readonly unknown[] }>;
}

/** Where all that stood together at some time is kept. */
export interface StandingSets {
  read(digest: string): Promise<readonly Zone[] | null>;
  write(digest: string, zones: readonly Zone[]): Promise<void>;
}

/** Stores zones as standing, instead of any of the same names. @throws ZoneTooLarge, TooManyStandingPoints, TooManyZones */
export async function makeStanding(
  items: StandingItems,
  sets: StandingSets,
  zones: readonly Zone[],
): Promise<void> {
  for (const zone of zones) {
    const bytes = byteLength(zone);
    if (bytes > MAX_BYTES) throw new ZoneTooLarge(zone.name, bytes, MAX_BYTES);
  }
  const names = new Set(zones.map(({ name }) => name));
  const others = (await items.allStanding()).filter(({ name }) => !names.has(name));
  const points = [...others, ...zones].reduce((sum, { geometry }) => sum + pointCount(geometry), 0);
  if (points > MAX_STANDING_POINTS) throw new TooManyStandingPoints(points, MAX_STANDING_POINTS);
  const known = await Promise.all(zones.map(({ name }) => items.find(name)));
  const added = known.filter((zone) => zone === null).length;
  if ((await items.taken(null)).all.length + added > MAX_ZONES) throw new TooManyZones(MAX_ZONES);
  for (const zone of zones) await items.putStanding(zone);
  await publish(items, sets);
}

/** Removes zones, standing or not; for each name, whether there was one. */
export async function removeZones(
  items: StandingItems,
  sets: StandingSets,
  names: readonly string[],
): Promise<boolean[]> {
  const removed: boolean[] = [];
  for (const name of names) removed.push(await items.removeAny(name));
  await publish(items, sets);
  return removed;
}

/** Makes all standing zones, as they are stored, what holds. */
async function publish(items: StandingItems, sets: StandingSets): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const before = await items.digest();
    const zones = (await items.allStanding()).sort((a, b) => (a.name < b.name ? -1 : 1));
    const after = zones.length === 0 ? null : digestOf(zones);
    if (after !== null) await sets.write(after, zones);
    if (after === before || (await items.replaceDigest(before, after))) return;
  }
  throw new Error('Others keep changing the standing zones: try again.');
}

const digestOf = (zones: readonly Zone[]): string =>
  createHash('sha256').update(JSON.stringify(zones)).digest('hex').slice(0, 32);

/** The digest as requests read it: at most FRESH_MS late. */
export class StandingDigest {
  private readonly items: Pick<StandingItems, 'digest'>;
  private readonly now: () => number;
  #known: { readonly digest: string | null; readonly until: number } = { digest: null, until: -Infinity };

  constructor(items: Pick<StandingItems, 'digest'>, now: () => number = Date.now) {
    this.items = items;
    this.now = now;
  }

  /** Of the zones that stand now; null where none does. */
  async current(): Promise<string | null> {
    if (this.now() >= this.#known.until) {
      this.#known = { digest: await this.items.digest(), until: this.now() + FRESH_MS };
    }
    return this.#known.digest;
  }
}

/** The zones that stood together, the latest of them kept from one request to the next. */
export class StandingZones {
  private readonly sets: Pick<StandingSets, 'read'>;
  #latest: { readonly digest: string; readonly zones: readonly Zone[] } | null = null;

  constructor(sets: Pick<StandingSets, 'read'>) {
    this.sets = sets;
  }

  /** @throws StandingZonesLost */
  async of(digest: string): Promise<readonly Zone[]> {
    if (this.#latest?.digest !== digest) {
      const zones = await this.sets.read(digest);
      if (!zones) throw new StandingZonesLost(digest);
      this.#latest = { digest, zones };
    }
    return this.#latest.zones;
  }
}
