/** The vertices of a line or an area: each can be dragged, an edge pulled into a new one; a double click, or one with Alt, deletes one. */
import { altKeyOnly, doubleClick, primaryAction, singleClick } from 'ol/events/condition.js';
import Feature, { type FeatureLike } from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Polygon from 'ol/geom/Polygon.js';
import Modify from 'ol/interaction/Modify.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { MapPalette } from './palette.ts';
import { type ProjectionName, project, unproject } from './projections.ts';
import { drawUpright, UprightLayer } from './upright-layer.ts';

/** GeoJSON, longitude and latitude. */
export interface Shape {
  readonly type: 'LineString' | 'Polygon' | 'MultiPolygon';
  readonly coordinates: unknown;
}

type Nested = readonly number[] | readonly Nested[];

export interface ShapeEvents {
  /** A vertex is being moved. */
  onMoving(shape: Shape): void;
  /** The hand has let go. */
  onEdited(shape: Shape): void;
  /** Whether something else is being drawn or measured. */
  isBusy(): boolean;
}

/** A hand is no more exact than a metre. */
const DECIMALS = 5;
/** Fingers need more room. */
const REACH_PX = 14;
/** A finger has no Alt. */
const deletes = (event: MapBrowserEvent): boolean =>
  doubleClick(event) || (altKeyOnly(event) && singleClick(event));

export class ShapeEditor {
  readonly layer: UprightLayer;
  readonly modify: Modify;
  readonly #colour: string;
  #projection: ProjectionName = 'mercator';
  #shape: Shape | null = null;
  #isMoving = false;
  /** Positions of vertices that no hand has moved, by where they are drawn: projecting back would change them a little. */
  #exact = new Map<string, readonly number[]>();

  constructor(colour: string, { onMoving, onEdited, isBusy }: ShapeEvents) {
    const source = new VectorSource();
    this.layer = new UprightLayer({
      source,
      zIndex: 7,
      updateWhileInteracting: true,
    });
    this.#colour = colour;
    this.modify = new Modify({
      source,
      condition: (event) => primaryAction(event) && !isBusy(),
      deleteCondition: deletes,
      pixelTolerance: REACH_PX,
    });
    drawUpright(this.modify.getOverlay());
    this.modify.on('modifystart', ({ features }) => {
      this.#isMoving = true;
      const geometry = features.item(0).getGeometry()!;
      geometry.on('change', () => this.#isMoving && onMoving(this.#read(geometry)));
    });
    this.modify.on('modifyend', ({ features }) => {
      this.#isMoving = false;
      onEdited(this.#read(features.item(0).getGeometry()!));
    });
  }

  setPalette({ marks }: MapPalette): void {
    const image = new CircleStyle({
      radius: 5,
      fill: new Fill({ color: marks.ink }),
      stroke: new Stroke({ color: this.#colour, width: 2 }),
    });
    const geometry = (feature: FeatureLike) => new MultiPoint(verticesOf(feature.getGeometry() as Geometry));
    this.layer.setStyle(new Style({ image, geometry }));
  }

  setProjection(name: ProjectionName): void {
    this.#projection = name;
    this.#draw();
  }

  /** While a vertex is moved the shape is the hand's. */
  setShape(shape: Shape | null): void {
    this.#shape = shape;
    if (!this.#isMoving) this.#draw();
  }

  #draw(): void {
    const source = this.layer.getSource()!;
    source.clear(); // not the fast way, which the interaction does not hear of
    this.#exact.clear();
    this.modify.getOverlay().setVisible(this.#shape !== null); // else an empty canvas is drawn in each frame
    if (!this.#shape) return;
    const { type, coordinates } = this.#shape;
    const projected = mapped(coordinates as Nested, ([lon, lat]) => {
      const at = project(this.#projection, lon!, lat!);
      this.#exact.set(at.join(), [lon!, lat!]);
      return at;
    }) as never;
    const Kind = { LineString, Polygon, MultiPolygon }[type];
    source.addFeature(new Feature(new Kind(projected)));
  }

  #read(geometry: Geometry): Shape {
    const drawn = (geometry as Polygon).getCoordinates() as Nested;
    const coordinates = mapped(drawn, (at) => {
      const exact = this.#exact.get([at[0], at[1]].join());
      if (exact) return exact;
      const { lat, lon } = unproject(this.#projection, at);
      return [lon, lat].map((degrees) => Number(degrees.toFixed(DECIMALS)));
    });
    return { type: geometry.getType() as Shape['type'], coordinates };
  }
}

/** Nested positions, each changed. */
function mapped(nested: Nested, change: (position: readonly number[]) => readonly number[]): Nested {
  return typeof nested[0] === 'number'
    ? change(nested as readonly number[])
    : (nested as readonly Nested[]).map((part) => mapped(part, change));
}

function verticesOf(geometry: Geometry): number[][] {
  const nested = (geometry as Polygon).getCoordinates() as unknown;
  if (geometry instanceof LineString) return nested as number[][];
  if (geometry instanceof Polygon) return (nested as number[][][]).flat();
  return (nested as number[][][][]).flat(2);
}
