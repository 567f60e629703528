import { Command, InvalidArgumentError } from 'commander';
import type { LatLon } from '../engine/geometry/sphere.ts';
import { parsePosition } from '../files/position.ts';
import { CruisePlanUnreadable, parseCruisePlan } from '../voyage/cruise-plans/cruise-plan.ts';
import { type CruiseLeg, DEFAULT_SPEED_KNOTS, legsOf } from '../voyage/cruise-plans/cruise-plan-legs.ts';
import { vehicleUnderWay } from '../voyage/speeds/speed-wish.ts';
import { parseBaseUrl } from './api-client.ts';
import { loadMeshFile } from './load-mesh-file.ts';
import { isStandardOutput, outputOption, writeOutput } from './output-file.ts';
import { tell } from './progress.ts';
import { readVehicleFile } from './read-vehicle-file.ts';
import { CommandFailed } from './run-command.ts';
import { byService, onGreatCircles, onMesh, type Sail, type Sailed } from './sail-cruise-leg.ts';
import { readText } from './text-file.ts';

interface Options {
  readonly mesh?: string;
  readonly vehicle?: string;
  readonly url?: string;
  readonly leg?: string;
  readonly port: Readonly<Record<string, LatLon>>;
  readonly bestOrder?: true;
  readonly output?: string;
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
    .description('Sails the legs of a cruise plan as planned and in the best order.')
    .argument('<plan>', 'cruise plan, YAML of at most 1 MiB without aliases')
    .option('--mesh <file>', 'sail on this mesh, .json or .json.gz, instead of on great circles')
    .option('--vehicle <file>', 'plan for this vehicle, on an environment mesh: JSON as the service takes it')
    .option('-u, --url <url>', 'let the service there calculate (key: environment variable POLYNYA_API_KEY)')
    .option('--leg <name>', 'this leg only')
    .option('--port <name=lat,lon>', 'where a port of the plan lies (repeatable)', withPort, {})
    .option('--best-order', 'change the order also where the plan says that it is kept')
    .addOption(
      outputOption(
        'also write [{"leg", "planned": {"order", "nm", "hours", "tonnes"?, "co2_tonnes"?, "in_ice_nm"?}, "best", "left_out"}]',
      ),
    )
    .action(planCruise);
}

/** @throws InvalidArgumentError */
function withPort(text: string, before: Readonly<Record<string, LatLon>>): Record<string, LatLon> {
  const at = text.lastIndexOf('=');
  const place = parsePosition(text.slice(at + 1));
  if (at < 1 || !place)
    throw new InvalidArgumentError('Give NAME=LAT,LON, such as "port_punta=-53.16,-70.91".');
  return { ...before, [text.slice(0, at)]: place };
}

async function planCruise(file: string, options: Options): Promise<void> {
  const legs = await readLegs(file, options);
  const sail = await wayOf(options);
  const results: PlannedLeg[] = [];
  for (const leg of legs) {
    const planned = await sail(leg, 'given');
    results.push({ leg: leg.name, planned, best: await sail(leg, 'best'), left_out: leg.leftOut });
  }
  // nothing of what a leg is there for
  if (legs.some(({ stops, isPassage }) => stops.length === 0 && !isPassage)) process.exitCode = 1;
  const lines = [
    ...(sail === onGreatCircles ? ["Without a mesh: on great circles, at the plan's speed."] : []),
    ...(sail === onGreatCircles && legs.some(({ speedKnots }) => speedKnots === null)
      ? [
          `Where the plan has no vessel_speed and no default_vessel_speed: ${DEFAULT_SPEED_KNOTS} knots, as the planner takes it.`,
        ]
      : []),
    ...legs.flatMap((leg, i) => describe(leg, results[i]!)),
  ];
  const { output } = options;
  const json = `${JSON.stringify(results, null, 2)}\n`;
  if (output === undefined) return await writeOutput(`${lines.join('\n')}\n`, undefined);
  if (isStandardOutput(output)) for (const line of lines) tell(line);
  else await writeOutput(`${lines.join('\n')}\n`, undefined);
  await writeOutput(json, output);
}

async function wayOf({ mesh, vehicle: vehicleFile, url }: Options): Promise<Sail> {
  if (mesh !== undefined && url !== undefined) throw new CommandFailed('--mesh and --url exclude each other');
  if (vehicleFile !== undefined && mesh === undefined) throw new CommandFailed('--vehicle needs --mesh');
  if (url !== undefined) {
    return byService({ baseUrl: parseBaseUrl(url), apiKey: process.env.POLYNYA_API_KEY });
  }
  if (mesh === undefined) return onGreatCircles;
  const vehicle = vehicleFile === undefined ? null : await readVehicleFile(vehicleFile);
  return onMesh((await loadMeshFile(mesh, vehicleUnderWay(vehicle, null))).mesh, vehicle);
}

async function readLegs(file: string, { leg, bestOrder, port }: Options): Promise<readonly CruiseLeg[]> {
  const text = await readText(file);
  try {
    const plan = parseCruisePlan(text);
    const legs = legsOf(plan, { freeOrder: bestOrder === true, ports: port });
    const asked = leg === undefined ? legs : legs.filter(({ name }) => name === leg);
    if (asked.length > 0) return asked;
    throw new CruisePlanUnreadable(
      `has no leg "${leg}", only ${legs.map(({ name }) => `"${name}"`).join(', ')}`,
    );
  } catch (error) {
    if (!(error instanceof CruisePlanUnreadable)) throw error;
    throw new CommandFailed(`${file}: ${error.message}`);
  }
}

function describe(leg: CruiseLeg, { planned, best, left_out }: PlannedLeg): string[] {
  const line = (what: string, { order, ...sailed }: Sailed) =>
    `  ${what.padEnd(8)} ${amounts(sailed)}: ${order.join(', ') || 'no stops'}`;
  const isSame = planned.order.join('\n') === best.order.join('\n');
  const saved = (amount: 'tonnes' | 'co2_tonnes' | 'in_ice_nm') =>
    planned[amount] === undefined ? undefined : planned[amount] - best[amount]!;
  const between = {
    nm: planned.nm - best.nm,
    hours: planned.hours - best.hours,
    tonnes: saved('tonnes'),
    co2_tonnes: saved('co2_tonnes'),
    in_ice_nm: saved('in_ice_nm'),
  };
  const timeless = leg.stops
    .filter(({ stay_hours, work }) => stay_hours === 0 && !work)
    .map(({ name }) => name);
  return [
    `${leg.name}: ${leg.from.name} to ${leg.to.name}`,
    line('planned', planned),
    line('best', best),
    isSame ? `  ${sameOrder(leg)}` : `  between  ${amounts(between)}`,
    ...left_out.map((name) => `  left out: "${name}", which names no point, no line and no area`),
    ...leg.notRead.map((key) => `  not read: "${key}"`),
    ...leg.remarks.map((remark) => `  ${remark}`),
    ...(leg.stops.length === 0 && !leg.isPassage ? ['  nothing is planned'] : []),
    ...(timeless.length > 0 ? [`  no duration in the plan: ${timeless.join(', ')}`] : []),
  ];
}

const sameOrder = ({ keepsOrder }: CruiseLeg): string =>
  keepsOrder
    ? 'The plan keeps its order; --best-order looks for a better one.'
    : 'The planned order is the best one that it may have.';

type Amounts = { readonly [Name in keyof Omit<Sailed, 'order'>]: Sailed[Name] | undefined };

function amounts({ nm, hours, tonnes, co2_tonnes, in_ice_nm }: Amounts): string {
  const told = [
    [nm, 'NM'],
    [hours, 'h'],
    [tonnes, 't'],
    [co2_tonnes, 't of CO₂'],
    [in_ice_nm, 'NM in ice'],
  ] as const;
  return told
    .flatMap(([amount, unit]) => (amount === undefined ? [] : [`${amount.toFixed(1)} ${unit}`]))
    .join(', ');
}
