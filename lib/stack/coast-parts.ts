/** The coast of world-atlas in the parts that the page loads one after the other. */
import type { GeometryCollection, MultiPolygon, Topology } from 'topojson-specification';

type Land = Topology<{ land: GeometryCollection }>;

export const COAST_PARTS = ['south', 'other'] as const;
export type CoastPart = (typeof COAST_PARTS)[number];

/** Land that lies wholly beyond it is `south`: Antarctica and the islands around it, an eighth of all points. */
const SOUTH_BEYOND_DEGREES = -30;

/**
 * A topology with an object for each part that is wanted, without the arcs of the others.
 *
 * @param text a TopoJSON file with the object `land`
 */
export function coastParts(text: string, wanted: readonly CoastPart[]): string {
  const { arcs, transform, objects } = JSON.parse(text) as Land;
  const { scale, translate } = transform!;
  const northOf = (arc: number): number => {
    let [y, greatest] = [0, -Infinity];
    for (const [, step] of arcs[arc]!) {
      y += step!;
      greatest = Math.max(greatest, y);
    }
    return greatest * scale[1] + translate[1];
  };
  const partOf = ([outer]: number[][]): CoastPart =>
    outer!.every((arc) => northOf(forwards(arc)) < SOUTH_BEYOND_DEGREES) ? 'south' : 'other';
  const polygons = objects.land.geometries.flatMap((each) => (each as MultiPolygon).arcs);
  const kept: Land['arcs'] = [];
  const places = new Map<number, number>();
  /** A negative index is the arc backwards (TopoJSON 1.0, 2.1.4). */
  const placeOf = (arc: number): number => {
    const index = forwards(arc);
    if (!places.has(index)) places.set(index, kept.push(arcs[index]!) - 1);
    const place = places.get(index)!;
    return arc < 0 ? ~place : place;
  };
  const parts = wanted.map((part) => {
    const ofPart = polygons.filter((polygon) => partOf(polygon) === part);
    const renumbered = ofPart.map((rings) => rings.map((ring) => ring.map(placeOf)));
    return [part, { type: 'MultiPolygon', arcs: renumbered }] as const;
  });
  return JSON.stringify({ type: 'Topology', objects: Object.fromEntries(parts), arcs: kept, transform });
}

const forwards = (arc: number): number => (arc < 0 ? ~arc : arc);
