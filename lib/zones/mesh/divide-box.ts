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
  /** How far from the border a box may reach, metres; absent where it is USUAL everywhere. */
  reachAt?(box: Box): number;
  /** A box in few pieces, where it is far from the routes; null where it is not. */
  divideFar?(box: Box, parts: Part): Piece[] | null;
}

/** A box that is across the border is closed, unless it may reach farther than usual. */
export type Piece = Box & { readonly isClosed: boolean };

/** How far from the border a closed box may reach, metres. */
export const USUAL_REACH_M = 250;
/** Where it is narrow. */
export const NARROW_REACH_M = 40;

interface Fineness {
  readonly reachM: number;
  /**
   * Cuts are at multiples of this, degrees: cells side by side are then cut at the same places or well apart, and no edge is as
   * short as a rounding error.
   */
  readonly grid: number;
}

/** Multiples of 54 m of latitude. */
const USUAL: Fineness = { reachM: USUAL_REACH_M, grid: 2 ** -11 };
/** Multiples of 6.8 m of latitude. */
const NARROW: Fineness = { reachM: NARROW_REACH_M, grid: 2 ** -14 };

/** Times the reach: a thinner strip between a border and a side is not cut off, as it would be many times as long as wide. */
const STRIP = 0.35;

export const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;

/** The pieces tile the box; one that nothing is closed in is whole. */
export function divideBox<Part>(area: Area<Part>, box: Box, parts: Part, fineness = USUAL): Piece[] {
  const found = area.look(box, parts);
  if (typeof found === 'string') return [{ ...box, isClosed: found === 'inside' }];
  const far = area.divideFar?.(box, found.parts);
  if (far) return far;
  const { reachM, grid } = fineness;
  const wantedM = area.reachAt?.(box) ?? USUAL_REACH_M;
  const border = withoutStrips(box, found.border, STRIP * Math.max(reachM, wantedM), grid);
  let cut = firstCut(box, border);
  if (!cut) {
    const { width, height } = metresOf(box);
    const thickness = (width * height) / Math.hypot(width, height);
    if (thickness <= Math.max(reachM, wantedM)) {
      if (wantedM < reachM) return divideBox(area, box, found.parts, NARROW);
      return [{ ...box, isClosed: thickness <= reachM }];
    }
    cut = middleCut(box, grid);
  }
  const [low, high] = halves(box, cut.axis, cut.at).map((half) =>
    divideBox(area, half, found.parts, fineness),
  ) as [Piece[], Piece[]];
  const pieces = joined(low, high, cut);
  return pieces.some(({ isClosed }) => isClosed) ? pieces : [{ ...box, isClosed: false }];
}

/** The pieces of two halves; closed ones that the cut parts, side by side along all of it, are one: under a speed limit each takes time. */
function joined(low: readonly Piece[], high: readonly Piece[], { axis, at }: Cut): Piece[] {
  const [from, to, along, until] =
    axis === 'lon'
      ? (['west', 'east', 'south', 'north'] as const)
      : (['south', 'north', 'west', 'east'] as const);
  const beyond = new Set(high);
  const extended = low.map((piece) => {
    const isNext = (other: Piece) =>
      other.isClosed && other[from] === at && other[along] === piece[along] && other[until] === piece[until];
    const next = piece.isClosed && piece[to] === at && high.find(isNext);
    if (!next) return piece;
    beyond.delete(next);
    return { ...piece, [to]: next[to] };
  });
  return [...extended, ...beyond];
}

/**
 * A box cut in two: what lies beside the border on one side is cut off, or it is halved. Null where it is so thin that its middle
 * stands for all of it.
 *
 * @param reachM how thin that is; cuts are at multiples of a grid that grows with it
 */
export function halvesBeside(box: Box, border: Box, reachM: number): [Box, Box] | null {
  const grid = (USUAL.grid * reachM) / USUAL_REACH_M;
  const cut = firstCut(box, withoutStrips(box, border, STRIP * reachM, grid));
  if (cut) return halves(box, cut.axis, cut.at);
  const { width, height } = metresOf(box);
  if ((width * height) / Math.hypot(width, height) <= reachM) return null;
  const { axis, at } = middleCut(box, grid);
  return halves(box, axis, at);
}

type Axis = 'lon' | 'lat';

interface Cut {
  readonly axis: Axis;
  readonly at: number;
}

/** The border's box on the grid, extended to the sides of the box that it is close to. */
function withoutStrips(box: Box, border: Box, stripM: number, grid: number): Box {
  const lon = stripM / metresPerLonIn(box);
  const lat = stripM / METRES_PER_DEGREE;
  const west = grid * Math.floor(border.west / grid);
  const east = grid * Math.ceil(border.east / grid);
  const south = grid * Math.floor(border.south / grid);
  const north = grid * Math.ceil(border.north / grid);
  return {
    west: west - box.west < lon ? box.west : west,
    east: box.east - east < lon ? box.east : east,
    south: south - box.south < lat ? box.south : south,
    north: box.north - north < lat ? box.north : north,
  };
}

/** The cut that takes most off the box beside its border; null where there is nothing beside it. */
function firstCut(box: Box, border: Box): Cut | null {
  const perLon = metresPerLonIn(box);
  const west = (border.west - box.west) * perLon;
  const east = (box.east - border.east) * perLon;
  const south = (border.south - box.south) * METRES_PER_DEGREE;
  const north = (box.north - border.north) * METRES_PER_DEGREE;
  const most = Math.max(west, east, south, north);
  if (!(most > 0)) return null;
  if (most === west) return { axis: 'lon', at: border.west };
  if (most === east) return { axis: 'lon', at: border.east };
  return most === south ? { axis: 'lat', at: border.south } : { axis: 'lat', at: border.north };
}

/**
 * A box halved across its longer side, on the finer grid: boxes side by side are cut at the same places or well apart. Null where
 * it is no longer than a step of the grid.
 */
export function halvesOf(box: Box): [Box, Box] | null {
  const { axis, at, length } = middleCut(box, NARROW.grid);
  return length > NARROW.grid ? halves(box, axis, at) : null;
}

/** The cut across the longer side of a box, at its middle; the length of that side, degrees. */
function middleCut(box: Box, grid: number): Cut & { length: number } {
  const { width, height } = metresOf(box);
  const axis = width > height ? 'lon' : 'lat';
  const [low, high] = axis === 'lon' ? [box.west, box.east] : [box.south, box.north];
  return { axis, at: onGrid(0.5 * (low + high), grid), length: high - low };
}

const onGrid = (at: number, grid: number): number => grid * Math.round(at / grid);

function halves(box: Box, axis: Axis, at: number): [Box, Box] {
  const { west, south, east, north } = box;
  return axis === 'lon'
    ? [
        { west, south, east: at, north },
        { west: at, south, east, north },
      ]
    : [
        { west, south, east, north: at },
        { west, south: at, east, north },
      ];
}

/** Metres of a degree of longitude, where it is longest. */
function metresPerLonIn({ south, north }: Box): number {
  const nearest = south < 0 && north > 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  return METRES_PER_DEGREE * Math.max(Math.cos(nearest * RADIANS), 1e-6);
}

export function metresOf(box: Box): { width: number; height: number } {
  return {
    width: (box.east - box.west) * metresPerLonIn(box),
    height: (box.north - box.south) * METRES_PER_DEGREE,
  };
}
