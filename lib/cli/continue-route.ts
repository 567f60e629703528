import { Command } from 'commander';
import { routes } from '../api/routes.ts';
import { AWAIT_HELP, type AwaitOptions, addAwaitOptions, routeOf, wholeFrom } from './await-route.ts';
import { parseLocation } from './locations.ts';
import { targetOf } from './service-access.ts';

interface Options extends AwaitOptions {
  readonly at: string;
  readonly time?: string;
  readonly done?: readonly string[];
}

/** `continue_route`: requests the rest of a route, polls its job, and fetches the route. */
export function continueRouteCommand(): Command {
  const command = new Command('continue_route')
    .description('Requests the rest of a route from where the ship is, waits for it and prints it.')
    .argument('<route>', 'number of the route that is sailed', wholeFrom(1))
    .requiredOption('--at <location>', 'where the ship is: LAT,LON such as -60.5,-62.1')
    .option('--time <time>', 'when it is there, ISO 8601 with a zone; now by default')
    .option('--done <stop...>', 'names of the stops that are done');
  return addAwaitOptions(command).addHelpText('after', `\n${AWAIT_HELP}`).action(continueRoute);
}

async function continueRoute(route_id: number, options: Options): Promise<void> {
  const { at, time = new Date().toISOString(), done = [] } = options;
  const { lat, lon } = parseLocation(at);
  const sent = { parameters: { route_id }, body: { lat, lon, time, done: [...done] } };
  await routeOf(targetOf(options.url, options), routes.continue, sent, options);
}
