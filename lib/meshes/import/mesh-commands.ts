/** What the import function is asked to do, and what it answers: the contract between it and the command-line clients. */
import * as z from 'zod';
import type { MeshRecord } from '../mesh-record.ts';
import { type MeshPage, meshCursor } from '../mesh-store.ts';
import type { ImportResult } from './import-result.ts';

const importNew = z.strictObject({
  /** Set by the schedule: nobody waits for the answer. */
  scheduled: z.boolean().exactOptional(),
});

const insert = z.strictObject({
  /** Keys of mesh files in the mesh bucket. */
  insert: z.array(z.string()),
  /** When they were made. */
  created: z.iso.datetime().exactOptional(),
  /** Makes meshes selectable again that were removed. */
  restore: z.boolean().exactOptional(),
});

const remove = z.strictObject({
  /** Identifiers of meshes to take out of selection. */
  remove: z.array(z.int().min(1)).max(100),
});

const list = z.strictObject({
  list: z.strictObject({
    /** `next` of the page before. */
    after: meshCursor.exactOptional(),
    limit: z.int().min(1).max(1000).default(500),
  }),
});

export const meshCommand = z.union([insert, remove, list, importNew]);

/** `{}` imports what was dropped. */
export type MeshCommand = z.input<typeof meshCommand>;

export interface ImportAnswer {
  readonly results: readonly ImportResult[];
  /** How many results there were of each outcome, and how many of them repeat what an earlier run reported. */
  readonly counts: OutcomeCounts;
}

export interface RemoveAnswer {
  /** In the order of the identifiers; null where there is no such mesh. */
  readonly removed: readonly (Pick<MeshRecord, 'id' | 'name' | 'md5' | 'removed'> | null)[];
}

export type ListAnswer = MeshPage;

export type OutcomeCounts = Record<string, number>;

/** `{inserted: 1, already_stored: 2, refused: 1, refused_before: 3}`: an alarm rings for what is new. */
export function countOutcomes(results: readonly ImportResult[]): OutcomeCounts {
  const counts: OutcomeCounts = { inserted: 0, refused: 0, failed: 0 };
  for (const result of results) {
    const known = 'known' in result && result.known ? '_before' : '';
    const name = result.outcome.replace(' ', '_') + known;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
