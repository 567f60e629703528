// @ts-check
// The thread of one sandbox of a function: loads the bundle's handler, then runs it for each message.
// It is JavaScript because Node would load its compiler of TypeScript in every thread, and that is half of the
// work until a thread runs.

import { readlinkSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** @import { InvocationMessage, SandboxData, SandboxMessage } from './sandbox-messages.ts' */
/** @typedef {(event: unknown, context: object) => unknown} Handler */

/** @type {SandboxData} */
const { file, exportName, compiledFolder, calculates } = workerData;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** How much lower the priority of a calculation is; each step gives it about a fifth less processor time. */
const CALCULATION_NICENESS = 5;

let clockSkewMs = 0;
const RealDate = Date;

/** @param {SandboxMessage} message */
const say = (message) => port.postMessage(message);

/** An error as Lambda's Node runtime reports it. @param {unknown} error */
function describe(error) {
  if (!(error instanceof Error)) {
    return JSON.stringify({ errorType: typeof error, errorMessage: String(error), trace: [] });
  }
  const trace = (error.stack ?? '').split('\n');
  return JSON.stringify({ errorType: error.name, errorMessage: error.message, trace });
}

/** @param {InvocationMessage} message */
function contextOf({ requestId, deadline, functionArn }) {
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

/**
 * @param {Handler} handler
 * @param {InvocationMessage} message
 */
async function answer(handler, message) {
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

/** Makes the current time of `Date` wrong by an offset, and right again with 0. @param {number} skewMs */
function setClock(skewMs) {
  clockSkewMs = skewMs;
  if (skewMs === 0 || Date !== RealDate) return;
  const SkewedDate = class extends RealDate {
    /** @param {any[]} values as `Date` takes them */
    constructor(...values) {
      super(.../** @type {[number]} */ (values.length > 0 ? values : [SkewedDate.now()]));
    }

    /** @override */
    static now() {
      return RealDate.now() + clockSkewMs;
    }
  };
  globalThis.Date = /** @type {DateConstructor} */ (SkewedDate);
}

/**
 * Lets other threads go first: on Lambda a calculation takes no processor time from other functions. Only Linux
 * has priorities of threads; elsewhere this would be the priority of the whole process.
 * @returns the number of the thread
 */
function yieldToOthers() {
  if (process.platform !== 'linux') return undefined;
  setPriority(Math.min(19, getPriority() + CALCULATION_NICENESS));
  return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
}

/** Reports each variable of the environment when it is first read. */
function reportReads() {
  const read = new Set();
  process.env = new Proxy(process.env, {
    get(variables, /** @type {string} */ name) {
      if (!read.has(name) && name in variables) {
        read.add(name);
        say({ kind: 'read', variable: name });
      }
      return variables[name];
    },
    // Without this, Node would be asked to define the property, which it refuses for one that exists.
    set: (variables, /** @type {string} */ name, value) => Reflect.set(variables, name, value),
  });
}

reportReads();
const thread = calculates ? yieldToOthers() : undefined;
enableCompileCache(compiledFolder); // later threads of the function start with a fifth less work
const bundle = await import(pathToFileURL(file).href);
const handler = bundle[exportName] ?? bundle.default?.[exportName];
if (typeof handler !== 'function') throw new Error(`${file} has no function ${exportName}`);
port.on('message', (message) => void answer(handler, message));
say({ kind: 'ready', thread });
flushCompileCache();
