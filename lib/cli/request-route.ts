import { writeFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { jobs } from '../api/jobs.ts';
import type { Operation, SentBodyOf } from '../api/operation.ts';
import { routes } from '../api/routes.ts';
import { type Call, call, parseBaseUrl, type Received, type Target, urlOf } from './api-client.ts';
import { type Location, locationNames, parseLocation } from './locations.ts';
import { withProgress } from './progress.ts';
import { CommandFailed } from './run-command.ts';

const LOCAL_SERVICE = 'http://127.0.0.1:8000';

/** A quick job is over before the first status request, so that the first delay need not be the whole one. */
const FIRST_DELAY_SECONDS = 1;

interface Options {
  readonly url: string;
  readonly start: string;
  readonly end: string;
  readonly delay: number;
  readonly requests: number;
  readonly meshid?: number;
  readonly force?: true;
  readonly output?: string;
}

/** `request_route`: requests a route, polls its job, and gets the route. */
export function requestRouteCommand(): Command {
  return new Command('request_route')
    .description('Requests a route, waits for its job and prints the route, and every response on the way.')
    .option('-u, --url <url>', 'where the service answers', LOCAL_SERVICE)
    .requiredOption('-s, --start <location>', 'start: a standard location, or LAT,LON such as -51.7,-57.7')
    .requiredOption('-e, --end <location>', 'end, likewise')
    .option('-d, --delay <seconds>', 'seconds between status requests', wholeFrom(0), 30)
    .option('-n, --requests <number>', 'status requests before giving up', wholeFrom(1), 10)
    .option('-m, --meshid <id>', 'calculate on this mesh', wholeFrom(0))
    .option('-f, --force', 'calculate anew even if there is such a route')
    .option('-o, --output <file>', 'file to write the route to (default: standard output)')
    .addHelpText(
      'after',
      `
Standard locations: ${locationNames}.
Where the service asks for an API key, put it into the environment variable POLYNYA_API_KEY.
Exits with 0 once the route is written, and with 1 and one line on standard error otherwise.`,
    )
    .action(requestRoute);
}

async function requestRoute(options: Options): Promise<void> {
  const target = { baseUrl: parseBaseUrl(options.url), apiKey: process.env.POLYNYA_API_KEY };
  const body = submission(options, parseLocation(options.start), parseLocation(options.end));
  const submitted = await exchange(target, routes.request, { body });
  // An answer of 200 names a route that was calculated before.
  const routeId =
    submitted.status === 200 ? submitted.body.route_id : await awaitRoute(target, submitted.body.id, options);
  await fetchRoute(target, routeId, options.output);
}

/** The request's body; coordinates go as text, as the specification has them. */
function submission(
  { force, meshid }: Options,
  start: Location,
  end: Location,
): SentBodyOf<typeof routes.request> {
  return {
    start_lat: `${start.lat}`,
    start_lon: `${start.lon}`,
    end_lat: `${end.lat}`,
    end_lon: `${end.lon}`,
    ...(start.name && { start_name: start.name }),
    ...(end.name && { end_name: end.name }),
    ...(force && { force_new_route: true }),
    ...(meshid !== undefined && { mesh_id: meshid }),
  };
}

/** Asks for the job's status until it is over; answers the route's id. */
async function awaitRoute(target: Target, jobId: string, { delay, requests }: Options): Promise<number> {
  const parameters = { job_id: jobId };
  let status = 'PENDING';
  for (let asked = 0; asked < requests; asked++) {
    const seconds = asked === 0 ? Math.min(delay, FIRST_DELAY_SECONDS) : delay;
    const next = `job ${status}, status request ${asked + 1} of ${requests} in ${seconds} s`;
    await withProgress(next, sleep(seconds * 1000));
    const { body } = await exchange(target, jobs.get, { parameters });
    status = body.status;
    if (body.status === 'SUCCESS') return body.route_id!;
    if (status === 'FAILURE') throw new CommandFailed(`the job failed: ${inOneLine(body.info)}`);
    if (status === 'REVOKED') throw new CommandFailed('the job was cancelled');
  }
  const url = urlOf(target, jobs.get, parameters);
  throw new CommandFailed(
    `no route after ${requests} status requests, the job is ${status}; ask again at ${url}, or give more with -n`,
  );
}

/** Gets the route and writes it to the file, or else to standard output. */
async function fetchRoute(target: Target, routeId: number, file: string | undefined): Promise<void> {
  const parameters = { route_id: routeId };
  const { body } = await exchange(target, routes.get, { parameters }, file === undefined);
  if (file === undefined) return;
  await writeFile(file, `${JSON.stringify(body, null, 2)}\n`).catch(({ message }) => {
    throw new CommandFailed(`can't write the route: ${message}`);
  });
  console.log(`The route is in ${file}`);
}

/** Calls an operation and prints the response, its body too unless that goes elsewhere. */
function exchange<O extends Operation>(target: Target, operation: O, sent: Call<O>, printBody = true) {
  const print = (line: string, { status, body }: Received) => {
    console.log(`${line}: ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd());
    if (printBody || status >= 400) console.log(JSON.stringify(body, null, 2));
  };
  return call(target, operation, sent, print);
}

/** A job's `info` is an object with an `error`, or a text. */
function inOneLine(info: unknown): string {
  const sentence = (info as { error?: unknown } | undefined)?.error ?? info;
  return typeof sentence === 'string' ? sentence : JSON.stringify(sentence ?? 'it does not say why');
}

/** Reads a whole number; `-n=5` leaves its `=` to be dropped. */
function wholeFrom(minimum: number) {
  return (text: string): number => {
    const value = Number(text.replace(/^=/, '') || Number.NaN);
    if (Number.isSafeInteger(value) && value >= minimum) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum}.`);
  };
}
