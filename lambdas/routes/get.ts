import { dynamo, s3 } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { JobTable } from '../../lib/aws/job-table.ts';
import { RouteDocumentBucket } from '../../lib/aws/route-document-bucket.ts';
import { RouteTable } from '../../lib/aws/route-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { logger } from '../../lib/http/logger.ts';
import { getRoute } from '../../lib/routes/get-route.ts';

const env = environment('ROUTES_TABLE', 'JOBS_TABLE', 'ROUTE_BUCKET', 'ALLOWED_ORIGINS');
const ports = {
  routes: new RouteTable(dynamo, env.ROUTES_TABLE),
  jobs: new JobTable(dynamo, env.JOBS_TABLE, logger),
  documents: new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
};

export const handler = endpoint('routes/get', env, async ({ parameters }) => ({
  status: 200,
  gzippedJson: await getRoute(ports, parameters.route_id),
}));
