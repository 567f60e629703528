/** The zones of a GeoJSON file. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ZoneKind } from '../zones/zone.ts';
import { CommandFailed } from './run-command.ts';

/** The marine parts of the protected areas of the Antarctic, each with its kind and source. */
export const ANTARCTIC = fileURLToPath(new URL('../zones/antarctic.geojson', import.meta.url));

/** A zone as a file gives it, not yet checked. */
export type Candidate = { readonly name: string } & Readonly<Record<string, unknown>>;

interface Feature {
  readonly properties?: Readonly<Record<string, unknown>> | null;
  readonly geometry?: { readonly type?: string; readonly coordinates?: unknown } | null;
}

/**
 * Features of one name are one zone; kind, speed, season and source are properties of its first.
 *
 * @param kind of all, instead of each one's own
 * @param name the property that names a zone
 * @throws CommandFailed
 */
export async function readZones(
  file: string,
  { kind, name: property = 'name' }: { readonly kind?: ZoneKind; readonly name?: string } = {},
): Promise<Candidate[]> {
  const features = await readFeatures(file);
  const byName = new Map<string, Feature[]>();
  features.forEach((feature, i) => {
    const name = feature.properties?.[property];
    if (typeof name !== 'string' && typeof name !== 'number') {
      throw new CommandFailed(
        `${file}: feature ${i + 1} has no property "${property}" (insert_zones takes another as its name with --name)`,
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
