/** The zones of a file. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileUnreadable } from '../files/errors.ts';
import { readZonesFile } from '../zones/read/read-zones.ts';
import type { ZoneCandidate } from '../zones/read/zones-of-features.ts';
import type { ZoneKind } from '../zones/zone.ts';
import { tell } from './progress.ts';
import { CommandFailed } from './run-command.ts';
import { readBytes } from './text-file.ts';

/** The marine parts of the protected areas of the Antarctic, each with its kind and source. */
export const ANTARCTIC = fileURLToPath(new URL('../zones/antarctic.geojson', import.meta.url));

/**
 * Features of one name are one zone, if they are equal but for their geometry. An area that is all there is may have no name:
 * it is called by its file.
 *
 * @param kind of all, instead of each one's own
 * @param name the property that names a zone
 * @throws CommandFailed
 */
export async function readZones(
  file: string,
  {
    kind,
    name: property = 'name',
    radius: radiusNm,
  }: { readonly kind?: ZoneKind; readonly name?: string; readonly radius?: number } = {},
): Promise<readonly ZoneCandidate[]> {
  const stem = basename(file).replace(/\.\w+$/, '');
  const nameless = (_: number, count: number) => (count === 1 ? stem : null);
  try {
    const { zones, notes } = readZonesFile(await readBytes(file), { kind, property, nameless, radiusNm });
    for (const note of notes) tell(`${file}: ${note}`);
    return zones;
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    throw new CommandFailed(`${file}: ${error.message}`);
  }
}
