import { GzippedJson } from '../../lib/api/content.ts';
import { routes } from '../../lib/api/routes.ts';
import { dynamo, s3 } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { JobTable } from '../../lib/aws/job-table.ts';
import { logger } from '../../lib/aws/logger.ts';
import { RouteDocumentBucket } from '../../lib/aws/route-document-bucket.ts';
import { RouteTable } from '../../lib/aws/route-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getRoute } from '../../lib/routes/get-route.ts';

const env = environment('ROUTES_TABLE', 'JOBS_TABLE', 'ROUTE_BUCKET');
const ports = {
  routes: new RouteTable(dynamo, env.ROUTES_TABLE),
  jobs: new JobTable(dynamo, env.JOBS_TABLE, logger),
  documents: new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
};

export const handler = endpoint(routes.get, async ({ parameters, answer }) =>
  answer(200, new GzippedJson(await getRoute(ports, parameters.route_id))),
);
