import { watches } from '../../lib/api/watches.ts';
import { ClaimTable, SORTED } from '../../lib/aws/claim-table.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { plannedRoutes } from '../../lib/aws/planned-routes.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { RouteDocumentBucket } from '../../lib/aws/route-document-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { WatchChecks } from '../../lib/aws/watch-checks.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { createWatch } from '../../lib/watches/watches.ts';

const env = environment('WATCHES_TABLE', 'REQUESTS_TABLE', 'ROUTE_BUCKET', 'WATCH_WORKFLOW_ARN');
const checks = new WatchChecks(stepFunctions, env.WATCH_WORKFLOW_ARN);
const ports = {
  watches: new WatchTable(dynamo, env.WATCHES_TABLE),
  claims: new ClaimTable(dynamo, env.WATCHES_TABLE, SORTED),
  routeOf: plannedRoutes(
    new RequestTable(dynamo, env.REQUESTS_TABLE, logger),
    new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
  ),
  checkNow: checks.startOne.bind(checks),
};

export const handler = endpoint(watches.create, async ({ body, headers, requester, url, answer }) => {
  const sender = { requester, idempotencyKey: headers['idempotency-key'] || null };
  const { id } = await createWatch(ports, body, sender, new Date());
  const watchUrl = url(watches.get, { watch_id: id });
  return answer(201, { id, 'watch-url': watchUrl }, { Location: watchUrl });
});
