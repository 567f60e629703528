/** One line of a batch: its route on the first of its meshes that has one. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import { isInaccessible, messageOf } from '../jobs/recovery.ts';
import { transientFailure } from '../jobs/transient-failures.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import { meshBegunOn } from '../routes/forecast-of.ts';
import { type ResolvePorts, resolveRequest } from '../routes/resolve-request.ts';
import { buildRouteDocument } from '../routes/route-document.ts';
import { routeRequest } from '../routes/route-request.ts';
import { withStanding } from '../routes/stored-request.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import type { VoyageRequest } from '../voyage/voyage-request.ts';
import type { VoyagePlan } from '../voyage/voyage-route.ts';
import type { Batch, BatchItem } from './batch.ts';
import type { Snapshot } from './input/accept-lines.ts';
import { type Asked, faultRow, plannedRows, rowWithoutRoute } from './results/row.ts';
import type { LineResult } from './results/store-part.ts';
import type { NumberedRoute, RoutePorts } from './results/store-route.ts';

export interface PlanPorts {
  readonly meshById: (id: number) => Promise<MeshRecord | null>;
  readonly standingZones: ResolvePorts['standingZones'];
  readonly plan: (
    mesh: MeshRecord,
    request: VoyageRequest,
    certificate: boolean,
    /** The meshes of its forecast, where it has one. */
    forecast: readonly MeshRecord[] | null,
  ) => Promise<{ readonly plan: VoyagePlan; readonly mesh: Mesh }>;
  /** For batches whose routes are stored. */
  readonly routes: RoutePorts;
  readonly log: { error(message: string, error: Error): void };
}

/** What became of a line, with its route where that is to be stored. */
export interface PlannedLine extends LineResult {
  readonly route?: NumberedRoute;
}

const GONE = 'A mesh of this line is gone: send the line again.';

/** A line that no route leads through, or that is wrong, has a row that says so. @throws errors with a transient cause */
export async function planLine(
  ports: PlanPorts,
  batch: Batch,
  snapshot: Snapshot,
  item: BatchItem,
): Promise<PlannedLine> {
  const { request, tags } = await voyageOfItem(ports, snapshot, item);
  const asked: Asked = {
    line: item.line,
    key: item.key,
    vehicleType: request.vehicle?.vessel_type ?? null,
    start: request.start,
    end: request.end,
    startName: request.startName,
    endName: request.endName,
    departure: request.voyage?.departure ?? null,
  };
  const inaccessible: number[] = [];
  let reason = '';
  for (const id of item.meshes) {
    const [first, ...others] = await Promise.all([id, ...(item.forecast ?? [])].map(ports.meshById));
    if (!first || others.includes(null)) return failedLine(item, asked, GONE, id);
    const forecast = item.forecast && (others as MeshRecord[]);
    try {
      const { plan, mesh } = await ports.plan(first, request, batch.certificate, forecast);
      const record = meshBegunOn(plan, first, forecast);
      const { consumption } = mesh;
      const routeId = batch.store ? await ports.routes.routes.nextRouteId() : null;
      const rows = plannedRows({ ...asked, routeId }, plan, { id: record.id, consumption }, request.vehicle);
      const isTold = batch.results === 'jsonl';
      if (!isTold && routeId === null) return withPaths(batch, asked, request, item, { rows });
      const now = new Date();
      const times = { requestedAt: now.toISOString(), calculatedAt: now.toISOString() };
      const document = buildRouteDocument({
        ...(routeId !== null && { id: routeId, job: times }),
        plan,
        mesh: { ...record, consumption },
        planned: { vehicle: request.vehicle, mesh },
        departure: asked.departure,
        asked: request.asked,
        startName: request.startName,
        endName: request.endName,
        inaccessibleMeshes: inaccessible,
        now,
      });
      const result = withPaths(batch, asked, request, item, { rows, ...(isTold && { document }) });
      if (routeId === null) return result;
      const accepted = { ...request, voyage: request.asked, forecast: item.forecast };
      const route = { routeId, calculatedAt: now, request: accepted, tags, meshIds: item.meshes };
      return { ...result, route: { ...route, inaccessible, mesh: record, plan, document } };
    } catch (error) {
      if (transientFailure(error as Error) !== null) throw error;
      if (!isInaccessible(error as Error)) return failed(ports, item, asked, error as Error, id);
      inaccessible.push(id);
      reason = messageOf(error as Error) ?? 'No route leads from the start to the end.';
    }
  }
  const rows = [rowWithoutRoute(asked, 'no_way', reason, item.meshes.at(-1) ?? null)];
  return withPaths(batch, asked, request, item, { rows });
}

/** The request as it was accepted: vehicle and zones are those of the snapshot. */
async function voyageOfItem({ standingZones }: PlanPorts, snapshot: Snapshot, { body, meshes }: BatchItem) {
  const { vehicles, zones, standing } = snapshot;
  const asked = routeRequest.parse(body);
  const [first] = meshes;
  const resolved = await resolveRequest(
    {
      vehicles: { find: async (type) => vehicles.find(({ vessel_type }) => vessel_type === type) ?? null },
      zones: { find: async (name) => zones.find((zone) => zone.name === name) ?? null },
      standingDigest: { current: async () => standing },
      charts: { idFor: async (id) => id }, // chosen when the batch began
      standingZones,
      meshes: null,
    },
    { ...asked, mesh_id: first! },
  );
  return { request: await withStanding(resolved, standingZones), tags: asked.tags };
}

/** A fault of ours is logged with all it says, and told without. */
function failed({ log }: PlanPorts, item: BatchItem, asked: Asked, error: Error, meshId: number): LineResult {
  const message = messageOf(error);
  if (message === null) log.error('a line of a batch failed', error);
  return failedLine(item, asked, message ?? 'The calculation failed.', meshId);
}

const failedLine = ({ line, key }: BatchItem, asked: Asked, reason: string, meshId: number): LineResult => ({
  rows: [rowWithoutRoute(asked, 'failed', reason, meshId)],
  fault: { line, key, reason },
});

/** The line of a route that crashed its calculation again and again. */
export function crashedLine({ line, key }: BatchItem): LineResult {
  const fault = { line, key, reason: 'The calculation of this line crashed three times.' };
  return { rows: [faultRow(fault)], fault };
}

/** What the spread of a study over meshes is made of. */
export interface StudyPath {
  /** What the meshes are compared for: all that is varied but the mesh. */
  readonly group: string;
  readonly vehicle_type: string | null;
  readonly objective: string | null;
  readonly mesh_id: number;
  /** Days, tonnes or Ah. */
  readonly cost: number | null;
  /** Absent where a price along the path says what the route would cost on another mesh. */
  readonly not_comparable?: true;
  readonly ice_chart?: string;
  readonly path: readonly (readonly number[])[] | null;
}

/** Of what a voyage asks, only this leaves the cost of a path what its legs cost at the speeds of the mesh. */
const COMPARABLE: readonly (keyof Voyage)[] = ['departure', 'ice_chart', 'standing_zones'];

/** @param voyage with all zones that hold */
function isComparable(voyage: Voyage | null, forecast: BatchItem['forecast']): boolean {
  const isAsked = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
  const asked = Object.entries(voyage ?? {}).filter(([, value]) => isAsked(value));
  return forecast === null && asked.every(([name]) => COMPARABLE.includes(name as keyof Voyage));
}

function withPaths(
  batch: Batch,
  asked: Asked,
  { voyage }: Pick<VoyageRequest, 'voyage'>,
  { forecast }: BatchItem,
  result: LineResult,
): LineResult {
  if (!batch.hasSpread) return result;
  const { start, end, vehicleType, departure } = asked;
  const group = JSON.stringify([vehicleType, start?.lat, start?.lon, end?.lat, end?.lon, departure]);
  const paths = result.rows.map(({ objective, meshId, days, fuelTonnes, batteryAh, path }): StudyPath => {
    const cost = objective === 'fuel' ? fuelTonnes : objective === 'battery' ? batteryAh : days;
    return {
      group,
      vehicle_type: vehicleType,
      objective,
      mesh_id: meshId!,
      cost,
      ...(!isComparable(voyage, forecast) && { not_comparable: true }),
      ...(voyage?.ice_chart && { ice_chart: voyage.ice_chart }),
      path,
    };
  });
  return { ...result, paths };
}
