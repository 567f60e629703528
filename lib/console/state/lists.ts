/** What the service has: meshes, places, vehicles. */
import { withRetries } from '../api/client.ts';
import { listLocations, listMeshes, listVehicles } from '../api/service.ts';
import { reportError, say } from './notices.ts';
import * as state from './state.ts';

/** Where the service fails, says what is missing, with a button that asks once more. */
export async function withSentence(what: string, load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch (error) {
    state.seaProblem.value = `${what} could not be loaded.`; // seen only while there is no sea
    say('error', `${what} could not be loaded. ${(error as Error).message}`, {
      label: 'Try again',
      run: () => {
        state.seaProblem.value = null;
        withSentence(what, load).catch(reportError);
      },
    });
  }
}

export async function loadLocations(): Promise<void> {
  state.locations.value = await withRetries(listLocations);
}

export async function refreshVehicles(): Promise<void> {
  state.vehicles.value = await withRetries(listVehicles);
}

export async function refreshMeshes(): Promise<void> {
  const meshes = await withRetries(listMeshes);
  const before = state.meshes.peek();
  if (JSON.stringify(meshes) !== JSON.stringify(before)) state.meshes.value = meshes;
  if (meshes.length === 0) {
    say('error', 'The service has no mesh yet: drop one in its bucket and import it.');
  }
}
