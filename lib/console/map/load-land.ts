import { effect, type ReadonlySignal } from '@preact/signals';
import { boundingExtent, type Extent } from 'ol/extent.js';
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
function seenFromNear(map: ChartMap, part: string): Promise<void> {
  const { olMap, land } = map;
  return new Promise((resolve) => {
    const look = () => {
      const isSeen = olMap.getView().getResolution()! < FINE_RESOLUTION_M && land.hasIn(part, uncovered(map));
      if (!isSeen) return;
      olMap.un('moveend', look);
      resolve();
    };
    olMap.on('moveend', look);
    look();
  });
}

/** What is seen beside the panel and the drawer, projected metres. */
function uncovered({ olMap, covered: { left, top, right, bottom } }: ChartMap): Extent {
  const [width, height] = olMap.getSize()!;
  const corners = [left, width! - right].flatMap((x) => [top, height! - bottom].map((y) => [x, y]));
  return boundingExtent(corners.map((pixel) => olMap.getCoordinateFromPixel(pixel)));
}

/** Resolves once a signal has a value other than null. */
function present(signal: ReadonlySignal<unknown>): Promise<void> {
  return new Promise((resolve) => {
    effect(() => {
      if (signal.value !== null) resolve();
    });
  });
}
