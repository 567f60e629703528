import type { Coordinate } from 'ol/coordinate.js';
import PointerInteraction from 'ol/interaction/Pointer.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { Held, MarkerLayer } from './marker-layer.ts';

export interface DragEvents {
  /** The hand is on a line where nothing is to be held, and moves: what it holds from now on; null: nothing. */
  onPull(event: MapBrowserEvent): Held | null;
  onMove(held: Held, coordinate: Coordinate): void;
  onRelease(held: Held, moved: boolean): void;
}

const MOUSE_REACH_PX = 4;
const TOUCH_REACH_PX = 14;
/** A line that is touched and not pulled further is left as it is. */
const PULL_PX = 6;

/**
 * Lets ends and stops be dragged, and routes be pulled. The pointer holds a place where it took hold of it.
 *
 * @param canPull whether there is a line under the pointer
 */
export function dragPlaces(
  markers: MarkerLayer,
  canPull: (event: MapBrowserEvent) => boolean,
  { onPull, onMove, onRelease }: DragEvents,
): PointerInteraction {
  let drag: { held: Held; offset: Offset; moved: boolean } | null = null;
  let begun: MapBrowserEvent | null = null;
  return new PointerInteraction({
    handleDownEvent: (event) => {
      const hit = placeAt(markers, event);
      drag = hit && { ...hit, moved: false };
      begun = !hit && canPull(event) ? event : null;
      return drag !== null || begun !== null;
    },
    handleDragEvent: (event) => {
      if (begun && distancePx(begun, event) > PULL_PX) {
        const held = onPull(begun);
        drag = held && { held, offset: [0, 0], moved: true };
        begun = null;
      }
      if (!drag) return;
      drag.moved = true;
      onMove(drag.held, [event.coordinate[0]! + drag.offset[0], event.coordinate[1]! + drag.offset[1]]);
    },
    handleUpEvent: () => {
      if (drag) onRelease(drag.held, drag.moved);
      drag = begun = null;
      return false;
    },
  });
}

type Offset = [x: number, y: number];

const distancePx = ({ pixel: a }: MapBrowserEvent, { pixel: b }: MapBrowserEvent): number =>
  Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!);

/** How near a pointer has to be, pixels: a finger is not as exact as a mouse. */
export const reachOf = (event: MapBrowserEvent, mousePx = MOUSE_REACH_PX): number =>
  (event.originalEvent as PointerEvent).pointerType === 'touch' ? TOUCH_REACH_PX : mousePx;

/** The end or stop under the pointer, and how far its point is from the pointer. */
export function placeAt(markers: MarkerLayer, event: MapBrowserEvent): { held: Held; offset: Offset } | null {
  const feature = event.map.forEachFeatureAtPixel(
    event.pixel,
    (each) => (each.get('held') ? each : undefined),
    { layerFilter: (layer) => layer === markers, hitTolerance: reachOf(event) },
  );
  if (!feature) return null;
  const [x, y] = feature.getGeometry()!.getExtent() as number[];
  return { held: feature.get('held'), offset: [x! - event.coordinate[0]!, y! - event.coordinate[1]!] };
}
