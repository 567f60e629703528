/** The map: projections, layers and what a hand can do to them. It shows what it is given and tells what happened. */

import { defaults as defaultControls } from 'ol/control/defaults.js';
import ScaleLine from 'ol/control/ScaleLine.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { GeoBounds } from '../../meshes/geo-bounds.ts';
import type { MapPlace } from '../state/link.ts';
import type { UnitSystem } from '../units.ts';
import { AlertLayer } from './alert-layer.ts';
import { ArrowLayer, type Flow } from './arrow-layer.ts';
import { compass } from './compass.ts';
import { dragPlaces, placeAt, reachOf } from './drag-places.ts';
import { type Covered, centreOn, fitBeside, fitView, middleOf, seesAll } from './fit-view.ts';
import { GraticuleLayer } from './graticule.ts';
import { GraticuleLabels } from './graticule-labels.ts';
import { IceChartLayer } from './ice-chart-layer.ts';
import { LandLayer } from './land.ts';
import { LineLayer } from './line-layer.ts';
import { LineNames } from './line-names.ts';
import { LineTool, type LineToolEvents } from './line-tool.ts';
import { type Held, MarkerLayer } from './marker-layer.ts';
import { beyond, CARDS, CORNER, overMap, PANELS } from './over-map.ts';
import { LINES, type LineName, type MapPalette } from './palette.ts';
import { northUp, type ProjectionName, project, unproject } from './projections.ts';
import { ReachLayer } from './reach-layer.ts';
import { seaGeometry } from './sea-geometry.ts';
import { SeaLayer } from './sea-layer.ts';
import { type Shape, ShapeEditor } from './shape-editor.ts';
import { SpreadLayer } from './spread-layer.ts';
import { viewOf } from './view-of.ts';
import { WatchLayer } from './watch-layer.ts';
import { type DrawnWork, WorkLayer } from './work-layer.ts';
import { ZoneLayer } from './zone-layer.ts';

export interface MapEvents {
  onClick(point: LatLon): void;
  /** The pointer is at a point, and on a line where there is one. */
  onPointer(point: LatLon | null, line: LineName | null): void;
  onDrag(held: Held, point: LatLon): void;
  onDragged(held: Held): void;
  /** A calculated route was grabbed and is pulled: what the hand holds from now on. */
  onPull(line: LineName, at: LatLon): Held | null;
  /** A stop was clicked, with Alt or without. */
  onStop(name: string, isAlt: boolean): void;
  onMoved(place: MapPlace): void;
  /** A vertex of one's own route, or of the zone that is edited, is being moved, or was moved, added or deleted. */
  onShape(which: 'own' | 'zone', shape: Shape, isMoving: boolean): void;
  /** The pin of some alerts was clicked, the heaviest first. */
  onAlerts(ids: readonly string[]): void;
}

const LINE_REACH_PX = 8;

export class ChartMap {
  readonly olMap: OlMap;
  readonly sea: SeaLayer;
  readonly land: LandLayer;
  readonly lines = new LineLayer();
  readonly lineNames = new LineNames();
  readonly iceChart = new IceChartLayer();
  readonly reach = new ReachLayer();
  readonly zones = new ZoneLayer();
  readonly works = new WorkLayer();
  readonly spread = new SpreadLayer();
  readonly arrows = new ArrowLayer();
  readonly watch = new WatchLayer();
  readonly markers = new MarkerLayer();
  readonly alerts = new AlertLayer();
  readonly lineTool: LineTool;
  readonly own: ShapeEditor;
  /** Of the zone that is edited. */
  readonly zone: ShapeEditor;
  readonly #graticule: GraticuleLayer;
  readonly graticuleLabels: GraticuleLabels;
  readonly #scaleLine = new ScaleLine({ units: 'nautical' });
  readonly #events: MapEvents;
  readonly #target: HTMLElement;
  /** What panel and drawer cover of the map, pixels. */
  covered: Covered = { left: 0, top: 0, right: 0, bottom: 0 };
  #projection: ProjectionName = 'south';

  /** @throws Error where the browser has no WebGL 2 */
  constructor(target: HTMLElement, palette: MapPalette, events: MapEvents) {
    this.#events = events;
    this.#target = target;
    this.sea = new SeaLayer();
    this.land = new LandLayer(palette);
    this.#graticule = new GraticuleLayer(palette);
    this.graticuleLabels = new GraticuleLabels(palette);
    const editor = (which: 'own' | 'zone', colour: string) =>
      new ShapeEditor(colour, {
        onMoving: (shape) => events.onShape(which, shape, true),
        onEdited: (shape) => events.onShape(which, shape, false),
        isBusy: () => this.lineTool.isActive,
      });
    this.own = editor('own', LINES.own.colour);
    this.zone = editor('zone', '#8c1d18');
    const {
      sea,
      land,
      iceChart,
      reach,
      zones,
      works,
      spread,
      lines,
      lineNames,
      watch,
      own,
      zone,
      markers,
      alerts,
    } = this;
    const overlays = [
      this.arrows,
      iceChart,
      reach,
      zones,
      works,
      spread,
      lines,
      lineNames,
      watch,
      own.layer,
      zone.layer,
      markers,
      alerts,
    ];
    this.olMap = new OlMap({
      target,
      layers: [sea, land, this.#graticule, this.graticuleLabels, ...overlays],
      controls: defaultControls({ attribution: false, rotate: false, zoom: true }).extend([
        this.#scaleLine,
        compass((view) =>
          northUp(this.#projection, unproject(this.#projection, middleOf(view, this.covered)).lon),
        ),
      ]),
      // two quick clicks set the two ends: they must not zoom
      interactions: defaultInteractions({ onFocusOnly: false, doubleClickZoom: false }),
      view: viewOf('south'),
    });
    this.lineTool = new LineTool(this.olMap);
    for (const { modify } of [own, zone]) this.olMap.addInteraction(modify);
    this.#listen();
    this.setPalette(palette);
    this.#setLayers('south');
  }

  get projection(): ProjectionName {
    return this.#projection;
  }

  setPalette(palette: MapPalette): void {
    for (const layer of [...this.#drawn, this.graticuleLabels, this.arrows]) layer.setPalette(palette);
    this.#target.style.backgroundColor = palette.water;
  }

  setUnits(units: UnitSystem): void {
    this.#scaleLine.setUnits(units === 'nautical' ? 'nautical' : 'metric');
  }

  /** Changes the projection and keeps looking at the same place, as far as the new view shows it. */
  setProjection(name: ProjectionName): void {
    if (name === this.#projection) return;
    const { lat, lon, zoom } = this.place();
    const visible = name === 'south' ? Math.min(lat, -50) : name === 'north' ? Math.max(lat, 50) : lat;
    this.show({ lat: visible, lon, zoom, projection: name });
  }

  /** Where the map looks. */
  place(): MapPlace {
    const view = this.olMap.getView();
    const { lat, lon } = unproject(this.#projection, view.getCenter()!);
    return { lat, lon, zoom: view.getZoom()!, projection: this.#projection };
  }

  show({ lat, lon, zoom, projection }: MapPlace): void {
    this.#use(projection);
    const view = this.olMap.getView();
    view.setCenter(project(projection, lon, lat));
    view.setZoom(zoom);
    view.setRotation(northUp(projection, lon));
  }

  /** Where a point is on the screen, pixels from the map's corner; null where it can't be shown. */
  pixelOf({ lat, lon }: LatLon): [number, number] | null {
    return this.olMap.getPixelFromCoordinate(project(this.#projection, lon, lat)) as [number, number] | null;
  }

  /** Shows an extent, north up at its middle. */
  fit(bounds: GeoBounds, projection: ProjectionName): void {
    this.#use(projection);
    fitView(this.olMap.getView(), bounds, projection, this.#size, this.covered);
  }

  /** Shows all of some points, north up at their middle; a single one is put at the middle as it is. */
  fitPoints(points: readonly LatLon[]): void {
    const cards = overMap(this.#target, CORNER);
    fitBeside(this.olMap.getView(), points, this.#projection, this.#size, this.covered, cards);
  }

  /** Whether all of some points are seen, and nothing covers them; the legend may, unless that is asked too. */
  sees(points: readonly LatLon[], isBesideLegend = true): boolean {
    const cards = isBesideLegend ? overMap(this.#target, CORNER) : [];
    return seesAll(this.olMap.getView(), points, this.#projection, this.#size, this.covered, cards);
  }

  get #size(): [width: number, height: number] {
    return (this.olMap.getSize() as [number, number] | undefined) ?? [1000, 700];
  }

  /** Puts a place at the middle of what is not covered. */
  lookAt({ lat, lon }: LatLon): void {
    centreOn(this.olMap.getView(), project(this.#projection, lon, lat), this.covered);
  }

  /** Names places, lines, and meridians and parallels at the edge of what is seen; after a move, and when what covers the map changes. */
  writeNames(): void {
    const cards = overMap(this.#target, CARDS);
    const beside = [...cards, ...overMap(this.#target, PANELS), ...beyond(this.#size)];
    const covers = () => [...beside, ...this.works.texts];
    this.markers.keepOff(covers); // names of places come first
    this.lineNames.keepOff(() => [...covers(), ...this.markers.names, ...this.markers.marks]);
    const taken = [...cards, ...this.markers.names, ...this.lineNames.boxes];
    this.graticuleLabels.update(this.olMap, this.#projection, this.covered, taken);
  }

  /** Lines and boxes that are stops; names of places keep off what is written at them. */
  setWorks(works: readonly DrawnWork[]): void {
    this.works.setWorks(works);
    this.markers.layOutNames();
  }

  /** Current or wind of a mesh as arrows; null for none. */
  setFlow(mesh: Mesh | null, flow: Flow | null): void {
    this.arrows.setFlow(mesh, flow);
    this.arrows.layOut(this.olMap, this.#projection);
  }

  /** Lets a line or an area be drawn. */
  startDrawing(events: LineToolEvents, type: 'LineString' | 'Polygon' = 'LineString'): void {
    this.lineTool.start(this.#projection, events, type);
  }

  #lineAt(event: MapBrowserEvent, isWanted: (line: LineName) => boolean = () => true): LineName | null {
    const line = this.olMap.forEachFeatureAtPixel(
      event.pixel,
      (each) => (isWanted(each.get('line')) ? (each.get('line') as LineName) : undefined),
      { layerFilter: (layer) => layer === this.lines, hitTolerance: reachOf(event, LINE_REACH_PX) },
    );
    return line ?? null;
  }

  /** Whether a calculated route is under the pointer, and no vertex that can be grabbed. */
  #canPull(event: MapBrowserEvent): boolean {
    const hitTolerance = reachOf(event, LINE_REACH_PX);
    const layerFilter = (layer: unknown) => layer === this.own.layer || layer === this.zone.layer;
    const isVertex = this.olMap.hasFeatureAtPixel(event.pixel, { layerFilter, hitTolerance });
    return !this.lineTool.isActive && !isVertex && this.#lineAt(event, isCalculated) !== null;
  }

  /** Shows cells without values, by their bounds: for those who measure how fast the map is. */
  showCells(bounds: Float64Array): void {
    const cellCount = bounds.length / 4;
    this.sea.setFills(Uint8Array.from(bounds, (_, i) => (i % 4 === 3 ? 255 : (i * 37) % 256)));
    this.sea.setSea(seaGeometry({ bounds, cellCount }, this.#projection));
  }

  #use(name: ProjectionName): void {
    if (name === this.#projection) return;
    this.#projection = name;
    this.olMap.setView(viewOf(name));
    this.#setLayers(name);
  }

  #setLayers(name: ProjectionName): void {
    for (const layer of this.#drawn) layer.setProjection(name);
  }

  /** What is drawn for a light and a projection. */
  get #drawn() {
    return [
      this.land,
      this.#graticule,
      this.iceChart,
      this.reach,
      this.zones,
      this.works,
      this.spread,
      this.lines,
      this.lineNames,
      this.watch,
      this.markers,
      this.alerts,
      this.own,
      this.zone,
    ];
  }

  /** Tells what is under the pointer; once a frame, because looking for it takes a moment. */
  #pointAt(event: MapBrowserEvent): void {
    const canGrab = !this.lineTool.isActive && (placeAt(this.markers, event) || this.#canPull(event));
    this.#target.classList.toggle('can-grab', !!canGrab);
    this.#events.onPointer(unproject(this.#projection, event.coordinate), this.#lineAt(event));
  }

  #listen(): void {
    const at = (event: MapBrowserEvent) => unproject(this.#projection, event.coordinate);
    const { olMap, markers } = this;
    olMap.addInteraction(
      dragPlaces(markers, (event) => this.#canPull(event), {
        onPull: (event) => this.#events.onPull(this.#lineAt(event, isCalculated)!, at(event)),
        onMove: (held, coordinate) => this.#events.onDrag(held, unproject(this.#projection, coordinate)),
        onRelease: (held, moved) => moved && this.#events.onDragged(held),
      }),
    );
    olMap.on('click', (event) => {
      if (this.lineTool.takes(event)) return;
      const place = placeAt(markers, event);
      if (place) {
        const { altKey } = event.originalEvent as PointerEvent;
        if ('stop' in place.held) this.#events.onStop(place.held.stop, altKey);
        return;
      }
      const alerts = this.alerts.alertsAt(event);
      if (alerts.length > 0) {
        this.#events.onAlerts(alerts);
        return;
      }
      this.#events.onClick(markers.locationAt(event) ?? at(event));
    });
    let latest: MapBrowserEvent | null = null;
    olMap.on('pointermove', (event) => {
      if (event.dragging) return;
      if (!latest) {
        requestAnimationFrame(() => {
          this.#pointAt(latest!);
          latest = null;
        });
      }
      latest = event;
    });
    this.#target.addEventListener('pointerleave', () => this.#events.onPointer(null, null));
    olMap.on('moveend', () => {
      this.writeNames();
      this.arrows.layOut(this.olMap, this.#projection);
      this.#events.onMoved(this.place());
    });
  }
}

/** A line that the engine or the service found, so that it can be pulled to a stop. */
const isCalculated = (line: LineName): boolean => line !== 'greatCircle' && line !== 'own';
