import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import type { NewData } from '../../lib/aws/watch-checks.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { withTransientNames } from '../../lib/jobs/transient-failures.ts';

const env = environment('WATCHES_TABLE');
const table = new WatchTable(dynamo, env.WATCHES_TABLE);

/** One that has ended is looked at for so long: a check that died before may have left something to tell. */
const ENDED_MS = 24 * 3_600_000;

/**
 * Invoked by the workflow of watches: the one that it is about, or all that have not ended, or not long ago. Which of them the new data
 * touch, their checks find out.
 */
export const handler = ({ watch_id }: NewData) =>
  withTransientNames(async () => ({
    watch_ids: watch_id ? [watch_id] : (await table.active(null, new Date(Date.now() - ENDED_MS))).all,
  }));
