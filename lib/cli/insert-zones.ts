import { Command, InvalidArgumentError } from 'commander';
import { zones } from '../api/zones.ts';
import { ZoneError } from '../zones/errors.ts';
import type { ZoneCandidate } from '../zones/read/zones-of-features.ts';
import { makeStanding } from '../zones/standing.ts';
import { type Zone, type ZoneKind, zone, zoneKinds } from '../zones/zone.ts';
import { call, type Target } from './api-client.ts';
import { CommandFailed } from './run-command.ts';
import { type AccessOptions, addAccessOptions, LOCAL_SERVICE, targetOf } from './service-access.ts';
import { addStackOptions, type StackOptions } from './stack-outputs.ts';
import { withStandingZones } from './standing-access.ts';
import { ANTARCTIC, readZones } from './zones-file.ts';

interface Options extends StackOptions, AccessOptions {
  readonly kind?: ZoneKind;
  readonly name: string;
  readonly radius?: number;
  readonly antarctic?: true;
  readonly standing?: true;
  readonly url: string;
}

/** `insert_zones FILE` */
export function insertZonesCommand(): Command {
  const command = new Command('insert_zones')
    .description('Stores the areas of a file as zones, and prints one line for each.')
    .argument(
      '[file]',
      'GeoJSON, KML, KMZ, a zipped shapefile, or S-124; features of one name become one zone',
    )
    .option(
      '--kind <kind>',
      `what the zones do: ${zoneKinds.join(', ')} (default: the property "kind")`,
      readKind,
    )
    .option('--name <property>', 'the property that names a zone', 'name')
    .option('--radius <nm>', 'of points that have none, nautical miles', readRadius)
    .option('--antarctic', 'the marine protected areas of the Antarctic instead of a file')
    .option(
      '--standing',
      'as the operator: they hold for every request, but for those with standing_zones: false',
    )
    .option('-u, --url <url>', 'where the service answers', LOCAL_SERVICE);
  return addStackOptions(addAccessOptions(command))
    .addHelpText(
      'after',
      `
Zones of the same names are replaced. Zones are sent to the service at --url; with --standing they are written to the
tables of the local service, or of the stack that --stack names, and hold within seconds. Exits with 1 if any was refused.`,
    )
    .action(insertZones);
}

function readRadius(text: string): number {
  const nm = Number(text);
  if (nm > 0 && nm <= 500) return nm;
  throw new InvalidArgumentError('Expected nautical miles, up to 500.');
}

function readKind(text: string): ZoneKind {
  const kind = zoneKinds.find((each) => each === text);
  if (kind) return kind;
  throw new InvalidArgumentError(`Expected one of ${zoneKinds.join(', ')}.`);
}

async function insertZones(file: string | undefined, options: Options): Promise<void> {
  if ((file === undefined) === (options.antarctic === undefined)) {
    throw new CommandFailed('give a file, or --antarctic');
  }
  if (options.stack && !options.standing) throw new CommandFailed('--stack goes with --standing: give --url');
  const candidates = await readZones(file ?? ANTARCTIC, options);
  const whole = candidates.filter((candidate) => {
    const fault = faultOf(candidate);
    if (fault) tellOutcome(candidate, fault);
    return fault === null;
  }) as unknown as Zone[];
  if (options.standing) return await insertStanding(whole, options);
  const target = targetOf(options.url, options);
  for (const each of whole) tellOutcome(each, await insert(target, each));
}

/** @param refusal null where it is stored */
function tellOutcome({ name }: { readonly name: string }, refusal: string | null, done = 'stored'): void {
  console.log(`${name}: ${refusal === null ? done : `refused: ${refusal}`}`);
  if (refusal !== null) process.exitCode = 1;
}

/** Why a zone is refused by the rules that are known here. */
function faultOf(candidate: ZoneCandidate): string | null {
  const parsed = zone.safeParse(candidate);
  if (parsed.success) return null;
  return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

/** Why the service refuses a zone; null where it is stored. */
async function insert(target: Target, each: Zone): Promise<string | null> {
  try {
    await call(target, zones.create, { body: { ...each, force_properties: true } }, () => {});
    return null;
  } catch (error) {
    if (error instanceof CommandFailed && / answered 4\d\d: /.test(error.message)) {
      return error.message.replace(/^.* answered 4\d\d: /, '');
    }
    throw error;
  }
}

/** All of them or, where they break a limit together, none. */
async function insertStanding(whole: readonly Zone[], options: StackOptions): Promise<void> {
  try {
    await withStandingZones(options, (items, sets) => makeStanding(items, sets, whole));
  } catch (error) {
    throw error instanceof ZoneError ? new CommandFailed(error.message) : error;
  }
  for (const each of whole) tellOutcome(each, null, 'standing');
}
