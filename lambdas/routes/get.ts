import { GzippedJson, MediaContent } from '../../lib/api/content.ts';
import { routes } from '../../lib/api/routes.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshRecords } from '../../lib/aws/mesh-records.ts';
import { jobLog } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { RouteDocumentBucket } from '../../lib/aws/route-document-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { StandingSetFiles } from '../../lib/aws/standing-set-files.ts';
import { StoredRequestBucket } from '../../lib/aws/stored-request-bucket.ts';
import { attachment } from '../../lib/http/content-disposition.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getRoute } from '../../lib/routes/get-route.ts';
import { routeFile } from '../../lib/routes/route-file.ts';
import { StandingZones } from '../../lib/zones/standing.ts';

const env = environment('REQUESTS_TABLE', 'ROUTE_BUCKET', 'MESHES_TABLE', 'MESH_BUCKET');
const files = new MeshBucket(s3, env.MESH_BUCKET);
const ports = {
  routes: new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog),
  documents: new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
  meshes: new MeshRecords(dynamo, env.MESHES_TABLE),
  files,
  log: logger,
  storedRequests: new StoredRequestBucket(s3, env.ROUTE_BUCKET),
  standingZones: new StandingZones(new StandingSetFiles(files)),
};

export const handler = endpoint(routes.get, async ({ parameters, query, answer }) => {
  const { route_id } = parameters;
  const { format, ...options } = query;
  const document = await getRoute(ports, route_id);
  if (format === 'json') {
    return answer(200, new GzippedJson(document), { 'Content-Disposition': undefined });
  }
  const file = await routeFile(ports, route_id, document, { format, ...options }, new Date());
  const content = new MediaContent(file.contentType, file.text);
  return answer(200, content, { 'Content-Disposition': attachment(file.name) });
});
