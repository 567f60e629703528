import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ClaimTable } from '../../lib/aws/claim-table.ts';
import { JobTable } from '../../lib/aws/job-table.ts';
import { RouteTable } from '../../lib/aws/route-table.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import type { RouteWorkflow, WorkflowState } from '../../lib/jobs/route-workflow.ts';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';
import { extentOf, rankOf, selectMeshes } from '../../lib/meshes/select-meshes.ts';
import { requestRoute } from '../../lib/routes/request-route.ts';
import { type RouteRequest, routeRequest } from '../../lib/routes/route-request.ts';

export const mesh = (id: number, different: Partial<MeshRecord> = {}): MeshRecord => ({
  id,
  md5: `${id}`,
  name: `mesh-${id}.json`,
  kind: 'vessel',
  vesselType: 'SDA',
  vesselKey: 'SDA',
  created: '2024-02-14T05:05:00.000Z',
  bounds: { latMin: -80, latMax: -45, lonMin: -80, lonMax: 0 },
  areaKm2: id,
  validDateStart: '2024-02-11',
  validDateEnd: '2024-02-16',
  cellCount: 100,
  consumption: 'fuel',
  missingDataSources: [],
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

async function* inOrder<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** The service around a request: real tables in an emulator, a workflow that only counts, meshes as given. */
export function makeWorld(client: DynamoDBDocumentClient, meshes: MeshRecord[]) {
  const started: WorkflowState[] = [];
  const running = new Set<string>();
  const workflow: RouteWorkflow = {
    start: async (state) => {
      if (!running.has(state.job_id)) started.push(state);
      running.add(state.job_id);
    },
    stop: async (jobId) => void running.delete(jobId),
    isRunning: async (jobId) => running.has(jobId),
  };
  const jobs = new JobTable(client, 'jobs', { info: () => {} });
  const routes = new RouteTable(client, 'routes');
  const ports = {
    jobs,
    routes,
    workflow,
    statuses: jobs,
    claims: new ClaimTable(client, 'jobs'),
    meshes: {
      byId: async (id: number) => meshes.find((each) => each.id === id) ?? null,
      candidates: async (start: LatLon, end: LatLon) => {
        const extents = meshes.map(extentOf).sort((a, b) => (rankOf(a) < rankOf(b) ? 1 : -1));
        return selectMeshes(inOrder(extents), start, end);
      },
    },
  };
  const limits = { toleranceNm: 1, retentionDays: 365 };
  return {
    started,
    running,
    meshes,
    ports,
    send: (different: object = {}, now = new Date()) => requestRoute(ports, request(different), limits, now),
    /** The calculation of a job ends well, on one mesh of its list. */
    succeed: async (jobId: string, meshId?: number) => {
      const job = await jobs.find(jobId);
      const { routeId: id, startCell, meshIds } = job!.submission;
      const calculated = {
        meshId: meshId ?? meshIds[0]!,
        calculatedAt: new Date().toISOString(),
        totals: {},
      };
      await routes.recordCalculation({ id, startCell }, calculated);
      await jobs.transition(jobId, 'SUCCESS');
    },
  };
}
