import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import * as z from 'zod';
import { drawRouteChart } from '../chart/route-chart.ts';
import { compileMesh } from '../engine/compile/compile-mesh.ts';
import { type Mesh, openMesh } from '../engine/mesh/mesh.ts';
import { planRoute } from '../engine/plan-route.ts';
import type { ObjectiveRoute } from '../engine/route-plan.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../engine/waypoints/errors.ts';
import { MeshRefused } from '../meshes/mesh-refused.ts';
import type { EnvironmentMesh, VesselMesh } from '../meshes/read/parse-mesh.ts';
import type { RouteEntry } from '../route-files/passage-plan.ts';
import { buildRouteDocument, type DocumentMesh } from '../routes/route-document.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { vesselOf } from '../vehicles/vessel-of.ts';
import { VesselUnusable } from '../vessel/errors.ts';
import { meshForVessel } from '../vessel/mesh-for-vessel.ts';
import { type Location, locationNames, parseLocation } from './locations.ts';
import { outputOption, writeOutput } from './output-file.ts';
import { isPoint } from './point.ts';
import { readMeshFile } from './read-mesh-file.ts';
import { readVehicleFile } from './read-vehicle-file.ts';
import { addRouteFileOptions, type RouteFileFlags, routeFileText } from './route-file-options.ts';
import { CommandFailed, NO_WAY_THROUGH } from './run-command.ts';

interface Options extends RouteFileFlags {
  readonly start?: Location;
  readonly end?: Location;
  readonly pairs?: string;
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

interface LoadedMesh {
  readonly mesh: Mesh;
  readonly description: DocumentMesh;
  readonly vehicle: Vehicle | null;
}

/** `optimise_route MESH`: the engine alone, without a service. */
export function optimiseRouteCommand(): Command {
  const command = new Command('optimise_route')
    .description('Calculates routes on a mesh file, without a service; cost and timing go to standard error.')
    .argument('<mesh>', 'mesh file, .json or .json.gz')
    .option(
      '-s, --start <lat,lon>',
      'start in degrees, such as -51.73,-57.71, or a standard location',
      parseLocation,
    )
    .option('-e, --end <lat,lon>', 'end, likewise', parseLocation)
    .option('--pairs <file>', 'several pairs instead: JSON, [{"name", "start": {"lat", "lon"}, "end": {…}}]')
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
--pairs, an error is told in its result and the exit code is 0.

Standard locations: ${locationNames}.`,
    )
    .action(optimise);
}

async function optimise(meshFile: string, options: Options): Promise<void> {
  const { start, end, pairs: pairsFile, output, format, certificate } = options;
  if (pairsFile && format) throw new CommandFailed('--format writes one route: give --start and --end');
  if (pairsFile ? start || end : !(start && end)) {
    throw new CommandFailed('give either --start and --end, or --pairs');
  }
  const pairs = pairsFile ? await readPairs(pairsFile) : [];
  const vehicle = options.vehicle === undefined ? null : await readVehicleFile(options.vehicle);
  const mesh = await loadMesh(meshFile, vehicle);
  const routes = pairsFile ? [] : calculateOne(mesh, { start: start!, end: end! }, certificate);
  const result = pairsFile ? pairs.map((pair) => calculatePair(mesh, pair, certificate)) : { routes };
  const text = format ? fileText(mesh, routes, format, options) : `${JSON.stringify(result)}\n`;
  await writeOutput(text, output);
}

function fileText(
  { mesh }: LoadedMesh,
  routes: ReturnType<typeof calculateOne>,
  format: NonNullable<Options['format']>,
  options: Options,
): string {
  const entries = routes as unknown as RouteEntry[];
  return format === 'svg'
    ? drawRouteChart({ routes: entries, mesh })
    : routeFileText(entries, format, options);
}

async function loadMesh(file: string, vehicle: Vehicle | null): Promise<LoadedMesh> {
  const start = performance.now();
  try {
    const parsed = (await readMeshFile(file)).mesh();
    const source = vehicle ? sourceFor(vehicle, parsed) : sourceOf(parsed);
    const mesh = openMesh(compileMesh(source));
    tell(`${file}: ${source.ids.length} cells, read in ${milliseconds(start)} ms`);
    const name = basename(file).replace(/\.gz$/, '');
    const { bounds, validDateStart, validDateEnd, missingDataSources } = parsed;
    const { consumption } = source;
    const description = { name, bounds, validDateStart, validDateEnd, missingDataSources, consumption };
    return { mesh, description, vehicle };
  } catch (error) {
    if (error instanceof MeshRefused) throw new CommandFailed(`${file}: ${error.message}`);
    if (error instanceof VesselUnusable) throw new CommandFailed(error.message);
    throw error;
  }
}

function sourceOf(mesh: VesselMesh | EnvironmentMesh) {
  if (mesh.kind === 'vessel') return mesh.source;
  throw new MeshRefused(['an environment mesh, without a vessel: give a vehicle with --vehicle']);
}

function sourceFor(vehicle: Vehicle, mesh: VesselMesh | EnvironmentMesh) {
  if (mesh.kind === 'environment') return meshForVessel(vesselOf(vehicle), mesh.source);
  throw new MeshRefused(['a mesh that was made for a vessel already: --vehicle needs an environment mesh']);
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
  tell(`${name ? `${name}: ` : ''}${plan.routes.map(costOf).join(', ')}, ${milliseconds(begun)} ms`);
  const names = { startName: start.name ?? null, endName: end.name ?? null };
  const planned = { vehicle, mesh };
  return buildRouteDocument({ plan, mesh: description, ...names, planned, now: new Date() }).routes;
}

/** For one of several routes: an error becomes its result. */
function calculatePair(mesh: LoadedMesh, pair: Pair, certificate: boolean) {
  const begun = performance.now();
  try {
    const routes = calculate(mesh, pair, certificate);
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

/** `traveltime 3.058 days in 36 legs, within 0.09 % of the best`. */
function costOf({ objective, track, optimality }: ObjectiveRoute): string {
  const cost = objective === 'traveltime' ? track.timeDays.at(-1)! : track.consumption!.at(-1)!;
  const unit = { traveltime: 'days', fuel: 'tonnes', battery: 'of battery' }[objective];
  const gap = optimality ? `, within ${Number(optimality.gapPercent.toPrecision(2))} % of the best` : '';
  return `${objective} ${Number(cost.toPrecision(6))} ${unit} in ${track.coordinates.length - 1} legs${gap}`;
}

const point = z
  .strictObject({ lat: z.number(), lon: z.number() })
  .refine(isPoint, 'expected a latitude of −90…90 and a longitude of −180…180');
const pairsSchema = z.array(z.strictObject({ name: z.string(), start: point, end: point }));

async function readPairs(file: string): Promise<Pair[]> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CommandFailed(`${file}: ${(error as Error).message}`);
  }
  const parsed = pairsSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0];
  throw new CommandFailed(`${file}: ${path.join('.') || 'top level'}: ${message}`);
}

function milliseconds(since: number): number {
  return Math.round((performance.now() - since) * 10) / 10;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
