import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import type { NewData } from '../../lib/aws/watch-checks.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { withTransientNames } from '../../lib/jobs/transient-failures.ts';

const env = environment('WATCHES_TABLE');
const table = new WatchTable(dynamo, env.WATCHES_TABLE);

/**
 * Invoked by the workflow of watches: the one that it is about, or all that have not ended. Which of them the new data touch, their
 * checks find out.
 */
export const handler = ({ watch_id }: NewData) =>
  withTransientNames(async () => ({
    watch_ids: watch_id ? [watch_id] : (await table.active(null, new Date())).all,
  }));
