/** The zones of a GeoJSON file. */
import { fileURLToPath } from 'node:url';
import type { ZoneKind } from '../zones/zone.ts';
import { type ZoneCandidate, type ZoneFeature, zonesOfFeatures } from '../zones/zones-of-features.ts';
import { CommandFailed } from './run-command.ts';
import { readJson } from './text-file.ts';

/** The marine parts of the protected areas of the Antarctic, each with its kind and source. */
export const ANTARCTIC = fileURLToPath(new URL('../zones/antarctic.geojson', import.meta.url));

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
): Promise<ZoneCandidate[]> {
  const nameOf = (feature: ZoneFeature, i: number): string => {
    const name = feature.properties?.[property];
    if (typeof name === 'string' || typeof name === 'number') return `${name}`;
    throw new CommandFailed(
      `${file}: feature ${i + 1} has no property "${property}" (insert_zones takes another as its name with --name)`,
    );
  };
  return zonesOfFeatures(await readFeatures(file), nameOf, kind);
}

async function readFeatures(file: string): Promise<ZoneFeature[]> {
  const json = (await readJson(file)) as { type?: unknown; features?: unknown } | null;
  if (json?.type !== 'FeatureCollection' || !Array.isArray(json.features)) {
    throw new CommandFailed(`${file}: not a GeoJSON FeatureCollection`);
  }
  return json.features;
}
