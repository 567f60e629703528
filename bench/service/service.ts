import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type LocalStack,
  type LocalStackOptions,
  readAssembly,
  type StackSource,
  startLocalStack,
} from 'template-runner';
import { readContext, synthesiseApp } from '../../lib/local-mode/synthesise-app.ts';
import { functionIdOf } from '../../lib/stack/functions.ts';
import { md5, metadataGzip } from '../../test/local/grid-mesh.ts';

/** An answer of the API; status 0 when the connection broke. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every operation
  readonly body: any;
  readonly milliseconds: number;
}

/** What an import says of a file. */
export interface Imported {
  readonly file: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly md5?: string;
  readonly id?: number;
}

/** The service in this process, on free ports of the loopback interface, with its own data. */
export class BenchService {
  #stack: LocalStack;
  #source: StackSource;
  readonly #folder: string;
  readonly #options: Partial<LocalStackOptions>;

  private constructor(
    stack: LocalStack,
    source: StackSource,
    folder: string,
    options: Partial<LocalStackOptions>,
  ) {
    this.#stack = stack;
    this.#source = source;
    this.#folder = folder;
    this.#options = options;
  }

  static async start(
    context: Readonly<Record<string, string>>,
    options: Partial<LocalStackOptions> = {},
  ): Promise<BenchService> {
    process.env.TZ = 'UTC';
    const folder = await mkdtemp(join(tmpdir(), 'polynya-bench-'));
    const source = await synthesiseIn(folder, context);
    const stack = await startLocalStack({ source, dataFolder: join(folder, 'data'), ...options });
    return new BenchService(stack, source, folder, options);
  }

  get stack(): LocalStack {
    return this.#stack;
  }

  /**
   * Makes the stack of another context, and returns what puts it in the place of this one, with the same data. That is
   * harder than a deployment on AWS: the API is away for a moment, and what runs is killed.
   */
  async deployment(context: Readonly<Record<string, string>>): Promise<() => Promise<void>> {
    const source = await synthesiseIn(this.#folder, context);
    return async () => {
      const { apiUrl, awsUrl } = this.#stack;
      const [apiPort = 0, awsPort = 0] = [apiUrl, awsUrl].map((url) => Number(new URL(url).port));
      await this.#stack.stop();
      this.#source = source;
      const { dataFolder } = this;
      this.#stack = await startLocalStack({ source, dataFolder, ...this.#options, apiPort, awsPort });
    };
  }

  /** Where the stack keeps its data and logs. */
  get dataFolder(): string {
    return join(this.#folder, 'data');
  }

  /** Where the documents of routes are. */
  get routeBucket(): string {
    return this.stack.environment(this.functionOf('routes/get')).ROUTE_BUCKET!;
  }

  /** The function that runs a handler, such as `jobs/sweep`. */
  functionOf(handlerId: string): string {
    const description = `Polynya ${functionIdOf(handlerId)}`;
    return Object.entries(this.#source.template.Resources).find(
      ([, { Properties }]) => Properties?.Description === description,
    )![0];
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const started = performance.now();
    try {
      const response = await fetch(this.stack.apiUrl + path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const milliseconds = performance.now() - started;
      return { status: response.status, body: parse(text), milliseconds };
    } catch {
      return { status: 0, body: undefined, milliseconds: performance.now() - started };
    }
  }

  /** A job as it is now. */
  job(id: string): Promise<Answer> {
    return this.call('GET', `/api/job/${id}`, undefined, { prefer: 'wait=0' });
  }

  /** Uploads a mesh with its metadata, as a mesh pipeline does. */
  async drop(name: string, mesh: object, created: string): Promise<string> {
    const { MeshBucketName: bucket = '', ImportFunctionName: importer = '' } = this.stack.outputs;
    const { MESH_PREFIX, METADATA_PREFIX } = this.stack.environment(importer);
    const json = JSON.stringify(mesh);
    const file = `${name}.vessel.json`;
    const record = { filepath: `outputs/${file}`, created, md5: md5(json) };
    await this.stack.putObject(bucket, `${MESH_PREFIX}${file}.gz`, gzipSync(json));
    const metadata = `${METADATA_PREFIX}upload_metadata_${created}_${name}.yaml.gz`;
    await this.stack.putObject(bucket, metadata, metadataGzip([record]));
    return record.md5;
  }

  /** Runs the import now; returns its report for each record. @throws Error when the function fails */
  async importMeshes(): Promise<Imported[]> {
    const report = await this.stack.invoke(this.stack.outputs.ImportFunctionName!, {});
    return (report as { results: Imported[] }).results;
  }

  /** Runs one sweep of stuck jobs now. @throws Error when the function fails */
  async sweep(): Promise<void> {
    await this.stack.invoke(this.functionOf('jobs/sweep'), { once: true });
  }

  async end(): Promise<void> {
    await this.stack.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Where a test has the development stage, which nothing replaces while it runs: making it takes most of a start. */
const made = process.env.POLYNYA_ASSEMBLY;

/**
 * Functions are loaded when they are first needed. In a folder that other programs share, another start could replace
 * the files just then.
 */
export async function synthesiseIn(
  folder: string,
  context: Readonly<Record<string, string>>,
): Promise<StackSource> {
  if (made && Object.keys(context).length === 0) return readAssembly(made);
  const name = `assembly-${Object.values(context).join('-')}`;
  return synthesiseApp(await readContext({ stage: 'development', ...context }), join(folder, name));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
