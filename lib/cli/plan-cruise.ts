import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { METRES_PER_NM } from '../engine/geometry/sphere.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../request/impossible.ts';
import { type RouteRequest, routeRequest } from '../routes/route-request.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { CruisePlanUnreadable, parseCruisePlan } from '../voyage/cruise-plan.ts';
import { type CruiseLeg, legsOf } from '../voyage/cruise-plan-legs.ts';
import { sailGreatCircles } from '../voyage/great-circle-voyage.ts';
import { planVoyage } from '../voyage/plan-voyage.ts';
import { vehicleUnderWay } from '../voyage/speed-step.ts';
import { type LoadedMesh, loadMeshFile } from './load-mesh-file.ts';
import { isStandardOutput, outputOption, writeOutput } from './output-file.ts';
import { tell } from './progress.ts';
import { readVehicleFile } from './read-vehicle-file.ts';
import { CommandFailed, NO_WAY_THROUGH } from './run-command.ts';

interface Options {
  readonly mesh?: string;
  readonly vehicle?: string;
  readonly leg?: string;
  readonly bestOrder?: true;
  readonly output?: string;
}

interface Sailed {
  /** Names of the stops. */
  readonly order: readonly string[];
  readonly nm: number;
  /** Stays and buffer included. */
  readonly hours: number;
  readonly tonnes?: number;
}

interface PlannedLeg {
  readonly leg: string;
  readonly planned: Sailed;
  readonly best: Sailed;
  readonly left_out: readonly string[];
}

/** `plan_cruise PLAN.yaml`: the legs of a cruise plan, each as planned beside the best order. */
export function planCruiseCommand(): Command {
  return new Command('plan_cruise')
    .description('Sails the legs of a cruise plan as planned and in the best order, without a service.')
    .argument('<plan>', 'cruise plan, YAML of at most 1 MiB without aliases')
    .option('--mesh <file>', 'sail on this mesh, .json or .json.gz, instead of on great circles')
    .option('--vehicle <file>', 'plan for this vehicle, on an environment mesh: JSON as the service takes it')
    .option('--leg <name>', 'this leg only')
    .option('--best-order', 'change the order also where the plan says that it is kept')
    .addOption(
      outputOption(
        'also write [{"leg", "planned": {"order", "nm", "hours", "tonnes"?}, "best", "left_out"}]',
      ),
    )
    .action(planCruise);
}

async function planCruise(file: string, options: Options): Promise<void> {
  if (options.vehicle && !options.mesh) throw new CommandFailed('--vehicle needs --mesh');
  const legs = await readLegs(file, options);
  const vehicle = options.vehicle ? await readVehicleFile(options.vehicle) : null;
  const mesh = options.mesh ? await loadMeshFile(options.mesh, vehicleUnderWay(vehicle, null)) : null;
  const results = legs.map((leg): PlannedLeg => {
    const sail = (order: 'given' | 'best') => sailLeg(file, leg, order, mesh, vehicle);
    return { leg: leg.name, planned: sail('given'), best: sail('best'), left_out: leg.leftOut };
  });
  const lines = [
    ...(mesh ? [] : ["Without a mesh: on great circles, at the plan's speed."]),
    ...legs.flatMap((leg, i) => describe(leg, results[i]!)),
  ];
  const { output } = options;
  const json = `${JSON.stringify(results, null, 2)}\n`;
  if (output === undefined) return await writeOutput(`${lines.join('\n')}\n`, undefined);
  if (isStandardOutput(output)) for (const line of lines) tell(line);
  else await writeOutput(`${lines.join('\n')}\n`, undefined);
  await writeOutput(json, output);
}

async function readLegs(file: string, { leg, bestOrder }: Options): Promise<readonly CruiseLeg[]> {
  try {
    const plan = parseCruisePlan(await readFile(file, 'utf8'));
    const legs = legsOf(plan, { freeOrder: bestOrder === true });
    const asked = leg === undefined ? legs : legs.filter(({ name }) => name === leg);
    if (asked.length > 0) return asked;
    throw new CruisePlanUnreadable(
      `has no leg "${leg}", only ${legs.map(({ name }) => `"${name}"`).join(', ')}`,
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code && !(error instanceof CruisePlanUnreadable)) throw error;
    throw new CommandFailed(`${file}: ${code === 'ENOENT' ? 'there is no such file' : message}`);
  }
}

/** The leg as a service would be asked for it. */
function requestOf(
  file: string,
  { name, from, to, stops }: CruiseLeg,
  order: 'given' | 'best',
): RouteRequest {
  const parsed = routeRequest.safeParse({
    start_lat: from.lat,
    start_lon: from.lon,
    start_name: from.name,
    end_lat: to.lat,
    end_lon: to.lon,
    end_name: to.name,
    stops,
    stop_order: order,
  });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new CommandFailed(`${file}: leg "${name}": ${faults.join('; ')}`);
}

function sailLeg(
  file: string,
  leg: CruiseLeg,
  order: 'given' | 'best',
  mesh: LoadedMesh | null,
  vehicle: Vehicle | null,
): Sailed {
  const { voyage } = requestOf(file, leg, order);
  const request = { start: leg.from, end: leg.to, voyage, vehicle };
  if (mesh) return sailOnMesh(leg, request, mesh);
  if (leg.speedKnots === null) {
    throw new CommandFailed(
      `${file}: leg "${leg.name}" has no vessel_speed, nor the plan a default_vessel_speed`,
    );
  }
  const sailed = sailGreatCircles(request, leg.speedKnots);
  return { ...sailed, hours: sailed.hours + leg.bufferHours };
}

/** The fastest voyage, and what it consumes; the vessel idles for the buffer time. */
function sailOnMesh(leg: CruiseLeg, request: Parameters<typeof planVoyage>[1], { mesh }: LoadedMesh): Sailed {
  try {
    const { track, stops } = planVoyage(mesh, request, { certificate: false }).routes[0]!;
    const { bufferHours } = leg;
    const idle = ((request.vehicle?.idle_rate ?? 0) * bufferHours) / 24;
    return {
      order: (stops ?? []).slice(1, -1).map(({ name }) => name),
      nm: track.distanceM.at(-1)! / METRES_PER_NM,
      hours: track.timeDays.at(-1)! * 24 + bufferHours,
      ...(mesh.consumption === 'fuel' && { tonnes: track.consumption!.at(-1)! + idle }),
    };
  } catch (error) {
    if (!noVoyage.some((kind) => error instanceof kind)) throw error;
    throw new CommandFailed(`leg "${leg.name}": ${(error as Error).message}`, NO_WAY_THROUGH);
  }
}

const noVoyage = [RouteInaccessible, WaypointOutsideMesh, Impossible, ImpossibleOnMesh];

function describe(leg: CruiseLeg, { planned, best, left_out }: PlannedLeg): string[] {
  const line = (what: string, { order, nm, hours, tonnes }: Sailed) =>
    `  ${what.padEnd(8)} ${amounts({ nm, hours, tonnes })}: ${order.join(', ') || 'no stops'}`;
  const isSame = planned.order.join('\n') === best.order.join('\n');
  const saved = {
    nm: planned.nm - best.nm,
    hours: planned.hours - best.hours,
    tonnes: planned.tonnes === undefined ? undefined : planned.tonnes - best.tonnes!,
  };
  return [
    `${leg.name}: ${leg.from.name} to ${leg.to.name}`,
    line('planned', planned),
    line('best', best),
    isSame ? '  The planned order is the best one that it may have.' : `  between  ${amounts(saved)}`,
    ...left_out.map((name) => `  left out: "${name}", which names no point and no area`),
  ];
}

const amounts = ({ nm, hours, tonnes }: { nm: number; hours: number; tonnes?: number | undefined }): string =>
  `${nm.toFixed(1)} NM, ${hours.toFixed(1)} h${tonnes === undefined ? '' : `, ${tonnes.toFixed(1)} t`}`;
