import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Command, type CommanderError, InvalidArgumentError, Option } from 'commander';
import { type LocalStack, LocalStackError, PortTaken, startLocalStack, synthesise } from 'template-runner';
import { FORMAT_VERSION } from '../lib/engine/mesh/mesh-format.ts';

/** The whole service on this machine: synthesises the app, runs its template, puts the sample mesh in. */

interface Options {
  readonly port: number;
  readonly awsPort: number;
  readonly data: string;
  readonly stage: string;
  readonly host: string;
}

const root = join(import.meta.dirname, '..');
const DEFAULT_AWS_PORT = 4566;
const DEFAULT_PORT = 8000;

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Expected a port of 0 to 65535.');
  return port;
}

const command = new Command('npm start --')
  .description('Runs the whole service on this machine.')
  .option('--port <port>', 'port of the API', parsePort, DEFAULT_PORT)
  .option('--aws-port <port>', 'port of the AWS services', parsePort, DEFAULT_AWS_PORT)
  .option('--data <folder>', 'where everything is kept', '.polynya')
  .addOption(
    new Option('--stage <stage>', 'stage to run')
      .choices(['development', 'production'])
      .default('development'),
  )
  .option('--host <address>', 'address to listen at', '127.0.0.1')
  .allowExcessArguments(false)
  .exitOverride()
  .configureOutput({
    outputError: (text, write) =>
      write(
        text
          .trim()
          .replaceAll(/\s*\n\s*/g, ' ')
          .concat('\n'),
      ),
  });

/** Configuration of `cdk.json`, as the CDK's command line would hand it to the app. */
async function readContext(stage: string): Promise<Record<string, unknown>> {
  const { context } = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8'));
  return { ...context, stage };
}

async function start({ port, awsPort, data, stage, host }: Options): Promise<LocalStack> {
  const context = await readContext(stage);
  return startLocalStack({
    apiPort: port,
    awsPort,
    host,
    dataFolder: data,
    source: (folder) => {
      const outputFolder = join(folder, 'assembly');
      return synthesise({ app: join(root, 'bin/app.ts'), context, outputFolder });
    },
    onRequest: ({ method, url, status, milliseconds }) =>
      console.log(`${method} ${url} ${status} ${Math.round(milliseconds)} ms`),
    onLine: printLine,
    onNotice: console.log,
  });
}

/** Prints what a person wants to see of the functions' logs: changes of a job's status, warnings and errors. */
function printLine(functionName: string, line: string): void {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line);
  } catch {
    return; // not of the log's form: it is in the file
  }
  const { level, message, job_id: job, status, errorType, errorMessage, error } = fields;
  if (message === 'job transition') console.log(`job ${job} ${status}`);
  else if (level === 'ERROR' || level === 'WARN' || level === 'CRITICAL') {
    const cause = errorType ?? (error as { name?: string } | undefined)?.name;
    const reason = errorMessage ?? (error as { message?: string } | undefined)?.message;
    console.log([`${level} ${functionName}: ${message}`, cause, reason].filter(Boolean).join(': '));
  }
}

/** Drops the sample mesh and imports it, once for each version of the compiled format in the life of a stack's data. */
async function addSampleMesh(stack: LocalStack, dataFolder: string): Promise<void> {
  const done = join(dataFolder, `${stack.stackName}.sample-mesh-v${FORMAT_VERSION}`);
  if (existsSync(done)) return;
  const { generateSampleMesh } = await import('../lib/sample-mesh/sample-mesh.ts');
  const { meshName, meshGzip, metadataName, metadataGzip } = generateSampleMesh();
  const { MeshBucketName: bucket = '', ImportFunctionName: importer = '' } = stack.outputs;
  const { MESH_PREFIX, METADATA_PREFIX } = stack.environment(importer);
  await stack.putObject(bucket, `${MESH_PREFIX}${meshName}`, meshGzip);
  await stack.putObject(bucket, `${METADATA_PREFIX}${metadataName}`, metadataGzip);
  const report = JSON.stringify(await stack.invoke(importer, {}));
  if (!/"outcome":"(inserted|already stored|recompiled)"/.test(report)) {
    throw new LocalStackError(`The sample mesh was not imported: ${report}`);
  }
  await writeFile(done, '');
}

function summary(stack: LocalStack, { port, awsPort, data, stage }: Options, seconds: number): string {
  const { MeshBucketName: bucket = '', ImportFunctionName: importer = '' } = stack.outputs;
  const { MESH_PREFIX } = stack.environment(importer);
  const url = port === DEFAULT_PORT ? '' : ` -u ${stack.apiUrl}`;
  const flag = awsPort === DEFAULT_AWS_PORT ? '' : ` -- --aws-port ${new URL(stack.awsUrl).port}`;
  return `
Polynya (${stage}) is ready after ${seconds.toFixed(1)} s.

  API          ${stack.apiUrl}
  AWS          ${stack.awsUrl}  (any credentials)
  Mesh bucket  ${bucket}
  Data         ${relative('', data) || data}  (logs of the functions: ${join(data, 'logs')})

Next, in another terminal:

  npm run request_route -- -s falklands -e rothera -d 1${url}

  aws --endpoint-url ${stack.awsUrl} s3 cp MESH.vessel.json.gz s3://${bucket}/${MESH_PREFIX}
  npm run import_new_meshes${flag}

Ctrl-C stops it.
`;
}

/** The sentence for a start that failed. */
function explain(error: unknown, { port }: Options): string {
  if (error instanceof PortTaken) {
    return `${error.message.slice(0, -1)}: choose another with ${error.port === port ? '--port' : '--aws-port'}.`;
  }
  if (error instanceof LocalStackError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  return code && message ? `It can't start: ${message}.` : (stack ?? String(error));
}

/** Ctrl-C in a terminal reaches the process twice, from the terminal and from npm, within so many milliseconds. */
const SAME_SIGNAL_MS = 500;

/** The first signal stops the service, a second one ends the process at once. */
function stopOnSignals(stack: LocalStack): void {
  let stoppingSince: number | undefined;
  const stop = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
    console.log('Stopping.');
    stack.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function main(): Promise<void> {
  process.env.TZ = 'UTC'; // as on Lambda
  try {
    command.parse();
  } catch (error) {
    process.exitCode = (error as CommanderError).exitCode === 0 ? 0 : 2;
    return;
  }
  const options = command.opts<Options>();
  try {
    const stack = await start(options);
    stopOnSignals(stack);
    await addSampleMesh(stack, options.data);
    console.log(summary(stack, options, performance.now() / 1000));
  } catch (error) {
    console.error(explain(error, options));
    process.exit(1);
  }
}

await main();
