/** Binds the map to the state: what changes there is drawn, what a hand does here changes it. */
import { batch, effect, signal, untracked } from '@preact/signals';
import { haversineNm, type LatLon } from '../../engine/geometry/sphere.ts';
import type { Zone } from '../../zones/zone.ts';
import { isFinger } from '../click-words.ts';
import { alerts } from '../state/alerts.ts';
import { pointAt } from '../state/along-route.ts';
import { drawnWorks } from '../state/drawn-works.ts';
import {
  addStopAt,
  commitStops,
  moveStop,
  pullStop,
  releaseOrder,
  sailedStops,
  showStop,
} from '../state/edit-stops.ts';
import { reportError, say } from '../state/notices.ts';
import { editedZone, ownZones, shownZones } from '../state/plan-zones.ts';
import { endDragging } from '../state/planning.ts';
import { reach } from '../state/reach.ts';
import { reachMeasure, reachShown, ships } from '../state/reach-part.ts';
import { commitEnds, setEnd, showOwn } from '../state/session.ts';
import { shipHere } from '../state/ship-here.ts';
import { shownWatch } from '../state/shown-watch.ts';
import { shownSpread } from '../state/spread.ts';
import * as state from '../state/state.ts';
import { stops } from '../state/stops.ts';
import { moment } from '../state/timeline.ts';
import { arrows, routeColours } from '../state/view.ts';
import { givePlace } from '../state/wanted-place.ts';
import { outOfSeason } from '../state/zone-seasons.ts';
import { changeZone } from '../state/zones.ts';
import { withoutStop } from '../stops/stop-list.ts';
import { ChartMap } from './chart-map.ts';
import { coveredBy, followLooks, followTools } from './follow.ts';
import { loadLand } from './load-land.ts';
import type { Held, Markers } from './marker-layer.ts';
import { type LineName, PALETTES } from './palette.ts';
import { suitableProjection } from './projections.ts';
import { fillsOf } from './sea-fields.ts';
import { seaGeometry } from './sea-geometry.ts';
import type { Shape } from './shape-editor.ts';
import { shownLines } from './shown-lines.ts';

/** Height of the drawer, pixels. */
const drawerHeight = (): number =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--drawer-height'), 10);

/** The alert whose pin was clicked last. */
let shownAlert = '';

/** @throws Error where the browser has no WebGL 2 */
export function connectMap(target: HTMLElement, hasPlace: boolean): ChartMap {
  const map = new ChartMap(target, PALETTES[state.theme.peek()], {
    onClick: placeEnd,
    onPointer: pointAtMap,
    onDrag: (held, point) => {
      state.dragging.value = true;
      if ('end' in held) setEnd(held.end, rounded(point));
      else moveStop(held.stop, rounded(point));
    },
    onDragged: (held) => {
      endDragging();
      if ('end' in held) commitEnds();
      else releaseOrder();
    },
    onPull: pullRoute,
    onStop: (name, isAlt) => {
      if (isAlt) commitStops(withoutStop(stops.peek(), name));
      else showStop(name);
    },
    onMoved: (place) => {
      state.place.value = place;
      state.tapped.value = null;
    },
    onShape: shapeEdited,
    onAlerts: (ids) => {
      state.panelTab.value = 'route';
      state.panelOpen.value = true;
      // one after the other, where a pin stands for several
      const next = ids[(ids.indexOf(shownAlert) + 1) % ids.length]!;
      shownAlert = next;
      requestAnimationFrame(() => document.getElementById(`alert-${next}`)?.focus());
    },
  });
  effect(() => map.setPalette(PALETTES[state.theme.value]));
  effect(() => map.setUnits(state.units.value));
  effect(() => map.setProjection(state.projection.value));
  followTools(map);
  followLooks(map, hasPlace);
  effect(() => {
    const own = state.ownWaypoints.value;
    map.own.setShape(own && { type: 'LineString', coordinates: own.waypoints });
  });
  effect(() => map.zone.setShape(ownZones.value[editedZone.value ?? -1]?.geometry ?? null));
  const areas = signal<Markers['areas']>([]);
  effect(() => {
    map.zones.setZones(shownZones.value, outOfSeason.value);
    areas.value = map.zones.names();
  });
  showSea(map, hasPlace);
  effect(() => {
    map.lines.setLines(shownLines(), state.chosenRoute.value?.line ?? null);
    map.lineNames.setLines(shownLines());
  });
  effect(() => map.lines.setColours(routeColours.value));
  effect(() => map.setFlow(state.shownSea.value?.mesh ?? null, arrows.value));
  effect(() => map.iceChart.setChart(state.sea.value?.chart ?? null));
  effect(() => map.setWorks(drawnWorks.value));
  effect(() => map.reach.setAreas(reach.value));
  effect(() => map.spread.setSpread(shownSpread.value));
  effect(() => map.watch.setWatch(shownWatch.value));
  effect(() => map.markers.setMarkers({ ...shownMarkers(), areas: areas.value }));
  effect(() => map.alerts.setAlerts(alerts.value));
  loadLand(map).catch(reportError);
  return map;
}

/** A click sets the end that is missing: first the start, then the end, which sends the request. */
function placeEnd(clicked: state.RouteEnd): void {
  const point = clicked.name ? clicked : rounded(clicked);
  if (givePlace(point)) return;
  if (!state.start.peek()) setEnd('start', point);
  else if (!state.end.peek()) {
    setEnd('end', point);
    commitEnds();
  } else {
    if (isFinger.peek()) state.tapped.value = point;
    say('info', 'Both ends are set. Drag A or B to move it, pull the route to a stop, or:', {
      label: 'Stop here',
      run: () => addStopAt(point),
    });
  }
}

function shapeEdited(which: 'own' | 'zone', shape: Shape, isMoving: boolean): void {
  if (which === 'own') {
    const own = {
      name: 'Drawn route',
      // its stays are at the waypoints that are where they were
      ...state.ownWaypoints.peek(),
      waypoints: shape.coordinates as state.OwnWaypoints['waypoints'],
    };
    if (isMoving) state.ownWaypoints.value = own;
    else showOwn(own);
  } else if (editedZone.peek() !== null) {
    changeZone(editedZone.peek()!, { geometry: shape as Zone['geometry'] }, isMoving);
  }
}

/** The hand pulls a route: a stop begins there. */
function pullRoute(line: LineName, at: LatLon): Held | null {
  const route = state.lines.peek().find((each) => each.line === line);
  if (!route) return null;
  state.dragging.value = true;
  state.chosenLine.value = line;
  const metres = metresAlong(line, at);
  const passed = route.stops?.slice(0, -1).filter(({ vertex }) => route.distanceM[vertex]! < metres).length;
  const stop = pullStop(Math.max(1, passed ?? 1), rounded(at));
  return stop === null ? null : { stop };
}

/** A hand is no more exact than a metre. */
function rounded({ lat, lon }: LatLon): LatLon {
  return { lat: Number(lat.toFixed(5)), lon: Number(lon.toFixed(5)) };
}

function showSea(map: ChartMap, hasPlace: boolean): void {
  let fitted = hasPlace;
  effect(() => {
    const sea = state.sea.value;
    if (!sea || fitted) return;
    fitted = true;
    const projection = suitableProjection(sea.summary.bounds);
    state.projection.value = projection;
    const covered = coveredBy(document);
    const ends = [state.start.peek(), state.end.peek()].filter((end) => end !== null);
    // the drawer opens with the first route
    const hasDrawer = ends.length === 2 && !state.isNarrow.peek();
    map.covered = hasDrawer ? { ...covered, bottom: drawerHeight() } : covered;
    if (ends.length === 2) untracked(() => map.show({ ...map.place(), projection }));
    if (ends.length === 2) map.fitPoints(ends);
    else map.fit(sea.summary.bounds, projection);
    map.covered = covered;
  });
  effect(() => {
    const sea = state.shownSea.value;
    map.sea.setSea(sea && seaGeometry(sea.mesh, state.projection.value));
  });
  effect(() => {
    const sea = state.shownSea.value;
    if (sea) map.sea.setFills(fillsOf(state.field.value, sea.mesh, state.domain.value, state.theme.value));
  });
}

function shownMarkers() {
  const preview = state.preview.value;
  const pointed = state.pointed.value;
  const route = pointed && state.lines.value.find(({ line }) => line === pointed.line);
  return {
    start: state.start.value,
    end: state.end.value,
    stops: sailedStops.value,
    moved: preview
      ? [preview.start, preview.end]
          .filter(({ movedNm }) => movedNm > 0)
          .map(({ requested, used }) => ({ from: requested, to: used }))
          .concat(movedStops())
      : [],
    locations: state.locations.value,
    ships: reachShown.value && reachMeasure.value !== 'percent' ? ships.value : [],
    alerts: alerts.value.map(({ place }) => place),
    pointed: route ? pointAt(route, pointed.metres) : state.tapped.value,
    underWay: shipHere.value?.place ?? moment.value?.place ?? null,
  };
}

/** The stops that were moved to open water on the shown route. */
function movedStops(): { from: LatLon; to: LatLon }[] {
  const calls = state.chosenRoute.value?.stops?.slice(1, -1) ?? [];
  return calls
    .filter(({ moved_nm }) => moved_nm > 0)
    .map(({ requested, lat, lon }) => ({ from: requested, to: { lat, lon } }));
}

/** The pointer moved on the map: the readout follows it, and on a line the profile does. */
function pointAtMap(point: LatLon | null, line: LineName | null): void {
  batch(() => {
    state.underPointer.value = point;
    if (point && line) state.pointed.value = { line, metres: metresAlong(line, point), from: 'map' };
    else if (state.pointed.peek()?.from === 'map') state.pointed.value = null;
  });
}

/** The place on a line that is nearest to a point, metres from its beginning. */
function metresAlong(line: LineName, point: LatLon): number {
  const route = state.lines.peek().find((each) => each.line === line);
  if (!route) return 0;
  let nearest = 0;
  let least = Infinity;
  route.coordinates.forEach(([lon, lat], i) => {
    const distance = haversineNm(point, { lat, lon });
    if (distance < least) [least, nearest] = [distance, route.distanceM[i]!];
  });
  return nearest;
}
