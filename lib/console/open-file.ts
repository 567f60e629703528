/** Reads a dropped or chosen route file; the readers are loaded when the first file comes. */
import { say } from './state/notices.ts';
import { showOwn } from './state/session.ts';

/** Ten thousand points take less. */
const MAX_FILE_BYTES = 20_000_000;

export async function openFile(file: File): Promise<void> {
  try {
    if (file.size > MAX_FILE_BYTES)
      throw new Error(`it has ${Math.round(file.size / 1e6)} MB, at most 20 are read`);
    const { readRouteFile } = await import('../route-files/read-route-file.ts');
    const { name, waypoints } = readRouteFile(await file.text());
    showOwn({ name: name ?? file.name, waypoints: waypoints.map(({ lat, lon }) => [lon, lat] as const) });
  } catch (error) {
    say('error', `${file.name} can't be shown: ${(error as Error).message}`);
  }
}
