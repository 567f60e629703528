import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ClaimTable, JOBS } from '../../lib/aws/claim-table.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { ZoneTable } from '../../lib/aws/zone-table.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import type { WorkflowState } from '../../lib/jobs/route-workflow.ts';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';
import { Catalogue } from '../../lib/meshes/select/catalogue.ts';
import type { AcceptMesh } from '../../lib/meshes/select/select-meshes.ts';
import { type Caller, requestRoute } from '../../lib/routes/request-route.ts';
import { type RouteRequest, routeRequest } from '../../lib/routes/route-request.ts';
import { documentKey } from '../../lib/routes/route-store.ts';
import { fromStoredRequest } from '../../lib/routes/stored-request.ts';
import { performanceKey } from '../../lib/vehicles/performance-key.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import type { VoyageRequest } from '../../lib/voyage/voyage-request.ts';
import { StandingDigest, StandingZones } from '../../lib/zones/standing.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { sda } from '../vessel/vehicles.ts';

export const mesh = (id: number, different: Partial<MeshRecord> = {}): MeshRecord => ({
  id,
  md5: `${id}`,
  name: `mesh-${id}.json`,
  kind: 'vessel',
  vesselType: 'SDA',
  vesselKey: performanceKey(vesselOf(sda)),
  created: '2024-02-14T05:05:00.000Z',
  bounds: { latMin: -80, latMax: -45, lonMin: -80, lonMax: 0 },
  areaKm2: id,
  validDateStart: '2024-02-11',
  validDateEnd: '2024-02-16',
  cellCount: 100,
  consumption: 'fuel',
  missingDataSources: [],
  seaColumns: null,
  removed: null,
  ...different,
});

export const request = (different: object = {}): RouteRequest =>
  routeRequest.parse({
    start_lat: -51.731,
    start_lon: -57.706,
    end_lat: -67.764,
    end_lon: -68.02,
    ...different,
  });

/** Meshes of one extent have one area; those of the tests have areas of their own. */
const distinct = (each: MeshRecord): MeshRecord => ({
  ...each,
  bounds: { ...each.bounds, latMin: each.bounds.latMin - each.areaKm2 / 1e6 },
});

/** What the tests' requests are sent with, unless they say otherwise. */
const anyone: Caller = { requester: null, idempotencyKey: null };

/** The ice chart that is the newest. */
export const NEWEST_CHART = '20261127T0600Z-0123456789ab';

/** The service around a request: real tables in an emulator, a workflow that only counts, meshes as given. */
export function makeWorld(client: DynamoDBDocumentClient, meshes: MeshRecord[]) {
  const started: WorkflowState[] = [];
  const vehicles = new Map([[sda.vessel_type, sda]]);
  const documents = new Set<string>();
  const storedRequests = new Map<string, VoyageRequest>();
  const zones = new ZoneTable(client, 'zones');
  const standingSets = new Map<string, readonly Zone[]>();
  const clock = { ms: 0 };
  const workflow = {
    start: async (state: WorkflowState) => {
      if (!started.some(({ job_id }) => job_id === state.job_id)) started.push(state);
      return 'started' as const;
    },
  };
  const requests = new RequestTable(client, 'requests', { info: () => {} });
  const ports = {
    jobs: requests,
    routes: requests,
    workflow,
    claims: new ClaimTable(client, 'requests', JOBS),
    documents: { exists: async (key: string) => documents.has(key) },
    storedRequests: {
      put: async (key: string, stored: Uint8Array) => {
        if (!storedRequests.has(key)) storedRequests.set(key, fromStoredRequest(stored));
      },
    },
    meshes: {
      byId: async (id: number) => meshes.find((each) => each.id === id) ?? null,
      candidates: async (points: readonly LatLon[], accepts?: AcceptMesh) =>
        Catalogue.of(meshes.map(distinct)).candidates(points, accepts),
      siblings: async (id: number) => Catalogue.of(meshes.map(distinct)).siblings(id),
    },
    zones,
    charts: { idFor: async (wanted: string) => (wanted === 'newest' ? NEWEST_CHART : wanted) },
    standingDigest: new StandingDigest(zones, () => clock.ms),
    standingZones: new StandingZones({ read: async (digest) => standingSets.get(digest) ?? null }),
    vehicles: { find: async (vesselType: string) => vehicles.get(vesselType) ?? null },
  };
  const limits = { toleranceNm: 1, retentionDays: 365 };
  return {
    started,
    documents,
    storedRequests,
    meshes,
    vehicles,
    ports,
    /** Where the operator keeps what stands together. */
    standingSets: {
      read: async (digest: string) => [...(standingSets.get(digest) ?? [])],
      write: async (digest: string, zones: readonly Zone[]) => void standingSets.set(digest, zones),
      /** As when the files are deleted. */
      lose: () => standingSets.clear(),
    },
    /** Time passes for the digest that requests keep. */
    waitForStanding: () => {
      clock.ms += 2_000;
    },
    send: (different: object = {}, now = new Date(), caller: Partial<Caller> = {}) =>
      requestRoute(ports, request(different), { ...anyone, ...caller }, limits, now),
    /** The calculation of a job succeeds, on one mesh of its list. */
    succeed: async (jobId: string, meshId?: number) => {
      const job = (await requests.find(jobId))!;
      documents.add(documentKey(job));
      const calculatedAt = new Date().toISOString();
      const route = {
        meshId: meshId ?? job.meshIds[0]!,
        meshName: 'mesh',
        calculatedAt,
        totals: {},
        attempts: [],
      };
      await requests.transition(jobId, { to: 'SUCCESS', route });
    },
  };
}
