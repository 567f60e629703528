import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { zones } from '../api/zones.ts';
import { type Zone, type ZoneKind, zone, zoneKinds } from '../zones/zone.ts';
import { call, parseBaseUrl, type Target } from './api-client.ts';
import { CommandFailed } from './run-command.ts';
import { requestSigner } from './sign-request.ts';

const LOCAL_SERVICE = 'http://127.0.0.1:8000';
/** The marine parts of the protected areas of the Antarctic, each with its kind and source. */
const ANTARCTIC = fileURLToPath(new URL('../zones/antarctic.geojson', import.meta.url));

interface Options {
  readonly kind?: ZoneKind;
  readonly name: string;
  readonly antarctic?: true;
  readonly url: string;
  readonly apiKey?: string;
  readonly sign?: true;
}

/** `insert_zones FILE` */
export function insertZonesCommand(): Command {
  return new Command('insert_zones')
    .description('Stores the areas of a GeoJSON FeatureCollection as zones, and prints one line for each.')
    .argument('[file]', 'GeoJSON of polygons; features of one name become one zone')
    .option(
      '--kind <kind>',
      `what the zones do: ${zoneKinds.join(', ')} (default: the property "kind")`,
      readKind,
    )
    .option('--name <property>', 'the property that names a zone', 'name')
    .option('--antarctic', 'the marine protected areas of the Antarctic instead of a file')
    .option('-u, --url <url>', 'where the service answers', LOCAL_SERVICE)
    .option('--api-key <key>', 'where the service asks for one (or the environment variable POLYNYA_API_KEY)')
    .option('--sign', 'sign with AWS credentials, where the service asks for IAM signatures')
    .addHelpText('after', '\nZones of the same names are replaced. Exits with 1 if any was refused.')
    .action(insertZones);
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
  const target: Target = {
    baseUrl: parseBaseUrl(options.url),
    apiKey: options.apiKey ?? process.env.POLYNYA_API_KEY,
    sign: options.sign && requestSigner(),
  };
  for (const candidate of await readZones(file ?? ANTARCTIC, options)) {
    const refused = await insert(target, candidate);
    console.log(`${candidate.name}: ${refused ?? 'stored'}`);
    if (refused) process.exitCode = 1;
  }
}

/** Why a zone was refused, by the rules that are known here or by the service; null where it is stored. */
async function insert(target: Target, candidate: Candidate): Promise<string | null> {
  const parsed = zone.safeParse(candidate);
  if (!parsed.success) {
    return `refused: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`;
  }
  try {
    await call(target, zones.create, { body: { ...(candidate as Zone), force_properties: true } }, () => {});
    return null;
  } catch (error) {
    if (error instanceof CommandFailed && / answered 4\d\d: /.test(error.message)) {
      return `refused: ${error.message.replace(/^.* answered 4\d\d: /, '')}`;
    }
    throw error;
  }
}

type Candidate = { readonly name: string } & Readonly<Record<string, unknown>>;

interface Feature {
  readonly properties?: Readonly<Record<string, unknown>> | null;
  readonly geometry?: { readonly type?: string; readonly coordinates?: unknown } | null;
}

/** The zones of a GeoJSON file, not yet checked. @throws CommandFailed */
export async function readZones(
  file: string,
  { kind, name: property }: Pick<Options, 'kind' | 'name'>,
): Promise<Candidate[]> {
  const features = await readFeatures(file);
  const byName = new Map<string, Feature[]>();
  features.forEach((feature, i) => {
    const name = feature.properties?.[property];
    if (typeof name !== 'string' && typeof name !== 'number') {
      throw new CommandFailed(
        `${file}: feature ${i + 1} has no property "${property}": say with --name which one names it`,
      );
    }
    byName.set(`${name}`, [...(byName.get(`${name}`) ?? []), feature]);
  });
  return [...byName].map(([name, own]) => {
    const { kind: ownKind, max_speed_kn, season, source } = own[0]!.properties ?? {};
    return {
      name,
      kind: kind ?? ownKind,
      geometry: geometryOf(own),
      ...(max_speed_kn !== undefined && { max_speed_kn }),
      ...(season !== undefined && { season }),
      ...(source !== undefined && { source }),
    };
  });
}

function geometryOf(features: readonly Feature[]): unknown {
  if (features.length === 1) return features[0]!.geometry;
  const coordinates = features.flatMap(({ geometry }) =>
    geometry?.type === 'Polygon' ? [geometry.coordinates] : ((geometry?.coordinates ?? []) as unknown[]),
  );
  return { type: 'MultiPolygon', coordinates };
}

async function readFeatures(file: string): Promise<Feature[]> {
  let json: { type?: unknown; features?: unknown };
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CommandFailed(`${file}: ${(error as Error).message}`);
  }
  if (json?.type !== 'FeatureCollection' || !Array.isArray(json.features)) {
    throw new CommandFailed(`${file}: not a GeoJSON FeatureCollection`);
  }
  return json.features;
}
