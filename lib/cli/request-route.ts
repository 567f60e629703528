import { writeFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { apiUrls } from '../api/api-urls.ts';
import { type Answer, complaint, parseBaseUrl, type Request, send } from './api-client.ts';
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
  const base = parseBaseUrl(options.url);
  const urls = apiUrls(base);
  const body = submission(options, parseLocation(options.start), parseLocation(options.end));
  const submitted = await exchange({ method: 'POST', url: `${base}/api/route`, body });
  // A route that was calculated before comes with the answer.
  const routeId = submitted.body.route_id ?? (await awaitRoute(urls.job(submitted.body.id), options));
  await fetchRoute(urls.route(routeId), options.output);
}

/** The request's body; coordinates go as text, as the specification has them. */
function submission({ force, meshid }: Options, start: Location, end: Location): Record<string, unknown> {
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
async function awaitRoute(url: string, { delay, requests }: Options): Promise<number> {
  let status = 'PENDING';
  for (let asked = 0; asked < requests; asked++) {
    const seconds = asked === 0 ? Math.min(delay, FIRST_DELAY_SECONDS) : delay;
    const next = `job ${status}, status request ${asked + 1} of ${requests} in ${seconds} s`;
    await withProgress(next, sleep(seconds * 1000));
    const { body } = await exchange({ method: 'GET', url });
    status = body.status;
    if (status === 'SUCCESS') return body.route_id;
    if (status === 'FAILURE') throw new CommandFailed(`the job failed: ${inOneLine(body.info)}`);
    if (status === 'REVOKED') throw new CommandFailed('the job was cancelled');
  }
  throw new CommandFailed(
    `no route after ${requests} status requests, the job is ${status}; ask again at ${url}, or give more with -n`,
  );
}

/** Gets the route and writes it to the file, or else to standard output. */
async function fetchRoute(url: string, file: string | undefined): Promise<void> {
  const { body } = await exchange({ method: 'GET', url }, file === undefined);
  if (file === undefined) return;
  await writeFile(file, `${JSON.stringify(body, null, 2)}\n`).catch(({ message }) => {
    throw new CommandFailed(`can't write the route: ${message}`);
  });
  console.log(`The route is in ${file}`);
}

/** Sends a request and prints the response, its body too unless that goes elsewhere. */
async function exchange(request: Request, printBody = true): Promise<Answer> {
  const answer = await send(request, process.env.POLYNYA_API_KEY);
  const line = `${request.method} ${request.url}`;
  const failed = answer.status >= 400;
  console.log(`${line}: ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`.trimEnd());
  if (printBody || failed) console.log(JSON.stringify(answer.body, null, 2));
  if (failed) throw new CommandFailed(`${line} answered ${answer.status}: ${complaint(answer)}`);
  return answer;
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
