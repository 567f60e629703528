import { effect, type ReadonlySignal } from '@preact/signals';
import { settings } from '../settings.ts';
import * as state from '../state/state.ts';
import type { LandLayer, LandTopology } from './land.ts';

/** The fine coastline waits for the sea no longer than this, ms. */
const SEA_PATIENCE_MS = 5000;

/** The coarse coastline at once; the fine one is large and takes long to draw, so it comes after the sea. */
export async function loadLand(land: LandLayer): Promise<void> {
  await loadCoast(land, settings.files.landCoarse);
  await Promise.race([present(state.sea), new Promise((resolve) => setTimeout(resolve, SEA_PATIENCE_MS))]);
  // a frame in which the sea is drawn
  await new Promise((resolve) => setTimeout(resolve, 0));
  await loadCoast(land, settings.files.landFine);
}

async function loadCoast(land: LandLayer, file: string): Promise<void> {
  const response = await fetch(file).catch(() => null);
  if (!response?.ok) {
    throw new Error(`The coastline could not be loaded (${response?.status ?? 'no connection'}).`);
  }
  land.setTopology((await response.json()) as LandTopology);
}

/** Resolves once a signal has a value other than null. */
function present(signal: ReadonlySignal<unknown>): Promise<void> {
  return new Promise((resolve) => {
    effect(() => {
      if (signal.value !== null) resolve();
    });
  });
}
