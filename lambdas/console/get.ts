import { join } from 'node:path';
import { console } from '../../lib/api/console.ts';
import { bucketOrigin } from '../../lib/aws/bucket-origin.ts';
import { environment } from '../../lib/aws/environment.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { pageEndpoint } from '../../lib/http/page.ts';
import { PageFiles } from '../../lib/http/page-files.ts';

const env = environment(
  'MESH_BUCKET',
  'BATCH_BUCKET',
  'AUTH',
  'WAYPOINT_ADJUSTMENT_LIMIT_NM',
  'MESH_ALARM_HOURS',
);
let bucketOrigins: Promise<string[]> | undefined;

export const handler = pageEndpoint(console.get, {
  files: new PageFiles(join(import.meta.dirname, 'page')),
  auth: env.AUTH,
  settings: (root) => ({
    root,
    auth: env.AUTH,
    adjustmentLimitNm: env.WAYPOINT_ADJUSTMENT_LIMIT_NM,
    meshAlarmHours: env.MESH_ALARM_HOURS,
  }),
  origins: async () => {
    const buckets = [env.MESH_BUCKET, env.BATCH_BUCKET];
    bucketOrigins ??= Promise.all(buckets.map((bucket) => bucketOrigin(s3, bucket)));
    return [...new Set(await bucketOrigins)];
  },
});
