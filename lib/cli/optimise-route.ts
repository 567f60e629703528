import { Command } from 'commander';
import * as z from 'zod';
import { drawRouteChart } from '../chart/route-chart.ts';
import { tradeOffFile } from '../chart/trade-off-file.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { planRoute } from '../engine/plan-route.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../engine/waypoints/errors.ts';
import { passagePlan } from '../route-files/passage-plan.ts';
import type { RouteEntry } from '../route-files/route-entry.ts';
import { buildRouteDocument } from '../routes/route-document.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import type { Zone } from '../zones/zone.ts';
import { type LoadedMesh, loadMeshFile } from './load-mesh-file.ts';
import { type Location, locationNames, parseLocation } from './locations.ts';
import { outputOption, writeOutput } from './output-file.ts';
import { planRequest, readRequestFile, requestOf } from './plan-request.ts';
import { isPoint } from './point.ts';
import { milliseconds, tell } from './progress.ts';
import { readVehicleFile } from './read-vehicle-file.ts';
import {
  addRouteFileOptions,
  type RouteFileFlags,
  routeFileText,
  scheduleText,
} from './route-file-options.ts';
import { CommandFailed, NO_WAY_THROUGH } from './run-command.ts';
import { readJson } from './text-file.ts';
import { costsOf } from './told-cost.ts';
import { readZones } from './zones-file.ts';

interface Options extends RouteFileFlags {
  readonly start?: Location;
  readonly end?: Location;
  readonly pairs?: string;
  readonly request?: string;
  readonly zones?: string;
  readonly vehicle?: string;
  readonly output?: string;
  /** False with --no-certificate. */
  readonly certificate: boolean;
}

interface Pair {
  readonly name?: string;
  readonly start: Location;
  readonly end: Location;
}

/** `optimise_route MESH`: the engine alone, without a service. */
export function optimiseRouteCommand(): Command {
  const command = new Command('optimise_route')
    .description('Calculates routes on a mesh file, without a service; cost and timing go to standard error.')
    .argument('<mesh...>', 'mesh file, .json or .json.gz; with --request several, which are tried in order')
    .option(
      '-s, --start <lat,lon>',
      'start in degrees, such as -51.73,-57.71, or a standard location',
      parseLocation,
    )
    .option('-e, --end <lat,lon>', 'end, likewise', parseLocation)
    .option('--pairs <file>', 'several pairs instead: JSON, [{"name", "start": {"lat", "lon"}, "end": {…}}]')
    .option('--request <file>', 'what would be sent to POST /api/route instead: JSON')
    .option(
      '--zones <file>',
      'areas to keep out of, to slow down in or to report, also those of --request: GeoJSON as insert_zones takes it',
    )
    .option('--vehicle <file>', 'plan for this vehicle, on an environment mesh: JSON as the service takes it')
    .option(
      '--no-certificate',
      'leave out the proof of how good each route is, which takes longer than the route',
    )
    .addOption(outputOption());
  return addRouteFileOptions(command)
    .addHelpText(
      'after',
      `
Writes {"routes": […]}, or for --pairs an array of results in their order, each with "name", "routes" or "error",
and "milliseconds". Exits with 2 where there is no way between start and end, and with 1 for any other error; for
--pairs, an error is told in its result and the exit code is 0. For --request, whatever the service would refuse or fail
exits with 2; its vehicle_type, mesh_id, mesh_ids, tags and force_new_route are not looked at.

Standard locations: ${locationNames}.`,
    )
    .action(optimise);
}

/** What was planned, on what, among what. */
interface Planned {
  readonly document: ReturnType<typeof calculateOne>;
  readonly mesh: Mesh;
  readonly zones: readonly Zone[];
}

async function optimise(meshFiles: readonly string[], options: Options): Promise<void> {
  const { start, end, pairs, request, zones, output, format } = options;
  if (pairs && format) throw new CommandFailed('--format writes one route: give --start and --end');
  const ways = [start || end, pairs, request].filter((way) => way !== undefined);
  if (ways.length !== 1 || !start !== !end) {
    throw new CommandFailed('give either --start and --end, or --pairs, or --request');
  }
  if (zones && pairs) throw new CommandFailed('--zones goes with --start and --end, or with --request');
  if (meshFiles.length > 1 && !request) throw new CommandFailed('give one mesh, or --request');
  if (pairs)
    return await writeOutput(`${JSON.stringify(await planPairs(meshFiles[0]!, pairs, options))}\n`, output);
  const planned =
    request || zones
      ? await planVoyageOf(meshFiles, options)
      : await planEnds(meshFiles[0]!, { start: start!, end: end! }, options);
  const text = format ? fileText(planned, format, options) : `${JSON.stringify(planned.document)}\n`;
  await writeOutput(text, output);
}

const vehicleOf = async ({ vehicle }: Options): Promise<Vehicle | null> =>
  vehicle === undefined ? null : await readVehicleFile(vehicle);

async function planPairs(meshFile: string, pairsFile: string, options: Options) {
  const pairs = await readPairs(pairsFile);
  const mesh = await loadMeshFile(meshFile, await vehicleOf(options));
  return pairs.map((pair) => calculatePair(mesh, pair, options.certificate));
}

/** With --request or --zones: as a service plans what it is sent. */
async function planVoyageOf(meshFiles: readonly string[], options: Options) {
  const { request: file, zones } = options;
  const sent = file ? await readRequestFile(file) : endsOf(options);
  const request = requestOf(file ?? zones!, sent, zones ? await readZones(zones) : []);
  return planRequest(meshFiles, request, { ...options, vehicle: await vehicleOf(options) });
}

const endsOf = ({ start, end }: Options) => ({
  start_lat: start!.lat,
  start_lon: start!.lon,
  start_name: start!.name,
  end_lat: end!.lat,
  end_lon: end!.lon,
  end_name: end!.name,
});

async function planEnds(meshFile: string, pair: Pair, options: Options): Promise<Planned> {
  const loaded = await loadMeshFile(meshFile, await vehicleOf(options));
  return { mesh: loaded.mesh, document: calculateOne(loaded, pair, options.certificate), zones: [] };
}

function fileText(
  { mesh, document: { routes, trade_off, trade_off_note }, zones }: Planned,
  format: NonNullable<Options['format']>,
  options: Options,
): string {
  const entries = routes as unknown as RouteEntry[];
  if (options.part === 'trade_off') {
    const { from, to } = passagePlan(entries[0]!, { points: 'sailing', departure: null });
    const title = `${from} to ${to} (trade-off)`;
    return tradeOffFile(title, '', trade_off, format, trade_off_note).text;
  }
  if (options.part === 'schedule' || format === 'ics') return scheduleText(entries, format, options);
  return format === 'svg'
    ? drawRouteChart({ routes: entries, mesh, zones })
    : routeFileText(entries, format, options);
}

/** For a single route: if there is no path, the command fails. */
function calculateOne(mesh: LoadedMesh, pair: Pair, certificate: boolean) {
  try {
    return calculate(mesh, pair, certificate);
  } catch (error) {
    if (error instanceof RouteInaccessible) throw new CommandFailed(error.message, NO_WAY_THROUGH);
    throw error;
  }
}

function calculate(
  { mesh, description, vehicle }: LoadedMesh,
  { name, start, end }: Pair,
  certificate: boolean,
) {
  const begun = performance.now();
  const plan = planRoute(mesh, start, end, { certificate });
  const took = milliseconds(begun);
  const names = { startName: start.name ?? null, endName: end.name ?? null };
  const planned = { vehicle, mesh };
  const document = buildRouteDocument({ plan, mesh: description, ...names, planned, now: new Date() });
  tell(`${name ? `${name}: ` : ''}${costsOf(plan, document)}, ${took} ms`);
  return document;
}

/** For one of several routes: an error becomes its result. */
function calculatePair(mesh: LoadedMesh, pair: Pair, certificate: boolean) {
  const begun = performance.now();
  try {
    const { routes } = calculate(mesh, pair, certificate);
    return { name: pair.name, routes, milliseconds: milliseconds(begun) };
  } catch (error) {
    if (!isNoRoute(error)) throw error;
    tell(`${pair.name}: ${error.message}`);
    return { name: pair.name, error: error.message, milliseconds: milliseconds(begun) };
  }
}

function isNoRoute(error: unknown): error is Error {
  return error instanceof RouteInaccessible || error instanceof WaypointOutsideMesh;
}

const point = z
  .strictObject({ lat: z.number(), lon: z.number() })
  .refine(isPoint, 'expected a latitude of −90…90 and a longitude of −180…180');
const pairsSchema = z.array(z.strictObject({ name: z.string(), start: point, end: point }));

async function readPairs(file: string): Promise<Pair[]> {
  const parsed = pairsSchema.safeParse(await readJson(file));
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0];
  throw new CommandFailed(`${file}: ${path.join('.') || 'top level'}: ${message}`);
}
