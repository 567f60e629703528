import { GzippedJson } from '../../lib/api/content.ts';
import { routes } from '../../lib/api/routes.ts';
import { dynamo, s3 } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { RouteDocumentBucket } from '../../lib/aws/route-document-bucket.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getRoute } from '../../lib/routes/get-route.ts';

const env = environment('REQUESTS_TABLE', 'ROUTE_BUCKET');
const ports = {
  routes: new RequestTable(dynamo, env.REQUESTS_TABLE, logger),
  documents: new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
};

export const handler = endpoint(routes.get, async ({ parameters, answer }) =>
  answer(200, new GzippedJson(await getRoute(ports, parameters.route_id))),
);
