/** What the service does after stored objects and events about executions were lost, and with large meshes. */
import { gzipSync } from 'node:zlib';
import { SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../../lib/http/replies.ts';
import { environmentGrid } from '../meshes/mesh-files.ts';
import { sdaFields } from '../vessel/vehicles.ts';
import { gridMesh, md5, metadataGzip } from './grid-mesh.ts';
import { type Service, startService } from './service.ts';

const HOUR_MS = 3_600_000;
const ship = { ...sdaFields, vessel_type: 'Ship' };

let service: Service;
let vesselMesh: number;
let environmentMesh: number;
beforeAll(async () => {
  service = await startService();
  vesselMesh = await service.addMesh('sea', gridMesh({ columns: 4, rows: 4, side: 2.5 }));
  const large = environmentGrid({ lat: 0, lon: 0, columns: 6, rows: 6, size: 1 });
  large.config.comment = 'x'.repeat(MAX_BODY_BYTES);
  const json = JSON.stringify(large);
  await service.put('meshes/large.env.json.gz', gzipSync(json));
  const record = { filepath: 'large.env.json', created: '20240101T000000', md5: md5(json) };
  await service.put('metadata/upload_metadata_large.yaml.gz', metadataGzip([record]));
  const [result] = await service.importMeshes();
  if (result?.outcome !== 'inserted') throw new Error(JSON.stringify(result));
  environmentMesh = result.id;
  expect((await service.post('/api/vehicle', ship)).status).toBe(201);
});
afterAll(() => service.end());

/** An answer that need not be JSON, without a redirection being followed. */
const fetched = (path: string) =>
  fetch(service.stack.apiUrl + path, { redirect: 'manual', headers: { 'accept-encoding': 'identity' } });

const request = (start_lat: number) => ({ start_lat, start_lon: -59, end_lat: -61, end_lon: -51 });

describe('the sweep', () => {
  const sweep = () => service.stack.invoke(service.functionOf('jobs/sweep'), { once: true });

  it('starts a job that could not be started, and fails one whose execution ended unnoticed', async () => {
    service.watch.fault = ({ operation }) =>
      operation === 'StartExecution'
        ? { kind: 'error', code: 'ThrottlingException', status: 400 }
        : undefined;
    const waiting = await service.post('/api/route', request(-66));
    expect(waiting.status).toBe(202);

    const end = Promise.withResolvers<void>();
    service.watch.fault = ({ operation }) =>
      operation === 's3:PutObject' ? { kind: 'held', until: end.promise } : undefined;
    const stopped = await service.post('/api/route', request(-65));
    const status = async (id: string) => (await service.job(id)).body.status;
    await expect.poll(() => status(stopped.body.id)).toBe('STARTED');
    service.watch.losesEvents = true;
    const machine = service.stack.environment(service.functionOf('jobs/sweep')).ROUTE_WORKFLOW_ARN!;
    const executionArn = `${machine.replace(':stateMachine:', ':execution:').replace(/:live$/, '')}:${stopped.body.id}`;
    const credentials = { accessKeyId: 'anyone', secretAccessKey: 'anything' };
    await new SFNClient({ endpoint: service.stack.awsUrl, region: 'us-east-1', credentials }).send(
      new StopExecutionCommand({ executionArn }),
    );
    expect(await status(stopped.body.id)).toBe('STARTED');

    service.watch.clockSkewMs = HOUR_MS; // so that both jobs are old enough for a sweep
    const sweptStatus = async (id: string) => {
      await sweep();
      return status(id);
    };
    await expect.poll(() => sweptStatus(stopped.body.id)).toBe('FAILURE');
    service.watch.fault = undefined;
    service.watch.losesEvents = false;
    end.resolve();
    await expect.poll(() => sweptStatus(waiting.body.id)).toBe('SUCCESS');
    service.watch.clockSkewMs = 0;
  });
});

describe('a route whose document is lost', () => {
  const bucket = () => service.stack.environment(service.functionOf('routes/get')).ROUTE_BUCKET!;

  it('is not found, and is calculated again', async () => {
    const first = await service.route(request(-69));
    const second = await service.route(request(-68));
    await service.lose('routes/', bucket());
    expect((await service.get(`/api/route/${first.job.route_id}`)).status).toBe(404);
    for (const [{ job }, start] of [
      [first, -69],
      [second, -68],
    ] as const) {
      const again = await service.post('/api/route', request(start));
      expect(again.status).toBe(202);
      expect(again.body.id).not.toBe(job.id);
      expect((await service.follow(again.body.id)).job.status).toBe('SUCCESS');
    }
  });
});

describe('a compiled mesh that is lost is made again', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [-58.5, -68.5],
      [-52, -62],
    ],
  };
  const onLand = {
    type: 'LineString',
    coordinates: [
      [1, 1],
      [5, 5],
    ],
  };

  it.each([
    [
      'by a chart',
      async () => {
        const { job } = await service.route(request(-67));
        await service.lose('compiled/');
        return fetched(`/api/route/${job.route_id}?format=svg`);
      },
      200,
    ],
    ['by an evaluation', () => service.post('/api/evaluate_route', { route: line }), 200],
    ['by whoever asks for it', () => fetched(`/api/mesh/${vesselMesh}/compiled`), 302],
  ] as const)('%s', async (_, ask, status) => {
    await service.lose('compiled/');
    expect((await ask()).status).toBe(status);
    expect(await service.keys('compiled/')).toHaveLength(1);
  });

  it.each([
    [
      'by an evaluation',
      () => service.post('/api/evaluate_route', { route: onLand, vehicle_type: 'Ship' }),
      200,
    ],
    ['by whoever asks for it', () => fetched(`/api/mesh/${environmentMesh}/compiled?vehicle_type=Ship`), 302],
  ] as const)('for a vehicle %s', async (_, ask, status) => {
    await service.lose('vehicle-meshes/');
    expect((await ask()).status).toBe(status);
    expect(await service.keys('vehicle-meshes/')).toHaveLength(1);
  });
});

it('an environment mesh is listed for a vehicle that can use it', async () => {
  const { meshes } = (await service.get('/api/mesh?vehicle_type=Ship')).body;
  expect(meshes.map(({ id }: { id: number }) => id)).toContain(environmentMesh);
});

it('a mesh that is larger than an answer may be is linked, as it is and for a vehicle', async () => {
  for (const query of ['', '?vehicle_type=Ship']) {
    const answer = await fetched(`/api/mesh/${environmentMesh}${query}`);
    expect(answer.status).toBe(200);
    const links = (await answer.json()) as { json_url: string; geojson_url: string };
    for (const link of [links.json_url, links.geojson_url]) {
      const file = await fetch(link);
      expect(file.status).toBe(200);
      expect(Object.keys((await file.json()) as object).length).toBeGreaterThan(1);
    }
  }
});
