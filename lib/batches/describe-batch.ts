import { answered, type Batch, type Counts, FINAL, type Part, sumOf } from './batch.ts';

/** How far a batch is. */
export interface BatchProgress {
  readonly counts: Counts;
  /** Null before anything is answered. */
  readonly perSecond: number | null;
  /** When it will be over at that pace, ISO 8601; null where nobody knows, or it is over. */
  readonly endsAbout: string | null;
}

const MS_PER_SECOND = 1000;

/** @param parts of a batch that is not over */
export function progressOf(batch: Batch, parts: readonly Part[], now: Date): BatchProgress {
  const counts = batch.counts ?? sumOf(parts);
  const done = answered(counts);
  const until = batch.ended === null ? now.getTime() : Date.parse(batch.ended);
  const seconds = batch.started === null ? 0 : (until - Date.parse(batch.started)) / MS_PER_SECOND;
  const perSecond = done > 0 && seconds > 0 ? done / seconds : null;
  const left = batch.total === null ? null : batch.total - done;
  const ends = perSecond !== null && left !== null && !FINAL.includes(batch.status);
  return {
    counts,
    perSecond,
    endsAbout: ends ? new Date(now.getTime() + (left / perSecond) * MS_PER_SECOND).toISOString() : null,
  };
}

/** A batch as the API tells it. */
export function describeBatch(batch: Batch, parts: readonly Part[], resultsUrl: string, now: Date) {
  const { id, name, status, created, requester, total, info, notes } = batch;
  const { counts, perSecond, endsAbout } = progressOf(batch, parts, now);
  return {
    id,
    name,
    status,
    created,
    requested_by: requester,
    total,
    done: counts.done,
    failed: counts.failed,
    no_way: counts.noWay,
    per_second: perSecond && Number(perSecond.toPrecision(3)),
    ends_about: endsAbout,
    ...(answered(counts) > 0 && { results_url: resultsUrl }),
    ...(info && { info: toInfo(info) }),
    ...(notes.length > 0 && { notes: [...notes] }),
  };
}

const toInfo = ({ error, faults }: NonNullable<Batch['info']>) => ({
  error,
  ...(faults && {
    faults: faults.map(({ details, ...fault }) => ({ ...fault, ...(details && { details: [...details] }) })),
  }),
});
