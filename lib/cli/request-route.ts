import { Command } from 'commander';
import type { SentBodyOf } from '../api/operation.ts';
import { routes } from '../api/routes.ts';
import { AWAIT_HELP, type AwaitOptions, addAwaitOptions, routeOf, wholeFrom } from './await-route.ts';
import { type Location, locationNames, parseLocation } from './locations.ts';
import { targetOf } from './service-access.ts';

interface Options extends AwaitOptions {
  readonly start: string;
  readonly end: string;
  readonly meshid?: number;
  readonly force?: true;
  readonly tags?: readonly string[];
  readonly vehicle?: string;
}

/** `request_route`: requests a route, polls its job, and fetches the route. */
export function requestRouteCommand(): Command {
  const command = new Command('request_route')
    .description('Requests a route, waits for its job and prints the route, and every response on the way.')
    .requiredOption('-s, --start <location>', 'start: a standard location, or LAT,LON such as -51.7,-57.7')
    .requiredOption('-e, --end <location>', 'end, likewise')
    .option('-m, --meshid <id>', 'calculate on this mesh', wholeFrom(0))
    .option('-f, --force', 'calculate anew even if there is such a route')
    .option('-t, --tags <tag...>', 'tags for the route; may be repeated')
    .option('--vehicle <vessel-type>', 'plan for this vehicle of the service');
  return addAwaitOptions(command)
    .addHelpText('after', `\nStandard locations: ${locationNames}.\n${AWAIT_HELP}`)
    .action(requestRoute);
}

async function requestRoute(options: Options): Promise<void> {
  const body = submission(options, parseLocation(options.start), parseLocation(options.end));
  await routeOf(targetOf(options.url, options), routes.request, { body }, options);
}

/** The request's body; coordinates are sent as text, as the specification requires. */
function submission(
  { force, meshid, tags, vehicle }: Options,
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
    ...(tags && { tags: [...tags] }),
    ...(vehicle && { vehicle_type: vehicle }),
  };
}
