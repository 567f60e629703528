/** One line of a batch: its route on the first of its meshes that has one. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import { isInaccessible, messageOf } from '../jobs/recovery.ts';
import { transientFailure } from '../jobs/transient-failures.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import { type ResolvePorts, resolveRequest } from '../routes/resolve-request.ts';
import { buildRouteDocument } from '../routes/route-document.ts';
import { routeRequest } from '../routes/route-request.ts';
import { withZones } from '../voyage/voyage-fields.ts';
import type { VoyageRequest } from '../voyage/voyage-request.ts';
import type { VoyagePlan } from '../voyage/voyage-route.ts';
import type { Batch, BatchItem } from './batch.ts';
import type { Snapshot } from './input/accept-lines.ts';
import { type Asked, plannedRows, rowWithoutRoute } from './results/row.ts';
import type { LineResult } from './results/store-part.ts';

export interface PlanPorts {
  readonly meshById: (id: number) => Promise<MeshRecord | null>;
  readonly standingZones: ResolvePorts['standingZones'];
  readonly plan: (
    mesh: MeshRecord,
    request: VoyageRequest,
    certificate: boolean,
  ) => Promise<{ readonly plan: VoyagePlan; readonly mesh: Mesh }>;
  readonly log: { error(message: string, error: Error): void };
}

/** A line that no route leads through, or that is wrong, has a row that says so. @throws errors with a transient cause */
export async function planLine(
  ports: PlanPorts,
  batch: Batch,
  snapshot: Snapshot,
  item: BatchItem,
): Promise<LineResult> {
  const request = await voyageOfItem(ports, snapshot, item);
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
    const record = await ports.meshById(id);
    if (!record) throw new Error(`The record of mesh ${id} is gone.`);
    try {
      const { plan, mesh } = await ports.plan(record, request, batch.certificate);
      const rows = plannedRows(asked, plan, { id, consumption: mesh.consumption }, request.vehicle);
      if (batch.results !== 'jsonl') return withPaths(batch, asked, { rows });
      const document = buildRouteDocument({
        plan,
        mesh: { ...record, consumption: mesh.consumption },
        planned: { vehicle: request.vehicle, mesh },
        departure: asked.departure,
        asked: request.asked,
        startName: request.startName,
        endName: request.endName,
        inaccessibleMeshes: inaccessible,
        now: new Date(),
      });
      return withPaths(batch, asked, { rows, document });
    } catch (error) {
      if (transientFailure(error as Error) !== null) throw error;
      if (!isInaccessible(error as Error)) return failed(ports, item, asked, error as Error, id);
      inaccessible.push(id);
      reason = messageOf(error as Error) ?? 'No route leads from the start to the end.';
    }
  }
  const rows = [rowWithoutRoute(asked, 'no_way', reason, item.meshes.at(-1) ?? null)];
  return withPaths(batch, asked, { rows });
}

/** The request as it was accepted: vehicle and zones are those of the snapshot. */
async function voyageOfItem({ standingZones }: PlanPorts, snapshot: Snapshot, { body, meshes }: BatchItem) {
  const { vehicles, zones, standing } = snapshot;
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
    { ...routeRequest.parse(body), mesh_id: first! },
  );
  const asked = resolved.voyage;
  const voyage =
    resolved.standing === null ? asked : withZones(asked, await standingZones.of(resolved.standing));
  return { ...resolved, voyage, asked };
}

/** A fault of ours is logged with all it says, and told without. */
function failed(
  { log }: PlanPorts,
  { line, key }: BatchItem,
  asked: Asked,
  error: Error,
  meshId: number,
): LineResult {
  const message = messageOf(error);
  if (message === null) log.error('a line of a batch failed', error);
  const reason = message ?? 'The calculation failed.';
  return { rows: [rowWithoutRoute(asked, 'failed', reason, meshId)], fault: { line, key, reason } };
}

/** The line of a route that crashed its calculation again and again. */
export function crashedLine({ line, key }: BatchItem): LineResult {
  const reason = 'The calculation of this line crashed three times.';
  const asked = {
    line,
    key,
    vehicleType: null,
    start: null,
    end: null,
    startName: null,
    endName: null,
    departure: null,
  };
  return { rows: [rowWithoutRoute(asked, 'failed', reason, null)], fault: { line, key, reason } };
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
  readonly path: readonly (readonly number[])[] | null;
}

function withPaths(batch: Batch, asked: Asked, result: LineResult): LineResult {
  if (!batch.hasSpread) return result;
  const { start, end, vehicleType, departure } = asked;
  const group = JSON.stringify([vehicleType, start?.lat, start?.lon, end?.lat, end?.lon, departure]);
  const paths = result.rows.map(({ objective, meshId, days, fuelTonnes, batteryAh, path }): StudyPath => {
    const cost = objective === 'fuel' ? fuelTonnes : objective === 'battery' ? batteryAh : days;
    return { group, vehicle_type: vehicleType, objective, mesh_id: meshId!, cost, path };
  });
  return { ...result, paths };
}
