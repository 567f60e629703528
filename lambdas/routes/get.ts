import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { GzippedJson, MediaContent } from '../../lib/api/content.ts';
import type { routeDocument } from '../../lib/api/route-schema.ts';
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
import { tradeOffFile } from '../../lib/chart/trade-off-file.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { attachment } from '../../lib/http/content-disposition.ts';
import { type ApiRequest, endpoint } from '../../lib/http/endpoint.ts';
import { HttpError } from '../../lib/http/errors.ts';
import { loadMesh, MAX_CELLS_WHILE_WAITING } from '../../lib/meshes/load/load-mesh.ts';
import { fileStemOf, type RouteFile, writeRouteFile } from '../../lib/route-files/formats.ts';
import { getRoute } from '../../lib/routes/get-route.ts';
import { wholeRequestOf } from '../../lib/routes/stored-request.ts';
import { StandingZones } from '../../lib/zones/standing.ts';
import { onlyWhole } from '../../lib/zones/whole.ts';
import type { Zone } from '../../lib/zones/zone.ts';

const env = environment('REQUESTS_TABLE', 'ROUTE_BUCKET', 'MESHES_TABLE', 'MESH_BUCKET');
const ports = {
  routes: new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog),
  documents: new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
};
const meshes = new MeshRecords(dynamo, env.MESHES_TABLE);
const files = new MeshBucket(s3, env.MESH_BUCKET);
const requests = {
  storedRequests: new StoredRequestBucket(s3, env.ROUTE_BUCKET),
  standingZones: new StandingZones(new StandingSetFiles(files)),
};

type RouteDocument = z.output<typeof routeDocument>;
type RouteEntry = RouteDocument['routes'][number];
type Query = ApiRequest<typeof routes.get>['query'];

export const handler = endpoint(routes.get, async ({ parameters, query, answer }) => {
  const document = await getRoute(ports, parameters.route_id);
  if (query.format === 'json') {
    return answer(200, new GzippedJson(document), { 'Content-Disposition': undefined });
  }
  const parsed: RouteDocument = JSON.parse(gunzipSync(document).toString());
  const file = await fileOf(parsed, query.format, query, parameters.route_id);
  const content = new MediaContent(file.contentType, file.text);
  return answer(200, content, { 'Content-Disposition': attachment(file.name) });
});

async function fileOf(
  document: RouteDocument,
  format: Exclude<Query['format'], 'json'>,
  query: Query,
  routeId: number,
): Promise<RouteFile> {
  const { routes: entries } = document;
  if (query.part === 'trade_off') return tradeOffOf(document, format);
  if (query.part === 'schedule' || format === 'ics') return await scheduleOf(document, format, query);
  if (format === 'svg') return await chartOf(entries, await zonesOf(routeId));
  const { points, departure, version } = query;
  return writeRouteFile(entryOf(entries, query), format, { points, departure, rtzVersion: version });
}

function entryOf(entries: readonly RouteEntry[], { objective }: Query): RouteEntry {
  const entry = entries.find(({ type }) => type === objective);
  if (!entry) {
    const message = `must be ${entries.map(({ type }) => type).join(' or ')} for this route`;
    throw new HttpError(400, `There is no route for ${objective}.`, {
      details: [{ field: 'objective', message }],
    });
  }
  return entry;
}

/** What happens when. */
async function scheduleOf(
  { routes }: RouteDocument,
  format: Exclude<Query['format'], 'json'>,
  query: Query,
): Promise<RouteFile> {
  // Imported here because other requests do not need the writer of calendars.
  const { scheduleFile } = await import('../../lib/route-files/schedule-file.ts');
  const { departure } = query;
  return scheduleFile(entryOf(routes, query), format, { departure, now: new Date() });
}

/** The curve of time and consumption. */
function tradeOffOf(
  { routes, trade_off }: RouteDocument,
  format: Exclude<Query['format'], 'json'>,
): RouteFile {
  const { id, name } = routes[0]!;
  const title = `${endsOf(name)} (trade-off)`;
  return tradeOffFile(title, fileStemOf({ id, name: title }), trade_off, format);
}

/** The name of an entry without its objective. */
const endsOf = (name: string): string => name.replace(/ \([a-z]+\)$/, '');

/** A chart of all objectives on their mesh; on land only if the mesh can no longer be read. */
async function chartOf(entries: readonly RouteEntry[], zones: readonly Zone[]): Promise<RouteFile> {
  // Imported here because the world map is large and other requests do not need it.
  const { drawRouteChart } = await import('../../lib/chart/route-chart.ts');
  const [first] = entries;
  const mesh = await meshOf(first!.mesh.id);
  const stem = fileStemOf({ id: first!.id, name: endsOf(first!.name) });
  return {
    name: `${stem}.svg`,
    contentType: 'image/svg+xml',
    text: drawRouteChart({ routes: entries, mesh, zones }),
  };
}

/** The zones that a route was planned among, those that stood then too; none if they can no longer be read. */
async function zonesOf(routeId: number): Promise<Zone[]> {
  try {
    const job = await ports.routes.byRouteId(routeId);
    const request = job && (await wholeRequestOf(requests, job));
    return onlyWhole(request?.voyage?.zones ?? []);
  } catch (error) {
    logger.warn('chart without its zones', { route_id: routeId, error: error as Error });
    return [];
  }
}

async function meshOf(meshId: number): Promise<Mesh | null> {
  try {
    const record = await meshes.byId(meshId);
    return record && (await loadMesh({ files, log: logger, maxCells: MAX_CELLS_WHILE_WAITING }, record)).mesh;
  } catch (error) {
    logger.warn('chart without its mesh', { mesh_id: meshId, error: error as Error });
    return null;
  }
}
