/** What the rest of the page asks of the map: tools that draw, places to look at. */
import { computed, effect, untracked } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { addWork } from '../state/edit-stops.ts';
import type { MapPlace } from '../state/link.ts';
import { drawingZone } from '../state/plan-zones.ts';
import { showOwn } from '../state/session.ts';
import * as state from '../state/state.ts';
import { drawingWork, stops } from '../state/stops.ts';
import { addBorder } from '../state/zones.ts';
import { boundsOf } from './bounds-of.ts';
import type { ChartMap } from './chart-map.ts';
import { measure } from './measure.ts';
import { latitudeRange, suitableProjection } from './projections.ts';

/** Width of the buttons that zoom, at the right of the map. */
const ZOOM_PX = 40;

/** Drawing a route of one's own or a zone, and measuring: one at a time. */
export function followTools(map: ChartMap): void {
  effect(() => {
    if (!state.drawingOwn.value) return;
    map.startDrawing({
      onDone: (waypoints) => {
        state.drawingOwn.value = false;
        showOwn({ name: 'Drawn route', waypoints });
      },
    });
    return () => map.lineTool.stop();
  });
  effect(() => {
    if (!drawingZone.value) return;
    map.startDrawing({ onDone: addBorder }, 'Polygon');
    return () => map.lineTool.stop();
  });
  effect(() => {
    const kind = drawingWork.value;
    if (!kind) return;
    map.startDrawing(
      { onDone: (points) => addWork(kind, points) },
      kind === 'line' ? 'LineString' : 'Polygon',
    );
    return () => map.lineTool.stop();
  });
  effect(() => {
    if (state.finishAsked.value === 0) return;
    map.lineTool.finish();
    state.drawingOwn.value = false;
    drawingZone.value = false;
    drawingWork.value = null;
  });
  effect(() => {
    if (state.pointAsked.value > 0) untracked(() => map.lineTool.addMiddle());
  });
  effect(() => {
    if (state.pointBackAsked.value > 0) untracked(() => map.lineTool.removeLast());
  });
  effect(() => {
    if (!state.measuring.value) return;
    const show = (points: Parameters<typeof measure>[0]) => {
      state.measured.value = measure(points);
    };
    map.startDrawing({ onChange: show, onDone: show });
    return () => {
      map.lineTool.stop();
      state.measured.value = null;
    };
  });
}

/**
 * Goes where the rest of the page asks it to.
 *
 * @param hasPlace whether a link says where it looks at first
 */
export function followLooks(map: ChartMap, hasPlace: boolean): void {
  const measureCovered = () => {
    map.covered = coveredBy(document);
  };
  /** A route that was seen whole is seen whole beside the sheet too, until that is folded again. */
  let beside: { readonly before: MapPlace; readonly after: MapPlace } | null = null;
  // not for each route that follows the hand
  const hasRoute = computed(() => state.chosenRoute.value !== null);
  let hadRoute = hasPlace; // the place of a link is kept
  let wasOpen = state.panelOpen.peek();
  // after the page has been laid out anew
  effect(() => {
    state.panelOpen.value;
    state.drawerOpen.value;
    state.isNarrow.value;
    hasRoute.value;
    state.locations.value; // the names of the grid keep off theirs
    requestAnimationFrame(() => {
      const points = shownPoints();
      const isFirst = hasRoute.peek() && !hadRoute;
      hadRoute = hasRoute.peek();
      const isNarrow = state.isNarrow.peek();
      const isOpened = isNarrow && state.panelOpen.peek() !== wasOpen;
      wasOpen = state.panelOpen.peek();
      // the drawer that opens with the first route may cover a part of it
      const hasAll =
        points.length > 1 && (isFirst || isOpened) && map.sees(isFirst ? setEnds() : points, false);
      measureCovered();
      if (!state.panelOpen.peek() && JSON.stringify(map.place()) === JSON.stringify(beside?.after)) {
        map.show(beside!.before);
        beside = null;
      } else if (hasAll && !map.sees(points) && !state.dragging.peek()) {
        const before = map.place();
        map.fitPoints(points);
        if (isNarrow) beside = { before, after: map.place() };
      }
      map.writeNames();
    });
  });
  effect(() => {
    const place = state.lookAt.value;
    if (!place) return;
    measureCovered();
    map.lookAt(place);
    state.lookAt.value = null;
  });
  effect(() => {
    const places = state.lookAtAll.value;
    if (!places) return;
    state.lookAtAll.value = null;
    // after the page has been laid out anew: the legend says what they are, the panel may be folded
    requestAnimationFrame(() => {
      measureCovered();
      fitAll(map, places);
    });
  });
  effect(() => {
    if (state.fitAsked.value === 0) return;
    untracked(() => {
      measureCovered();
      map.fitPoints(shownPoints());
    });
  });
  effect(() => {
    if (!state.placeTyped.value) return;
    const places = typedPlaces();
    if (!places) return; // the route is awaited
    state.placeTyped.value = false;
    // after the page has been laid out anew: the drawer opens with the first route
    requestAnimationFrame(() => {
      measureCovered();
      showAll(map, places);
    });
  });
}

/** What is to be seen of a plan that was typed: its places, and the route once both ends are set; null while that is awaited. */
function typedPlaces(): LatLon[] | null {
  if (state.dragging.value) return []; // the hand is on the map: it stays where it is
  const [start, end] = [state.start.value, state.end.value];
  const ends = [...setEnds(), ...stops.value];
  if (!start || !end) return ends;
  const { value: preview } = state.preview;
  if (preview && isAt(preview.start, start) && isAt(preview.end, end)) {
    const ofRoutes = preview.routes.flatMap(({ coordinates }) => coordinates);
    return [...ends, ...ofRoutes.map(([lon, lat]) => ({ lat, lon }))];
  }
  return state.previewProblem.value === null ? null : ends;
}

const isAt = ({ requested }: state.Preview['start'], { lat, lon }: LatLon): boolean =>
  requested.lat === lat && requested.lon === lon;

/** Looks at places unless all of them are seen. */
function showAll(map: ChartMap, places: readonly LatLon[]): void {
  const isWithin = hasPlaces(map, places);
  if (places.length === 0 || (isWithin && map.sees(places))) return;
  if (places.length > 1) fitAll(map, places);
  else if (isWithin) map.lookAt(places[0]!);
}

/** In another projection where this one ends before them. */
function fitAll(map: ChartMap, places: readonly LatLon[]): void {
  if (!hasPlaces(map, places)) state.projection.value = suitableProjection(boundsOf(places));
  map.fitPoints(places);
}

/** Whether they lie in the projection of the map. */
function hasPlaces({ projection }: ChartMap, places: readonly LatLon[]): boolean {
  const [least, greatest] = latitudeRange(projection);
  return places.every(({ lat }) => lat >= least && lat <= greatest);
}

/** What the panel and the drawer, on a narrow screen the sheet, cover of the map, pixels. */
export function coveredBy(page: Document): ChartMap['covered'] {
  const isWide = !state.isNarrow.peek();
  const [panel, drawer] = ['.panel', '.drawer'].map((part) => page.querySelector<HTMLElement>(part));
  return isWide
    ? {
        left: state.panelOpen.peek() ? (panel?.offsetWidth ?? 0) + 12 : 0,
        top: 0,
        right: ZOOM_PX,
        bottom: drawer ? drawer.offsetHeight + 12 : 0,
      }
    : {
        left: 0,
        top: 64,
        right: ZOOM_PX,
        bottom: panel?.offsetHeight ?? 0,
      };
}

const setEnds = (): LatLon[] => [state.start.peek(), state.end.peek()].filter((end) => end !== null);

function shownPoints(): LatLon[] {
  const ofLines = state.lines
    .peek()
    .flatMap(({ coordinates }) => coordinates.map(([lon, lat]) => ({ lat, lon })));
  return [...setEnds(), ...ofLines];
}
