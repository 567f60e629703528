import type { Coordinate } from 'ol/coordinate.js';
import PointerInteraction from 'ol/interaction/Pointer.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { EndName } from '../state/state.ts';
import type { MarkerLayer } from './marker-layer.ts';

export interface DragEvents {
  onMove(which: EndName, coordinate: Coordinate): void;
  onRelease(which: EndName, moved: boolean): void;
}

const MOUSE_REACH_PX = 4;
const TOUCH_REACH_PX = 14;

/** Lets the ends be dragged. The pointer holds them where it took hold of them. */
export function dragEnds(markers: MarkerLayer, { onMove, onRelease }: DragEvents): PointerInteraction {
  let held: { which: EndName; offset: [number, number]; moved: boolean } | null = null;
  return new PointerInteraction({
    handleDownEvent: (event) => {
      const hit = endAt(markers, event);
      if (!hit) return false;
      held = { which: hit.which, offset: hit.offset, moved: false };
      return true;
    },
    handleDragEvent: (event) => {
      if (!held) return;
      held.moved = true;
      onMove(held.which, [event.coordinate[0]! + held.offset[0], event.coordinate[1]! + held.offset[1]]);
    },
    handleUpEvent: () => {
      if (held) onRelease(held.which, held.moved);
      held = null;
      return false;
    },
  });
}

/** The end under the pointer, and how far its point is from the pointer. */
export function endAt(
  markers: MarkerLayer,
  event: MapBrowserEvent,
): { which: EndName; offset: [number, number] } | null {
  const { pointerType } = event.originalEvent as PointerEvent;
  const hitTolerance = pointerType === 'touch' ? TOUCH_REACH_PX : MOUSE_REACH_PX;
  const feature = event.map.forEachFeatureAtPixel(
    event.pixel,
    (each) => (each.get('end') ? each : undefined),
    { layerFilter: (layer) => layer === markers, hitTolerance },
  );
  if (!feature) return null;
  const [x, y] = feature.getGeometry()!.getExtent() as number[];
  return { which: feature.get('end'), offset: [x! - event.coordinate[0]!, y! - event.coordinate[1]!] };
}
