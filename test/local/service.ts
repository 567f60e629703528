import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  type Fault,
  type Faults,
  type LocalStack,
  type LocalStackOptions,
  type Resource,
  readAssembly,
  type StackSource,
  startLocalStack,
} from 'template-runner';
import { inject } from 'vitest';
import type { ImportResult } from '../../lib/meshes/import/import-result.ts';
import { functionIdOf } from '../../lib/stack/functions.ts';
import { expectDefined } from '../defined-answer.ts';
import { md5, metadataGzip } from './grid-mesh.ts';

/** Between two looks at a job: less than it waits before it tries again. */
const LONGEST_PAUSE_MS = 200;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what the service answers is what the tests find out
  readonly body: any;
}

/** What was seen of the running service. */
interface Watch {
  /** Status of each execution, by its name. */
  readonly executions: Map<string, string>;
  /** Names of the states that executions entered. */
  readonly states: string[];
  /** Invocations that have ended, by the function's name. */
  readonly ended: Map<string, number>;
  /** Injects a fault into calls of functions to AWS services. */
  fault?: Faults['onCall'] | undefined;
  /** Whether the next events reach no function. */
  losesEvents?: boolean;
  /** Offset of the clock of the invocations from now on, ms. */
  clockSkewMs?: number;
}

/** The whole service on this machine, with the calls that tests make of it. */
export class Service {
  readonly stack: LocalStack;
  readonly dataFolder: string;
  readonly watch: Watch;
  readonly #source: StackSource;
  readonly #s3: S3Client;
  readonly #lambda: LambdaClient;

  constructor(stack: LocalStack, dataFolder: string, source: StackSource, watch: Watch) {
    this.stack = stack;
    this.watch = watch;
    this.#source = source;
    this.dataFolder = dataFolder;
    const config = {
      endpoint: stack.awsUrl,
      region: 'us-east-1',
      credentials: { accessKeyId: 'anyone', secretAccessKey: 'anything' },
    };
    this.#s3 = new S3Client({ ...config, forcePathStyle: true });
    this.#lambda = new LambdaClient(config);
  }

  /** A request with a JSON body, or with text as it is. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.stack.apiUrl + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text ? JSON.parse(text) : undefined;
    expectDefined(`${method} ${path}`, response.status, answer);
    return { status: response.status, headers: response.headers, body: answer };
  }

  /** Does not wait for a job that is running. */
  get = (path: string) => this.call('GET', path, undefined, { prefer: 'wait=0' });
  post = (path: string, body: unknown) => this.call('POST', path, body);
  delete = (path: string) => this.call('DELETE', path);
  /** A job as it is now. */
  job = (id: string) => this.call('GET', `/api/job/${id}`, undefined, { prefer: 'wait=0' });

  /** The statuses that a poll sees, in order and each once, until the job is over. */
  async follow(jobId: string, timeoutMs = 25_000): Promise<{ statuses: string[]; job: Answer['body'] }> {
    const statuses: string[] = [];
    let pauseMs = 10;
    for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
      const { status, body: job } = await this.get(`/api/job/${jobId}`);
      if (status !== 200) throw new Error(`GET job: ${status} ${JSON.stringify(job)}`);
      if (statuses.at(-1) !== job.status) statuses.push(job.status);
      if (['SUCCESS', 'FAILURE', 'REVOKED'].includes(job.status)) return { statuses, job };
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(1.5 * pauseMs, LONGEST_PAUSE_MS);
    }
    throw new Error(`The job is not over after ${timeoutMs} ms: ${statuses.join(', ')}`);
  }

  /** Requests a route, waits for it and fetches it. */
  async route(request: object): Promise<{ statuses: string[]; job: Answer['body']; route: Answer['body'] }> {
    const submitted = await this.post('/api/route', request);
    if (submitted.status >= 300) throw new Error(`POST route: ${JSON.stringify(submitted.body)}`);
    const followed = await this.follow(submitted.body.id);
    const { route_id } = followed.job;
    return { ...followed, route: route_id && (await this.get(`/api/route/${route_id}`)).body };
  }

  async put(key: string, body: string | Uint8Array): Promise<void> {
    await this.#s3.send(
      new PutObjectCommand({ Bucket: this.stack.outputs.MeshBucketName, Key: key, Body: body }),
    );
  }

  async keys(prefix: string, Bucket = this.stack.outputs.MeshBucketName): Promise<string[]> {
    const { Contents = [] } = await this.#s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
    return Contents.map(({ Key }) => Key!);
  }

  /** Deletes all objects below a prefix, as an operator might by mistake. */
  async lose(prefix: string, Bucket = this.stack.outputs.MeshBucketName): Promise<void> {
    for (const Key of await this.keys(prefix, Bucket)) {
      await this.#s3.send(new DeleteObjectCommand({ Bucket, Key }));
    }
  }

  /** Drops a mesh with its metadata as the pipeline does; the name is without `.json`. */
  async drop(name: string, mesh: object | string, created = '20240101T000000'): Promise<string> {
    const json = typeof mesh === 'string' ? mesh : JSON.stringify(mesh);
    const file = `${name}.vessel.json`;
    await this.put(`meshes/${file}.gz`, gzipSync(json));
    const record = { filepath: `outputs/${file}`, created, md5: md5(json) };
    await this.put(`metadata/upload_metadata_${created}_${name}.yaml.gz`, metadataGzip([record]));
    return record.md5;
  }

  /** Runs the import now. */
  async importMeshes(event: object = {}): Promise<ImportResult[]> {
    return (await this.invokeImport(event)).results;
  }

  /** Invokes the import function with a command. */
  async invokeImport(event: object): Promise<Answer['body']> {
    const { Payload, FunctionError } = await this.#lambda.send(
      new InvokeCommand({
        FunctionName: this.stack.outputs.ImportFunctionName,
        Payload: JSON.stringify(event),
      }),
    );
    const answer = JSON.parse(Payload!.transformToString());
    if (FunctionError) throw new Error(JSON.stringify(answer));
    return answer;
  }

  /** Makes the next calculations fail, as a Lambda does. */
  failCalculation(fault: Fault, times = 1): void {
    this.stack.failNextInvocation(this.#calculation, fault, times);
  }

  /** Calculations that have ended, however. */
  get endedCalculations(): number {
    const name = [...this.watch.ended.keys()].find((each) => each.includes(this.#calculation));
    return name === undefined ? 0 : this.watch.ended.get(name)!;
  }

  get #calculation(): string {
    return this.functionOf('jobs/calculate');
  }

  /** Logical id of the function that runs a handler. */
  functionOf(handlerId: string): string {
    const description = `Polynya ${functionIdOf(handlerId)}`;
    const isIts = ({ Type, Properties }: Resource) =>
      Type === 'AWS::Lambda::Function' && Properties?.Description === description;
    return Object.entries(this.#source.template.Resources).find(([, each]) => isIts(each))![0];
  }

  /** Drops a mesh and imports it; answers its id. */
  async addMesh(name: string, mesh: object | string, created?: string): Promise<number> {
    const digest = await this.drop(name, mesh, created);
    const results = await this.importMeshes();
    const inserted = results.find((result) => result.outcome === 'inserted' && result.md5 === digest);
    if (inserted?.outcome !== 'inserted') throw new Error(`not imported: ${JSON.stringify(results)}`);
    return inserted.id;
  }

  /** Stops the service and forgets its data. What it never used is noted for `unused.test.ts`. */
  async end(): Promise<void> {
    await writeFile(join(inject('unusedFolder'), randomUUID()), JSON.stringify(this.stack.unused()));
    await this.stack.stop();
    await rm(this.dataFolder, { recursive: true, force: true });
  }
}

/** A data folder that has nothing but the code that V8 has compiled for services before. */
async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'polynya-service-'));
  const compiled = join(inject('assembly'), 'compiled');
  await mkdir(compiled, { recursive: true });
  await symlink(compiled, join(folder, 'compiled'));
  return folder;
}

/** Starts the service that `npm start` runs, on free ports, without the sample mesh; no data unless given. */
export async function startService(
  dataFolder?: string,
  stage?: StackSource,
  options: Pick<LocalStackOptions, 'dataVersion' | 'onNotice'> = {},
): Promise<Service> {
  const folder = dataFolder ?? (await emptyFolder());
  const source = stage ?? (await readAssembly(inject('assembly')));
  const watch: Watch = { executions: new Map(), states: [], ended: new Map() };
  const stack = await startLocalStack({
    ...options,
    source,
    dataFolder: folder,
    faults: {
      onCall: (call) => watch.fault?.(call),
      onEvent: () => (watch.losesEvents ? [] : [0]),
      clockSkewMs: () => watch.clockSkewMs ?? 0,
    },
    onExecution: ({ name, status }, state) => {
      watch.executions.set(name, status);
      if (state) watch.states.push(state);
    },
    onInvocation: ({ functionName: name }) => watch.ended.set(name, (watch.ended.get(name) ?? 0) + 1),
  });
  return new Service(stack, folder, source, watch);
}

/** One file of the reference data, from beside the repository; null where there is none. */
export async function reference(path: string): Promise<Buffer | null> {
  return await readFile(join(import.meta.dirname, '../../../shared/reference', path)).catch(() => null);
}
