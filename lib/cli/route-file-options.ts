/** The options of a command that writes a route as a file for a bridge system, a map or a spreadsheet. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type RouteFileFormat,
  type RtzVersion,
  routeFileFormats,
  rtzVersions,
} from '../route-files/format-types.ts';
import { writeRouteFile } from '../route-files/formats.ts';
import type { RouteEntry, RouteType } from '../route-files/route-entry.ts';
import { scheduleFile } from '../route-files/schedule-file.ts';
import { readTime } from '../time/read-time.ts';
import { CommandFailed } from './run-command.ts';

export interface RouteFileFlags {
  readonly format?: RouteFileFormat | 'svg' | 'ics';
  readonly objective: RouteType;
  readonly part: 'route' | 'trade_off' | 'schedule';
  readonly points: 'sailing' | 'all';
  readonly departure?: Date;
  readonly rtzVersion: RtzVersion;
}

export function addRouteFileOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--format <format>',
        'write one route as a file (svg: a chart of all; ics: the schedule as a calendar, which needs a departure) instead of JSON',
      ).choices([...routeFileFormats, 'svg', 'ics']),
    )
    .addOption(
      new Option('--objective <objective>', 'with --format: which route')
        .choices(['traveltime', 'fuel', 'battery', 'within', 'cost'])
        .default('traveltime'),
    )
    .addOption(
      new Option(
        '--part <part>',
        'with --format: the route; the curve of time and consumption (csv, svg); the schedule of stops, waits and work (csv, ics)',
      )
        .choices(['route', 'trade_off', 'schedule'])
        .default('route'),
    )
    .addOption(
      new Option('--points <points>', 'with --format: sailing waypoints, or every crossing of a cell border')
        .choices(['sailing', 'all'])
        .default('sailing'),
    )
    .option(
      '--departure <time>',
      'with --format: ISO 8601 such as 2026-11-21T10:00Z, for times of arrival',
      instant,
    )
    .addOption(
      new Option('--rtz-version <version>', 'with --format rtz').choices(rtzVersions).default('1.0'),
    );
}

/** The query that requests the file from the service according to the flags. */
export function routeFileQuery(
  format: NonNullable<RouteFileFlags['format']>,
  { objective, part, points, departure, rtzVersion }: RouteFileFlags,
): Record<string, string> {
  const time = departure && { departure: departure.toISOString() };
  const curve = part !== 'route' && { part };
  return { format, objective, ...curve, points, ...time, version: rtzVersion };
}

/** The text of one of the routes in the format that the flags select. */
export function routeFileText(
  routes: readonly RouteEntry[],
  format: RouteFileFormat,
  flags: RouteFileFlags,
): string {
  const { points, departure = null, rtzVersion } = flags;
  return writeRouteFile(routeOf(routes, flags), format, { points, departure, rtzVersion }).text;
}

/** The schedule of one of the routes as csv or ics. */
export function scheduleText(
  routes: readonly RouteEntry[],
  format: NonNullable<RouteFileFlags['format']>,
  flags: RouteFileFlags,
): string {
  const { departure = null } = flags;
  return scheduleFile(routeOf(routes, flags), format, { departure, now: new Date() }).text;
}

function routeOf(routes: readonly RouteEntry[], { objective }: RouteFileFlags): RouteEntry {
  const route = routes.find(({ type }) => type === objective);
  if (route) return route;
  const types = routes.map(({ type }) => type).join(' and ');
  throw new CommandFailed(`there is no route for ${objective}, only for ${types}`);
}

function instant(text: string): Date {
  const time = readTime(text);
  if (time) return time;
  throw new InvalidArgumentError('Give a date and a time such as 2026-11-21T10:00Z.');
}
