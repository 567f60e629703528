import { createServer, type RequestListener } from 'node:http';
import { createAwsPort, type Services } from './aws-port.ts';
import { COMPILED, DataFolder } from './data-folder.ts';
import { Database } from './dynamodb/database.ts';
import { prepareTables, tableKeys } from './dynamodb/tables.ts';
import { refuseUntilReady } from './early-responses.ts';
import { EventBus } from './events/bus.ts';
import type { Faults } from './faults.ts';
import { ApiAccess } from './gateway/access.ts';
import { type ApiKey, ApiKeys } from './gateway/api-keys.ts';
import { readRestApi } from './gateway/rest-api.ts';
import { createGateway, type RequestLog } from './gateway/server.ts';
import { checkInvokePermissions } from './iam/invoke-permissions.ts';
import { Principals } from './iam/principals.ts';
import { DEFAULT_ACCOUNT_CONCURRENCY } from './lambda/concurrency.ts';
import { Functions } from './lambda/functions.ts';
import type { Fault, InvocationLog } from './lambda/local-function.ts';
import { FunctionLogs } from './logs.ts';
import { LogsApi } from './logs-api.ts';
import { resolveStack } from './resolved-stack.ts';
import { S3Api } from './s3/api.ts';
import { closeServer, createAnsweringServer, listen } from './servers.ts';
import { Topics } from './sns/topics.ts';
import { Queues } from './sqs/queues.ts';
import { StatesApi } from './states/api.ts';
import type { ExecutionRecord } from './states/execution-store.ts';
import { openMachines, qualifiedMachines } from './states/open-machines.ts';
import type { StackSource } from './template.ts';
import { admitLocalPage, type Pages, refuseForeignPage, refuseRebound } from './web-pages.ts';

/** Events of a running stack, for a caller that prints them. */
export interface LocalStackEvents {
  /** A request to the API was answered; not those of `prepare`. */
  readonly onRequest?: (request: RequestLog) => void;
  /** A function wrote a line. */
  readonly onLine?: (functionName: string, line: string) => void;
  /** An invocation of a function ended. */
  readonly onInvocation?: (invocation: InvocationLog) => void;
  /** An execution entered a state, or changed its status. */
  readonly onExecution?: (execution: ExecutionRecord, state: string | undefined) => void;
  /** Something that the user should know. */
  readonly onNotice?: (sentence: string) => void;
}

export interface LocalStackOptions extends LocalStackEvents {
  /** The stack, or a function that makes it once the data folder and the ports are available. */
  readonly source: StackSource | ((dataFolder: string) => Promise<StackSource>);
  /** Folder in which tables, buckets, executions and logs are kept. */
  readonly dataFolder: string;
  /** Format in which the application stores its data; a folder with data in another format is set aside. */
  readonly dataVersion?: string;
  /** Sets aside the existing data and starts without it. */
  readonly fresh?: boolean;
  /** Factor for the waits of state machines and between retries; default 1. Tests use a smaller one. */
  readonly timeScale?: number;
  /**
   * Invocations that may run or wait at the same time, like the account's concurrency on AWS; default 1,000.
   */
  readonly accountConcurrency?: number;
  /** Invocations that share a thread, for functions that mostly wait; 1 is as on Lambda. Default 64. */
  readonly invocationsPerSandbox?: number;
  /**
   * Who asks for an invocation, as its event tells. Calculations that wait for a thread are served by requester in turn;
   * without this, in the order in which they were asked for.
   */
  readonly requesterOf?: (event: unknown) => string | undefined;
  /**
   * Faults to inject. Also set `invocationsPerSandbox: 1`, so that killing a function ends no other
   * invocation.
   */
  readonly faults?: Faults;
  /** 0 for any free port. */
  readonly apiPort?: number;
  /** 0 for any free port. */
  readonly awsPort?: number;
  /** Address at which the API listens; default 127.0.0.1. */
  readonly host?: string;
  /**
   * Address at which the AWS services listen; default 127.0.0.1. Anyone who can reach it may do everything.
   */
  readonly awsHost?: string;
  /**
   * Is done before the API answers anyone: until then it says that the service is starting. The `apiUrl` that it is
   * given is one that nobody else knows.
   */
  readonly prepare?: (stack: Omit<LocalStack, 'stop'>) => Promise<void>;
  /**
   * Which pages of other origins than the API's may change something. Local ones may also read the answers, whatever
   * origins the stack allows. By default all may, as far as the stack lets them.
   */
  readonly pages?: Pages;
}

export interface LocalStack {
  readonly apiUrl: string;
  readonly awsUrl: string;
  readonly stackName: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The API keys of the template's usage plans. */
  readonly apiKeys: readonly ApiKey[];
  /** Variables of a function's environment, as the template sets them. */
  environment(functionName: string): Readonly<Record<string, string>>;
  /** Invokes a function; the event and the result are JSON values. @throws Error when the function fails */
  invoke(functionName: string, event: unknown): Promise<unknown>;
  putObject(bucket: string, key: string, bytes: Uint8Array): Promise<void>;
  /** Whether a bucket has an object, as it was stored. */
  hasObject(bucket: string, key: string): Promise<boolean>;
  /** Permissions and variables of the template's functions and state machines that nothing has used so far. */
  unused(): string[];
  /** Makes the next invocations of a function fail, for tests; by name, ARN or logical id. */
  failNextInvocation(functionName: string, fault: Fault, times?: number): void;
  /** Stops everything. The data stays, and executions continue at the next start. */
  stop(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** Time that a request to the API has to finish when the stack stops. */
const DRAIN_MS = 1000;

type OnStop = (cleanup: () => unknown) => void;

/** Runs a synthesised stack on this machine. @throws LocalStackError when it cannot */
export async function startLocalStack(options: LocalStackOptions): Promise<LocalStack> {
  const cleanups: (() => unknown)[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    return { ...(await start(options, (cleanup) => cleanups.push(cleanup))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the parts in the order of their dependencies. Each part registers how it is stopped. They stop in
 * the opposite order: the API first, then whatever runs, then what it runs on.
 */
async function start(options: LocalStackOptions, onStop: OnStop): Promise<Omit<LocalStack, 'stop'>> {
  const data = await DataFolder.open({
    path: options.dataFolder,
    dataVersion: options.dataVersion ?? '',
    fresh: options.fresh ?? false,
    onNotice: (sentence) => options.onNotice?.(sentence),
  });
  let isOpen = false;
  onStop(() => (isOpen ? data.close() : data.release()));
  const ports = await openPorts(options, onStop);
  const { apiUrl, awsUrl } = ports;

  const source = typeof options.source === 'function' ? await options.source(data.path) : options.source;
  const stack = resolveStack(source, ports);
  await data.prepare(tableKeys(stack));
  const logs = new FunctionLogs(data.folder('logs'));
  onStop(() => logs.close());
  const database = await Database.open(data);
  onStop(() => database.close());
  const principals = new Principals(stack);
  const buckets = stack.ofType('AWS::S3::Bucket').map(({ identity }) => identity.ref);
  const s3 = await S3Api.open(buckets, data);
  const onLine = (line: string, name: string) => {
    logs.write(name, line);
    options.onLine?.(name, line);
  };
  const queues = await Queues.open(stack, data);
  const topics = new Topics(stack, queues, logs);
  const functions = await Functions.create({
    stack,
    principals,
    awsUrl,
    inlineFolder: data.folder('inline'),
    compiledFolder: data.folder(COMPILED),
    onLine,
    onInvocation: (log) => options.onInvocation?.(log),
    onDropped: (queueArn, event, error) => queues.drop(queueArn, event, error),
    faults: options.faults,
    requesterOf: options.requesterOf,
    timeScale: options.timeScale ?? 1,
    accountConcurrency: options.accountConcurrency ?? DEFAULT_ACCOUNT_CONCURRENCY,
    invocationsPerSandbox: options.invocationsPerSandbox ?? 64,
  });
  onStop(() => functions.stop());
  const bus = new EventBus(stack, functions, queues, options.faults);
  onStop(() => bus.stop());
  const machines = await openMachines({
    stack,
    principals,
    functions,
    s3,
    bus,
    data,
    timeScale: options.timeScale ?? 1,
    onExecution: (execution, state) => options.onExecution?.(execution, state),
  });
  onStop(() => Promise.all(machines.map((machine) => machine.halt())));
  const api = readRestApi(stack);
  const apiKeys = new ApiKeys(stack, api?.stage ?? '');
  ports.services = {
    stack,
    apiKeys,
    principals,
    database,
    s3,
    functions,
    states: new StatesApi(machines, qualifiedMachines(stack)),
    logs: new LogsApi(stack, logs),
    queues,
    topics,
    faults: options.faults,
  };
  await prepareTables(awsUrl, stack, data, onStop);
  await data.remember(stack.stackName, { tables: tableKeys(stack), buckets });
  isOpen = true;

  checkInvokePermissions(stack, api);
  const access = api && new ApiAccess(api, principals, apiKeys);
  const gateway = (onRequest: LocalStackEvents['onRequest']) =>
    api && createGateway(api, functions, access!, (request) => onRequest?.(request));
  onStop(ports.drain);
  for (const machine of machines) machine.resume();
  bus.start();
  const { stackName, outputs } = stack;
  const running: Omit<LocalStack, 'stop'> = {
    apiUrl,
    awsUrl,
    stackName,
    outputs,
    apiKeys: apiKeys.all(),
    environment: (name) => functions.get(name).environment,
    invoke: async (name, event) => {
      const { ok, payload } = await functions.get(name).invoke(JSON.stringify(event));
      if (!ok) throw new Error(`The function ${name} failed: ${payload}`);
      return JSON.parse(payload);
    },
    unused: () => [...principals.unused(), ...functions.unread()],
    putObject: async (bucket, key, bytes) => void (await s3.putObject(bucket, key, bytes)),
    hasObject: (bucket, key) => s3.hasObject(bucket, key),
    failNextInvocation: (name, fault, times = 1) => functions.get(name).failNext(fault, times),
  };
  if (options.prepare) await prepareBehind(gateway(undefined), options.prepare, running);
  ports.gateway = gateway(options.onRequest);
  return running;
}

/** Runs `prepare` with the API at an address of its own, on this machine, which is closed afterwards. */
async function prepareBehind(
  gateway: RequestListener | undefined,
  prepare: NonNullable<LocalStackOptions['prepare']>,
  stack: Omit<LocalStack, 'stop'>,
): Promise<void> {
  const server = createServer(gateway);
  const apiUrl = await listen(server, LOOPBACK, 0);
  try {
    await prepare({ ...stack, apiUrl });
  } finally {
    await closeServer(server);
  }
}

interface Ports {
  readonly apiUrl: string;
  readonly awsUrl: string;
  services: Services | undefined;
  gateway: RequestListener | undefined;
  /** Closes the API, and lets open requests finish. */
  readonly drain: () => Promise<void>;
}

/** Listens at both ports before anything can answer, because the stack's own parts need these addresses. */
async function openPorts(options: LocalStackOptions, onStop: OnStop): Promise<Ports> {
  const { host = LOOPBACK, awsHost = LOOPBACK, apiPort = 0, awsPort = 0 } = options;
  const access = { apiPort: '', isLocal: awsHost === LOOPBACK };
  const awsServer = createAwsPort(() => ports.services, access);
  const onRequest: RequestListener = (request, response) => {
    if (host === LOOPBACK && refuseRebound(request, response)) return;
    if (options.pages && refuseForeignPage(request, response, options.pages)) return;
    if (options.pages === 'local' && admitLocalPage(request, response)) return;
    if (ports.gateway) ports.gateway(request, response);
    else refuseUntilReady(response);
  };
  const apiServer = createAnsweringServer({}, onRequest);
  const awsUrl = await listen(awsServer, awsHost, awsPort);
  onStop(() => closeServer(awsServer));
  const apiUrl = await listen(apiServer, host, apiPort);
  access.apiPort = new URL(apiUrl).port;
  onStop(() => closeServer(apiServer));
  const drain = () => closeServer(apiServer, DRAIN_MS);
  const ports: Ports = { apiUrl, awsUrl, services: undefined, gateway: undefined, drain };
  return ports;
}
