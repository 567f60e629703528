/** A route that was requested: its job is polled, and the route fetched and written. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import type { Call } from '../api/call.ts';
import { jobs } from '../api/jobs.ts';
import type { Operation } from '../api/operation.ts';
import { routes } from '../api/routes.ts';
import { type AnswerOf, call, callForText, statusLine, type Target, urlOf } from './api-client.ts';
import { isStandardOutput, outputOption, writeOutput } from './output-file.ts';
import { withProgress } from './progress.ts';
import { addRouteFileOptions, type RouteFileFlags, routeFileQuery } from './route-file-options.ts';
import { routeSummary } from './route-summary.ts';
import { CommandFailed, NO_WAY_THROUGH } from './run-command.ts';
import { type AccessOptions, addAccessOptions, LOCAL_SERVICE } from './service-access.ts';

/** A quick job is over before the second status request, so the first delay can be shorter. */
const FIRST_DELAY_SECONDS = 1;
/** The longest time that a service waits with its answer if the client prefers to wait. */
const MAX_WAIT_SECONDS = 20;

export interface AwaitOptions extends RouteFileFlags, AccessOptions {
  readonly url: string;
  readonly delay: number;
  readonly requests: number;
  readonly output?: string;
}

/** The options of a command that waits for a route, after those of its own. */
export const addAwaitOptions = (command: Command): Command =>
  addRouteFileOptions(
    addAccessOptions(
      command
        .option('-u, --url <url>', 'where the service answers', LOCAL_SERVICE)
        .option('-d, --delay <seconds>', 'seconds between status requests', wholeFrom(0), 30)
        .option('-n, --requests <number>', 'status requests before giving up', wholeFrom(1), 10)
        .addOption(outputOption('file to write the route to, - for standard output without the responses')),
    ),
  );

export const AWAIT_HELP = `Responses are printed to standard output if it is a terminal and -o - is not given, else to standard error: then
standard output is the route alone. Exits with 0 once the route is written, with 2 where there is no way through
from the start to the end, and with 1 for any other error, with one line on standard error.`;

/** Sends the request, waits for its job, and writes the route. */
export async function routeOf(
  target: Target,
  operation: typeof routes.request | typeof routes.continue,
  sent: Call<typeof routes.request> | Call<typeof routes.continue>,
  options: AwaitOptions,
): Promise<void> {
  const terminal = outputOf(options);
  const submitted = await exchange(target, operation, sent as Call<typeof operation>, terminal);
  // An answer of 200 names a route that was calculated before.
  const routeId =
    submitted.status === 200
      ? submitted.body.route_id
      : await awaitRoute(target, submitted.body.id, options, terminal);
  await fetchRoute(target, routeId, options, terminal);
}

/** Asks for the job's status until the job is over; returns the route's id. */
async function awaitRoute(
  target: Target,
  jobId: string,
  { delay, requests }: AwaitOptions,
  terminal: Terminal,
): Promise<number> {
  const parameters = { job_id: jobId };
  // A service that supports this preference answers as soon as the job is over.
  const headers = { Prefer: `wait=${Math.min(delay, MAX_WAIT_SECONDS)}` };
  let status = 'PENDING';
  for (let asked = 1; asked <= requests; asked++) {
    const sent = performance.now();
    const progress = `job ${status}, status request ${asked} of ${requests}`;
    const { body } = await exchange(target, jobs.get, { parameters, headers }, terminal, { progress });
    status = body.status;
    if (body.status === 'SUCCESS') return body.route_id!;
    if (body.status === 'FAILURE') throw failureOf(body.info, 'the job failed');
    if (body.status === 'REVOKED') throw new CommandFailed('the job was cancelled');
    const pauseMs = (asked === 1 ? Math.min(delay, FIRST_DELAY_SECONDS) : delay) * 1000;
    const leftMs = pauseMs - (performance.now() - sent);
    if (asked < requests && leftMs > 0) await withProgress(`job ${status}, waiting`, sleep(leftMs));
  }
  const url = urlOf(target, jobs.get, parameters);
  throw new CommandFailed(
    `no route after ${requests} status requests, the job is ${status}; ask again at ${url}, or give more with -n`,
  );
}

type JobInfo = z.output<(typeof jobs.get.answers)[200]['schema']>['info'];

/** The failure of a job; it has its own exit code if no mesh has a way from the start to the end. */
export function failureOf(info: JobInfo, what: string): CommandFailed {
  const sentence = info?.error ?? 'it does not say why';
  const closed = info?.attempts?.at(-1)?.outcome === 'inaccessible';
  return new CommandFailed(`${what}: ${sentence}`, closed ? NO_WAY_THROUGH : 1);
}

/** Fetches the route and writes it, as JSON or in the requested format. */
async function fetchRoute(
  target: Target,
  routeId: number,
  options: AwaitOptions,
  terminal: Terminal,
): Promise<void> {
  const parameters = { route_id: routeId };
  const { output, format } = options;
  const printBody = terminal.showsRoute && format === undefined;
  const { body } = await exchange(target, routes.get, { parameters }, terminal, { printBody });
  const text = format
    ? await callForText(target, routes.get, { parameters, query: routeFileQuery(format, options) })
    : `${JSON.stringify(body, null, 2)}\n`;
  if (!printBody || !isStandardOutput(output)) await writeOutput(text, output);
  if (!isStandardOutput(output)) terminal.responses.write(`The route is in ${output}\n`);
  if (terminal.responses.isTTY) terminal.responses.write(`${routeSummary(body)}\n`);
}

interface Terminal {
  /** Where the responses are printed. */
  readonly responses: NodeJS.WriteStream;
  /** Whether the response that contains the route is also printed in full. */
  readonly showsRoute: boolean;
}

/** Standard output is only for the route, unless it is a terminal. */
function outputOf({ output }: AwaitOptions): Terminal {
  if (output === '-' || !process.stdout.isTTY) return { responses: process.stderr, showsRoute: false };
  return { responses: process.stdout, showsRoute: output === undefined };
}

/** Calls an operation and prints the response, also if it is an error. */
async function exchange<O extends Operation>(
  target: Target,
  operation: O,
  sent: Call<O>,
  { responses }: Terminal,
  { progress = `${operation.method} ${operation.path}`, printBody = true } = {},
): Promise<AnswerOf<O>> {
  let printed = '';
  const answer = call(target, operation, sent, (line, status, body) => {
    printed = `${line}: ${statusLine(status)}\n`;
    if (printBody || status >= 400) printed += `${JSON.stringify(body, null, 2)}\n`;
  });
  try {
    return await withProgress(progress, answer);
  } finally {
    responses.write(printed);
  }
}

/** Reads a whole number; drops the `=` of `-n=5`. */
export function wholeFrom(minimum: number) {
  return (text: string): number => {
    const value = Number(text.replace(/^=/, '') || Number.NaN);
    if (Number.isSafeInteger(value) && value >= minimum) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum}.`);
  };
}
