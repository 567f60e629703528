import { watches } from '../../lib/api/watches.ts';
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
import { describeWatch } from '../../lib/watches/describe-watch.ts';
import { followRoute } from '../../lib/watches/watches.ts';

const env = environment('WATCHES_TABLE', 'REQUESTS_TABLE', 'ROUTE_BUCKET', 'WATCH_WORKFLOW_ARN');
const checks = new WatchChecks(stepFunctions, env.WATCH_WORKFLOW_ARN);
const ports = {
  watches: new WatchTable(dynamo, env.WATCHES_TABLE),
  routeOf: plannedRoutes(
    new RequestTable(dynamo, env.REQUESTS_TABLE, logger),
    new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
  ),
  checkNow: checks.startOne.bind(checks),
};

export const handler = endpoint(watches.follow, async ({ parameters, body, requester, answer }) => {
  const now = new Date();
  const watch = await followRoute(ports, parameters.watch_id, body.route_id, requester, now);
  return answer(200, describeWatch(watch, now));
});
