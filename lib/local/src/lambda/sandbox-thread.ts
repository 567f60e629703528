// The thread of one sandbox of a function: loads the bundle's handler, then runs it for each message.

import { enableCompileCache, flushCompileCache } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { InvocationMessage, SandboxData, SandboxMessage } from './sandbox-messages.ts';

type Handler = (event: unknown, context: object) => unknown;

const { file, exportName, compiledFolder, calculates } = workerData as SandboxData;
/** How much lower the priority of a calculation is; each step gives it about a fifth less processor time. */
const CALCULATION_NICENESS = 5;

let clockSkewMs = 0;
const RealDate = Date;

const say = (message: SandboxMessage) => parentPort!.postMessage(message);

/** An error as Lambda's Node runtime reports it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) {
    return JSON.stringify({ errorType: typeof error, errorMessage: String(error), trace: [] });
  }
  const trace = (error.stack ?? '').split('\n');
  return JSON.stringify({ errorType: error.name, errorMessage: error.message, trace });
}

function contextOf({ requestId, deadline, functionArn }: InvocationMessage): object {
  const { env } = process;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn,
    memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    awsRequestId: requestId,
    logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, deadline - RealDate.now()),
  };
}

async function answer(handler: Handler, message: InvocationMessage): Promise<void> {
  const { requestId, traceId } = message;
  process.env._X_AMZN_TRACE_ID = traceId;
  setClock(message.clockSkewMs);
  try {
    const result = await handler(JSON.parse(message.event), contextOf(message));
    say({ kind: 'result', requestId, payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    say({ kind: 'error', requestId, payload: describe(error) });
  }
}

/** Makes the current time of `Date` wrong by an offset, and right again with 0. */
function setClock(skewMs: number): void {
  clockSkewMs = skewMs;
  if (skewMs === 0 || Date !== RealDate) return;
  globalThis.Date = class extends RealDate {
    constructor(...values: unknown[]) {
      super(...((values.length > 0 ? values : [RealDate.now() + clockSkewMs]) as [number]));
    }

    static override now(): number {
      return RealDate.now() + clockSkewMs;
    }
  } as DateConstructor;
}

/**
 * Lets other threads go first: on Lambda a calculation takes no processor time from other functions. Only Linux
 * has priorities of threads; elsewhere this would be the priority of the whole process.
 */
function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + CALCULATION_NICENESS));
}

/** Reports each variable of the environment when it is first read. */
function reportReads(): void {
  const read = new Set<string>();
  process.env = new Proxy(process.env, {
    get(variables, name: string) {
      if (!read.has(name) && name in variables) {
        read.add(name);
        say({ kind: 'read', variable: name });
      }
      return variables[name];
    },
    // Without this, Node would be asked to define the property, which it refuses for one that exists.
    set: (variables, name: string, value) => Reflect.set(variables, name, value),
  });
}

reportReads();
if (calculates) yieldToOthers();
enableCompileCache(compiledFolder); // later threads of the function start with a fifth less work
const bundle = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
const exported = bundle[exportName] ?? (bundle.default as Record<string, unknown> | undefined)?.[exportName];
if (typeof exported !== 'function') throw new Error(`${file} has no function ${exportName}`);
const handler = exported as Handler;
parentPort!.on('message', (message: InvocationMessage) => void answer(handler, message));
say({ kind: 'ready' });
flushCompileCache();
