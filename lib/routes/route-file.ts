/** A calculated route as one file: its waypoints, its schedule, the curve of its trade-off, or a chart. */
import { gunzipSync } from 'node:zlib';
import { tradeOffFile } from '../chart/trade-off-file.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { type LoadPorts, loadMesh, MAX_CELLS_WHILE_WAITING } from '../meshes/load/load-mesh.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import { NoSuchObjective } from '../route-files/errors.ts';
import type { RouteFileFormat, RtzVersion } from '../route-files/format-types.ts';
import { fileStemOf, type RouteFile, writeRouteFile } from '../route-files/formats.ts';
import type { PassageOptions } from '../route-files/passage-plan.ts';
import type { RouteEntry, RouteType } from '../route-files/route-entry.ts';
import type { TradeOffEntry } from '../route-files/trade-off.ts';
import { onlyWhole } from '../zones/whole.ts';
import type { Zone } from '../zones/zone.ts';
import type { RouteStore } from './route-store.ts';
import { type RequestPorts, wholeRequestOf } from './stored-request.ts';

export interface RouteFilePorts extends RequestPorts, Pick<LoadPorts, 'files' | 'log'> {
  readonly routes: Pick<RouteStore, 'byRouteId'>;
  readonly meshes: Pick<MeshStore, 'byId'>;
}

export interface RouteFileQuery extends PassageOptions {
  readonly format: RouteFileFormat | 'svg' | 'ics';
  readonly part: 'route' | 'trade_off' | 'schedule';
  /** Not of a chart, which shows all. */
  readonly objective: RouteType;
  readonly version: RtzVersion;
}

/** What is read of a route document. */
interface RouteDocument {
  readonly routes: readonly (RouteEntry & { readonly id: string; readonly mesh: { readonly id: number } })[];
  readonly trade_off?: readonly TradeOffEntry[];
  readonly trade_off_note?: string;
}

/**
 * @param stored the document of the route, gzipped JSON
 * @throws NoSuchObjective, RouteFileRefused, OtherDeparture, NoDeparture
 */
export async function routeFile(
  ports: RouteFilePorts,
  routeId: number,
  stored: Uint8Array,
  query: RouteFileQuery,
  now: Date,
): Promise<RouteFile> {
  const document: RouteDocument = JSON.parse(gunzipSync(stored).toString());
  const { format, part, points, departure, version } = query;
  if (part === 'trade_off') return tradeOffOf(document, format);
  if (part === 'schedule' || format === 'ics') return scheduleOf(document, query, now);
  if (format === 'svg') return chartOf(ports, routeId, document);
  return writeRouteFile(entryOf(document, query), format, { points, departure, rtzVersion: version });
}

function entryOf({ routes }: RouteDocument, { objective }: RouteFileQuery): RouteEntry {
  const entry = routes.find(({ type }) => type === objective);
  if (!entry)
    throw new NoSuchObjective(
      objective,
      routes.map(({ type }) => type),
    );
  return entry;
}

/** Why a stop is waited at, the request says. */
async function scheduleOf(document: RouteDocument, query: RouteFileQuery, now: Date): Promise<RouteFile> {
  // imported here because other requests do not need the writer of calendars
  const { scheduleFile } = await import('../route-files/schedule-file.ts');
  const { format, departure } = query;
  return scheduleFile(entryOf(document, query), format, { departure, now });
}

function tradeOffOf({ routes, trade_off, trade_off_note }: RouteDocument, format: string): RouteFile {
  const { id, name } = routes[0]!;
  const title = `${voyageNameOf(name)} (trade-off)`;
  return tradeOffFile(title, fileStemOf({ id, name: title }), trade_off, format, trade_off_note);
}

/** A chart of all objectives on their mesh; on land only if the mesh can no longer be read. */
async function chartOf(
  ports: RouteFilePorts,
  routeId: number,
  { routes }: RouteDocument,
): Promise<RouteFile> {
  // imported here because the world map is large and other requests do not need it
  const { drawRouteChart } = await import('../chart/route-chart.ts');
  const { id, name, mesh } = routes[0]!;
  const stem = fileStemOf({ id, name: voyageNameOf(name) });
  const zones = await zonesOf(ports, routeId);
  return {
    name: `${stem}.svg`,
    contentType: 'image/svg+xml',
    text: drawRouteChart({ routes, mesh: await meshOf(ports, mesh.id), zones }),
  };
}

/** The name of an entry without its objective. */
const voyageNameOf = (name: string): string => name.replace(/ \([a-z]+\)$/, '');

/** The zones that a route was planned among, those that stood then too; none if they can no longer be read. */
async function zonesOf({ routes, log, ...requests }: RouteFilePorts, routeId: number): Promise<Zone[]> {
  try {
    const job = await routes.byRouteId(routeId);
    const request = job && (await wholeRequestOf(requests, job));
    return onlyWhole(request?.voyage?.zones ?? []);
  } catch (error) {
    log.warn('chart without its zones', { route_id: routeId, error: error as Error });
    return [];
  }
}

async function meshOf({ meshes, files, log }: RouteFilePorts, meshId: number): Promise<Mesh | null> {
  try {
    const record = await meshes.byId(meshId);
    return record && (await loadMesh({ files, log, maxCells: MAX_CELLS_WHILE_WAITING }, record)).mesh;
  } catch (error) {
    log.warn('chart without its mesh', { mesh_id: meshId, error: error as Error });
    return null;
  }
}
