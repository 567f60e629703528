import { effect, type ReadonlySignal } from '@preact/signals';
import { settings } from '../settings.ts';
import * as state from '../state/state.ts';
import type { ChartMap } from './chart-map.ts';
import type { LandTopology } from './land.ts';

/** The fine coastline waits for the sea no longer than this, ms. */
const SEA_PATIENCE_MS = 5000;
/** From here on the coarse coast, made for 1 : 110 million, is seen to be that, metres in a pixel. */
const FINE_RESOLUTION_M = 5000;

/**
 * The coarse coastline at once; the fine one is large and takes long to draw, so it comes after the sea: that of the south
 * always, the rest once the map looks at it from near.
 */
export async function loadLand(map: ChartMap): Promise<void> {
  await loadCoast(map, settings.files.landCoarse);
  await Promise.race([present(state.sea), new Promise((resolve) => setTimeout(resolve, SEA_PATIENCE_MS))]);
  // a frame in which the sea is drawn
  await new Promise((resolve) => setTimeout(resolve, 0));
  await loadCoast(map, settings.files.landSouth);
  await seenFromNear(map, 'other');
  await loadCoast(map, settings.files.landOther);
}

async function loadCoast({ land }: ChartMap, file: string): Promise<void> {
  const response = await fetch(file).catch(() => null);
  if (!response?.ok) {
    throw new Error(`The coastline could not be loaded (${response?.status ?? 'no connection'}).`);
  }
  land.setTopology((await response.json()) as LandTopology);
}

/** Resolves once land of a part is seen so near that it should be fine. */
function seenFromNear({ olMap, land }: ChartMap, part: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const view = olMap.getView();
      const isSeen =
        view.getResolution()! < FINE_RESOLUTION_M && land.hasIn(part, view.calculateExtent(olMap.getSize()));
      if (!isSeen) return;
      olMap.un('moveend', look);
      resolve();
    };
    olMap.on('moveend', look);
    look();
  });
}

/** Resolves once a signal has a value other than null. */
function present(signal: ReadonlySignal<unknown>): Promise<void> {
  return new Promise((resolve) => {
    effect(() => {
      if (signal.value !== null) resolve();
    });
  });
}
