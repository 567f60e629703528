/**
 * Divides a box along the border of an area, into boxes that are inside, outside, or so thin that nearly nothing is lost if
 * they are closed.
 *
 * Each step cuts off what lies beyond the border on any side, and halves what remains. A straight border is followed by as many
 * thin boxes as its shorter extent has steps, and one that runs along a meridian or a parallel by a single one. So there are far
 * fewer boxes than in a quadtree.
 */
import { EARTH_RADIUS_M, RADIANS } from '../../engine/geometry/sphere.ts';
import type { Box } from '../geometry/polygon.ts';

/** An area as the division sees it. */
export interface Area<Part> {
  /** The box round its border within a box, and the parts of the area that matter there; or what the whole box is. */
  look(box: Box, parts: Part): { readonly border: Box; readonly parts: Part } | 'inside' | 'outside';
}

export type Piece = Box & { readonly place: 'inside' | 'outside' | 'across' };

/** How far from the border a closed box may reach, metres. */
const REACH_M = 250;
/** A strip thinner than this between a border and a side is not cut off, metres. */
const STRIP_M = 60;
/**
 * Cuts are at multiples of this, degrees (54 m of latitude): cells side by side are then cut at the same places or well apart, and
 * no edge is as short as a rounding error.
 */
const GRID = 2 ** -11;

const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;

export function divideBox<Part>(area: Area<Part>, box: Box, parts: Part, emit: (piece: Piece) => void): void {
  const found = area.look(box, parts);
  if (typeof found === 'string') {
    emit({ ...box, place: found });
    return;
  }
  const border = withoutStrips(box, found.border);
  const cut = firstCut(box, border);
  if (cut) {
    for (const half of halves(box, cut.axis, cut.at)) divideBox(area, half, found.parts, emit);
    return;
  }
  const { width, height } = metresOf(box);
  if (width * height <= REACH_M * Math.hypot(width, height)) {
    emit({ ...box, place: 'across' });
    return;
  }
  const axis = width > height ? 'lon' : 'lat';
  const middle =
    GRID * Math.round((0.5 / GRID) * (axis === 'lon' ? box.west + box.east : box.south + box.north));
  for (const half of halves(box, axis, middle)) divideBox(area, half, found.parts, emit);
}

type Axis = 'lon' | 'lat';

/** The border's box on the grid, extended to the sides of the box that it is close to. */
function withoutStrips(box: Box, border: Box): Box {
  const lon = STRIP_M / scaleOf(box).perLon;
  const lat = STRIP_M / METRES_PER_DEGREE;
  const west = GRID * Math.floor(border.west / GRID);
  const east = GRID * Math.ceil(border.east / GRID);
  const south = GRID * Math.floor(border.south / GRID);
  const north = GRID * Math.ceil(border.north / GRID);
  return {
    west: west - box.west < lon ? box.west : west,
    east: box.east - east < lon ? box.east : east,
    south: south - box.south < lat ? box.south : south,
    north: box.north - north < lat ? box.north : north,
  };
}

/** The cut that takes most off the box beside its border; null where there is nothing beside it. */
function firstCut(box: Box, border: Box): { axis: Axis; at: number } | null {
  const { perLon } = scaleOf(box);
  const cuts = [
    { axis: 'lon', at: border.west, off: (border.west - box.west) * perLon },
    { axis: 'lon', at: border.east, off: (box.east - border.east) * perLon },
    { axis: 'lat', at: border.south, off: (border.south - box.south) * METRES_PER_DEGREE },
    { axis: 'lat', at: border.north, off: (box.north - border.north) * METRES_PER_DEGREE },
  ] as const;
  const best = cuts.reduce((a, b) => (b.off > a.off ? b : a));
  return best.off > 0 ? best : null;
}

function halves(box: Box, axis: Axis, at: number): [Box, Box] {
  return axis === 'lon'
    ? [
        { ...box, east: at },
        { ...box, west: at },
      ]
    : [
        { ...box, north: at },
        { ...box, south: at },
      ];
}

function scaleOf({ south, north }: Box): { perLon: number } {
  const nearest = south < 0 && north > 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  return { perLon: METRES_PER_DEGREE * Math.max(Math.cos(nearest * RADIANS), 1e-6) };
}

function metresOf(box: Box): { width: number; height: number } {
  const { perLon } = scaleOf(box);
  return { width: (box.east - box.west) * perLon, height: (box.north - box.south) * METRES_PER_DEGREE };
}
