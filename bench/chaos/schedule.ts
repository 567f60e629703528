import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import {
  paginateListExecutions,
  paginateListStateMachines,
  SFNClient,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Random } from '../service/random.ts';
import type { BenchService } from '../service/service.ts';

/** A request that was accepted, so there is a job. */
export interface Accepted {
  readonly jobId: string;
  readonly request: object;
  /** Whether a client cancelled the job or an operator stopped its execution. */
  isCancelled: boolean;
}

const AWS = { region: 'us-east-1', credentials: { accessKeyId: 'chaos', secretAccessKey: 'chaos' } };
const FINAL = ['SUCCESS', 'FAILURE', 'REVOKED'];
/** A point on the grid mesh, which begins at 60° W, 70° S and extends ten degrees each way. */
const point = (random: Random) => [
  Number(random.between(-69.9, -60.1).toFixed(3)),
  Number(random.between(-59.9, -50.1).toFixed(3)),
];

function drawRequest(random: Random, earlier: readonly object[]): object {
  if (earlier.length > 0 && random.chance(0.4)) return random.pick(earlier); // joins or reuses
  const [start_lat, start_lon] = point(random);
  const [end_lat, end_lon] = point(random);
  return { start_lat, start_lon, end_lat, end_lon, ...(random.chance(0.1) && { force_new_route: true }) };
}

export const stateMachineClient = (service: BenchService): SFNClient =>
  new SFNClient({ ...AWS, endpoint: service.stack.awsUrl });

/** Every execution's name and ARN. */
export async function executions(client: SFNClient): Promise<{ name: string; arn: string }[]> {
  const found: { name: string; arn: string }[] = [];
  for await (const { stateMachines = [] } of paginateListStateMachines({ client }, {})) {
    for (const { stateMachineArn } of stateMachines) {
      for await (const page of paginateListExecutions({ client }, { stateMachineArn })) {
        for (const each of page.executions ?? []) found.push({ name: each.name!, arn: each.executionArn! });
      }
    }
  }
  return found;
}

/** Deletes one object below a prefix, as an operator might by mistake. Returns its key, if there was one. */
async function deleteObject(
  service: BenchService,
  random: Random,
  Bucket: string,
  Prefix: string,
  spared: readonly string[] = [],
): Promise<string | undefined> {
  const client = new S3Client({ ...AWS, endpoint: service.stack.awsUrl, forcePathStyle: true });
  const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
  const Contents = (listed.Contents ?? []).filter(({ Key }) => !spared.some((jobId) => Key!.includes(jobId)));
  if (Contents.length === 0) return undefined;
  const { Key } = random.pick(Contents.slice(-20));
  await client.send(new DeleteObjectCommand({ Bucket, Key }));
  return Key;
}

/**
 * The actions of clients and operators during one schedule. Returns the jobs that were accepted, the server
 * errors, and the jobs whose route document was deleted.
 *
 * @param deploy what an operator does after half of them, while requests are under way
 * @param spared jobs of routes that are watched: without its document nothing can be said of one
 */
export async function runSchedule(
  service: BenchService,
  random: Random,
  deploy?: () => Promise<void>,
  spared: readonly string[] = [],
): Promise<{ accepted: Accepted[]; errors: string[]; documentless: string[] }> {
  const documentless: string[] = [];
  const accepted = new Map<string, Accepted>();
  const errors: string[] = [];
  const requests: object[] = [];
  const note = (what: string, status: number) => {
    if (status >= 500 || status === 0) errors.push(`${what}: ${status}`);
  };
  const submit = async (request: object) => {
    const { status, body } = await service.call('POST', '/api/route', request);
    note('POST route', status);
    if ((status === 200 || status === 202) && body?.id && !accepted.has(body.id)) {
      accepted.set(body.id, { jobId: body.id, request, isCancelled: false });
    }
  };
  const cancel = async (job: Accepted) => {
    const { status } = await service.call('DELETE', `/api/job/${job.jobId}`);
    note('DELETE job', status);
    if (status === 202) job.isCancelled = true;
  };
  const abort = async () => {
    const client = stateMachineClient(service);
    const all = await executions(client);
    if (all.length === 0) return;
    const { name, arn } = random.pick(all.slice(0, 5));
    await client.send(new StopExecutionCommand({ executionArn: arn, cause: 'chaos' })).catch(() => {});
    const job = accepted.get(name);
    if (job) job.isCancelled = true;
  };
  const steps = 4 + random.below(6);
  const burst = () => {
    const drawn = Array.from({ length: 1 + random.below(3) }, () => drawRequest(random, requests));
    requests.push(...drawn);
    return drawn.map(submit);
  };
  for (let i = 0; i < steps; i++) {
    if (deploy && i === steps >> 1) await Promise.all([...burst(), deploy()]);
    const jobs = [...accepted.values()];
    if (jobs.length > 0 && random.chance(0.15)) await cancel(random.pick(jobs));
    else if (random.chance(0.08)) await abort();
    else if (random.chance(0.05))
      await deleteObject(service, random, service.stack.outputs.MeshBucketName!, 'compiled/');
    else if (random.chance(0.06)) {
      const key = await deleteObject(service, random, service.routeBucket, 'routes/', spared);
      const jobId = /([^/]+)\.json\.gz$/.exec(key ?? '')?.[1];
      if (jobId) documentless.push(jobId);
    } else if (jobs.length > 0 && random.chance(0.2)) {
      note('GET job', (await service.job(random.pick(jobs).jobId)).status);
    } else {
      await Promise.all(burst());
    }
    await sleep(random.below(30));
  }
  return { accepted: [...accepted.values()], errors, documentless };
}

export const isFinal = (status: string): boolean => FINAL.includes(status);
