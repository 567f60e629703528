import type { StoredIds } from '../request/admit.ts';
import type { FuelReport, Position, Watch, WatchCheck, WatchEvent } from './watch.ts';

export interface WatchPage {
  readonly watches: Watch[];
  readonly next: string | null;
}

/** What may change of a watch. */
export type WatchChange = Partial<Pick<Watch, 'routeId' | 'way' | 'check' | 'endsAt' | 'ends'>>;

export interface EventPage {
  readonly events: WatchEvent[];
  readonly next: string | null;
}

/** Where watches are kept. Each method is one atomic step. */
export interface WatchStore {
  /** False, and nothing done, if there is one with this id. */
  create(watch: Watch): Promise<boolean>;
  find(id: string): Promise<Watch | null>;
  /** One that was just created is there no more. */
  takeBack(id: string): Promise<void>;
  /** A requester's own, newest first. */
  list(requester: string | null, limit: number, after: string | null): Promise<WatchPage>;
  /** Those that have not ended, up to the last moments. */
  active(requester: string | null, now: Date): Promise<StoredIds>;
  /** Null, and nothing done, where it has ended. */
  change(id: string, change: WatchChange, now: Date): Promise<Watch | null>;
  /** Stores reports: one of a time at which there is one takes its place. */
  addPositions(id: string, positions: readonly Position[], expiresAt: number): Promise<void>;
  /** Makes a report the latest one unless there is a later one, or the watch has ended: then null. */
  moveTo(
    id: string,
    position: Position,
    end: Pick<Watch, 'endsAt' | 'ends'>,
    now: Date,
  ): Promise<Watch | null>;
  /** Adds to the stops that are done; nothing where the watch has ended. */
  addDone(id: string, names: readonly string[], now: Date): Promise<void>;
  /** Makes it the latest unless there is a later one, or the watch has ended. */
  noteFuel(id: string, fuel: FuelReport, now: Date): Promise<void>;
  /**
   * Keeps what a check found of a watch as it was read, unless it was checked since, follows another route, has something untold, or has
   * ended: then null.
   */
  noteCheck(
    seen: Pick<Watch, 'id' | 'routeId' | 'check'>,
    found: Pick<Watch, 'untold'> & { readonly check: WatchCheck },
    now: Date,
  ): Promise<Watch | null>;
  /** Adds an event; one of the same time takes its place. */
  addEvent(id: string, event: WatchEvent, expiresAt: number): Promise<void>;
  /** It is untold no more. */
  markTold(id: string, event: WatchEvent): Promise<void>;
  /** Newest first. */
  events(id: string, limit: number, after: string | null): Promise<EventPage>;
  /** All reports, in the order of their times. */
  positions(id: string): Promise<Position[]>;
  /** Those from one time to another, the last before and the first after, in the order of their times. */
  positionsAbout(id: string, from: string, to: string): Promise<Position[]>;
}
