/** Reads dropped or chosen files: routes, and areas, which become zones. The readers are loaded when the first file comes. */
import { decodeText } from '../files/decode-text.ts';
import { say } from './state/notices.ts';
import { showOwn } from './state/session.ts';
import { addZones, readZones } from './state/zones.ts';

/** Ten thousand points take less. */
const MAX_FILE_BYTES = 20_000_000;

const ROUTE_NAME = /\.(gpx|rtz|xml|json|geojson)$/i;

/** Adds the areas of a GeoJSON file to the plan. */
export async function openZoneFile(file: File): Promise<void> {
  try {
    addZones(readZones(await textOf(file), file.name));
  } catch (error) {
    say('error', `${file.name} can't be opened: ${(error as Error).message}`);
  }
}

/** A file that was dropped or chosen: a route to compare, areas, or a list of stops or a cruise plan. */
export async function openFile(file: File): Promise<void> {
  try {
    const text = await textOf(file);
    if (!ROUTE_NAME.test(file.name) && !/^\ufeff?\s*[<{]/.test(text)) {
      const { openStopsFile } = await import('./stops/open-stops.ts');
      await openStopsFile(file);
      return;
    }
    if (hasAreas(text)) {
      addZones(readZones(text, file.name));
      return;
    }
    const { readRouteFile } = await import('../route-files/read-route-file.ts');
    const { name, waypoints } = readRouteFile(text);
    showOwn({ name: name ?? file.name, waypoints: waypoints.map(({ lat, lon }) => [lon, lat] as const) });
  } catch (error) {
    say('error', `${file.name} can't be shown: ${(error as Error).message}`);
  }
}

async function textOf(file: File): Promise<string> {
  if (file.size <= MAX_FILE_BYTES) return decodeText(new Uint8Array(await file.arrayBuffer())).text;
  throw new Error(`it has ${Math.round(file.size / 1e6)} MB, at most 20 are read`);
}

/** Whether a GeoJSON text has areas and no line. */
const hasAreas = (text: string): boolean =>
  /^\s*\{/.test(text) && /"(Multi)?Polygon"/.test(text) && !/"(Multi)?LineString"/.test(text);
