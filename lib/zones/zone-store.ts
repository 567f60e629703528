import type { StoredIds } from '../request/admit.ts';
import type { Zone, ZoneKind } from './zone.ts';

/** A zone, and whether it holds for every request. */
export type StoredZone = Zone & { readonly standing?: true };

/** What a list says of a zone. */
export interface ZoneSummary {
  readonly name: string;
  readonly kind: ZoneKind;
  readonly max_speed_kn?: number | undefined;
  readonly season?: Zone['season'];
  readonly source?: string | undefined;
  readonly standing?: true | undefined;
  /** Positions of its geometry. */
  readonly points: number;
}

/** Where zones are kept, one per name. Each method is one atomic step. */
export interface ZoneStore {
  /**
   * Stores a zone whose name is free; false, and nothing done, if it is taken.
   * @param creator who may replace or remove it; null where callers are not told apart: then everybody
   * @param id see `taken`
   */
  insert(zone: Zone, creator: string | null, id: string): Promise<boolean>;
  /** Stores a zone whether or not its name is taken; `refused`, and nothing done, if another requester created it, or it is standing. */
  replace(zone: Zone, requester: string | null, id: string): Promise<'created' | 'replaced' | 'refused'>;
  /**
   * The ids with which zones were stored, up to the last moments. Those that were stored before requesters were counted belong to
   * none.
   */
  taken(requester: string | null): Promise<StoredIds>;
  /** Removes a zone that was just stored with an id, unless it was replaced or made standing since. */
  takeBack(name: string, id: string): Promise<void>;
  find(name: string): Promise<StoredZone | null>;
  /** `refused`, and nothing done, as for `replace`. */
  remove(name: string, requester: string | null): Promise<'removed' | 'missing' | 'refused'>;
  /** By name, in the order of its UTF-8 bytes, after one. */
  list(limit: number, after: string | null): Promise<{ zones: ZoneSummary[]; next: string | null }>;
}
