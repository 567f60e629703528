import type { Position, Watch } from './watch.ts';

/** Watches that have not ended, up to the last moments. */
export interface ActiveCount {
  readonly all: number;
  /** Of the requester. */
  readonly own: number;
}

export interface WatchPage {
  readonly watches: Watch[];
  readonly next: string | null;
}

/** What may change of a watch. */
export type WatchChange = Partial<Pick<Watch, 'routeId' | 'way' | 'endsAt' | 'ends'>>;

/** Where watches are kept. Each method is one atomic step. */
export interface WatchStore {
  create(watch: Watch): Promise<void>;
  find(id: string): Promise<Watch | null>;
  /** Takes one that was just created out of lists and counts: nobody knows its id. */
  takeBack(id: string): Promise<void>;
  /** A requester's own, newest first. */
  list(requester: string | null, limit: number, after: string | null): Promise<WatchPage>;
  countActive(requester: string | null, now: Date): Promise<ActiveCount>;
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
  /** All reports, in the order of their times. */
  positions(id: string): Promise<Position[]>;
}
