/**
 * Whether a track whose legs run through several cells may be sailed: each rhumb line is cut at the sides of the cells,
 * and each piece is sailed in the cheapest open cell that it lies in.
 */

import type { Objective } from '../../../lib/engine/cost/cost.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';
import type { Track } from '../../../lib/engine/path/track.ts';
import { isOpen } from '../random-mesh.ts';
import { faultsOfEnds, passageAt } from './check-track.ts';
import { type Crossings, rectangleOf } from './crossings.ts';
import { lonDifference, type Point, sailLeg } from './sailing.ts';

/** Degrees by which a line may stray over a side: a tenth of a millimetre. */
const STRAY = 1e-9;

/**
 * Degrees. The bearing of a shorter piece is that of rounding errors, so it may count or not. Twice what the engine
 * takes for one: here both its ends may be STRAY further out.
 */
const SPECK = 2e-8;

/** Relative to the totals. */
const CONSISTENCY = 1e-5;

const RAD = Math.PI / 180;

export function faultsOfWaypoints(
  source: MeshSource,
  crossings: Crossings,
  objective: Objective,
  track: Track,
  start: LatLon,
  end: LatLon,
): string[] {
  const faults = faultsOfEnds(track, start, end);
  const { coordinates, timeDays, distanceM, consumption } = track;
  const sums = { days: [0, 0], lengthM: [0, 0], consumption: [0, 0] };
  let cell = -1;
  for (let i = 1; i < coordinates.length; i++) {
    for (const piece of piecesOf(source, objective, coordinates[i - 1]!, coordinates[i]!)) {
      if (piece.row < 0) return [...faults, `leg ${i} leaves open water at (${piece.from})`];
      const isChange = cell >= 0 && piece.row !== cell;
      if (isChange && passageAt(crossings, piece.from, cell, piece.row, 1e-7) === 'none') {
        faults.push(`leg ${i}: no way from cell ${cell} to ${piece.row} at (${piece.from})`);
      }
      cell = piece.row;
      const legs = piece.mayCountFor.map((row) => sailLeg(source, row, piece.from, piece.to));
      for (const key of ['days', 'lengthM', 'consumption'] as const) {
        if (!piece.isSpeck) sums[key][0]! += Math.min(...legs.map((leg) => leg[key]));
        sums[key][1]! += Math.max(...legs.map((leg) => leg[key]));
      }
    }
    const check = (name: string, list: readonly number[], [least, most]: readonly number[]) => {
      const tolerance = CONSISTENCY * list.at(-1)!;
      if (list[i]! >= least! - tolerance && list[i]! <= most! + tolerance) return;
      faults.push(`${name}[${i}] is ${list[i]}, expected ${least}${most === least ? '' : ` to ${most}`}`);
    };
    check('timeDays', timeDays, sums.days);
    check('distanceM', distanceM, sums.lengthM);
    if (consumption) check('consumption', consumption, sums.consumption);
  }
  return faults;
}

interface Piece {
  readonly from: Point;
  readonly to: Point;
  /** −1 = in no open cell. */
  readonly row: number;
  /**
   * The cells whose costs are right: of a piece along a side, the cheapest; of a piece of a slanting line that is
   * nearer than STRAY to a side, the cells on both sides, because it may be hundreds of metres long.
   */
  readonly mayCountFor: readonly number[];
  /** Whether it is so short that its bearing is that of rounding errors: it may count or not. */
  readonly isSpeck: boolean;
}

function piecesOf(source: MeshSource, objective: Objective, from: Point, to: Point): Piece[] {
  const line = new Line(from, to);
  const spans: { row: number; begin: number; end: number }[] = [];
  for (let row = 0; row < source.ids.length; row++) {
    if (!isOpen(source, row)) continue;
    const [west, south, east, north] = rectangleOf(source, row);
    for (const turn of [-360, 0, 360]) {
      const span = line.within(west + turn, south, east + turn, north);
      if (span) spans.push({ row, ...span });
    }
  }
  const cuts = [...new Set([0, 1, ...spans.flatMap(({ begin, end }) => [begin, end])])].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  let begin = 0;
  for (const [k, cut] of cuts.entries()) {
    // two cells reckon the side between them a rounding apart
    if (k === 0 || (cut < 1 && (cut - begin) * line.size < 10 * STRAY)) continue;
    const middle = 0.5 * (begin + cut);
    const piece = { from: line.at(begin), to: line.at(cut) };
    const rows = spans.filter((span) => span.begin <= middle && middle <= span.end).map(({ row }) => row);
    // of two cells that cost the same, the one that takes less of the rest
    const cost = (row: number) => {
      const { days, consumption } = sailLeg(source, row, piece.from, piece.to);
      return objective === 'traveltime' ? days + 1e-12 * consumption : consumption + 1e-12 * days;
    };
    const row = rows.length > 0 ? rows.reduce((a, b) => (cost(b) < cost(a) ? b : a)) : -1;
    const mayCountFor = line.isSlanting ? rows : [row];
    const isSpeck = (cut - begin) * line.size < SPECK;
    if (row >= 0 || !isSpeck) pieces.push({ ...piece, row, mayCountFor, isSpeck });
    begin = cut;
  }
  return pieces;
}

/** A rhumb line as a straight line in longitude and isometric latitude. */
class Line {
  readonly size: number;
  /** Whether it follows neither a meridian nor a parallel. */
  readonly isSlanting: boolean;
  private readonly from: Point;
  private readonly to: Point;
  private readonly dLon: number;
  private readonly dLat: number;

  constructor(from: Point, to: Point) {
    this.from = from;
    this.to = to;
    this.dLon = lonDifference(from[0], to[0]);
    this.dLat = to[1] - from[1];
    this.size = Math.max(Math.abs(this.dLon), Math.abs(this.dLat));
    this.isSlanting = this.dLon !== 0 && this.dLat !== 0;
  }

  at(t: number): Point {
    if (t === 0 || t === 1) return t === 0 ? this.from : this.to;
    const lon = this.from[0] + t * this.dLon;
    return [lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon, this.latAt(t)];
  }

  /** The part of the line in a rectangle, null = none of it. */
  within(west: number, south: number, east: number, north: number): { begin: number; end: number } | null {
    const lons = between(
      this.from[0],
      this.dLon,
      west - STRAY,
      east + STRAY,
      (lon) => (lon - this.from[0]) / this.dLon,
    );
    const lats = between(this.from[1], this.dLat, south - STRAY, north + STRAY, (lat) => this.whereLat(lat));
    if (!lons || !lats) return null;
    const begin = Math.max(lons[0], lats[0]);
    const end = Math.min(lons[1], lats[1]);
    return begin <= end ? { begin, end } : null;
  }

  /** The fraction of the line at a latitude, by the difference of isometric latitudes. */
  private whereLat(lat: number): number {
    return isometricDifference(this.from[1], lat) / isometricDifference(this.from[1], this.to[1]);
  }

  /** Bisection: the fraction grows with the latitude one way or the other. */
  private latAt(t: number): number {
    if (this.dLat === 0) return this.from[1];
    let [low, high] = [0, 1];
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      if (this.whereLat(this.from[1] + middle * this.dLat) < t) low = middle;
      else high = middle;
    }
    return this.from[1] + 0.5 * (low + high) * this.dLat;
  }
}

function isometricDifference(lat1: number, lat2: number): number {
  return 2 * Math.atanh(Math.sin(0.5 * (lat2 - lat1) * RAD) / Math.cos(0.5 * (lat1 + lat2) * RAD));
}

/** The fractions of a line at which one of its coordinates enters and leaves a range; null = it is never there. */
function between(
  from: number,
  difference: number,
  low: number,
  high: number,
  where: (value: number) => number,
): readonly [number, number] | null {
  const to = from + difference;
  if (Math.max(from, to) < low || Math.min(from, to) > high) return null;
  if (difference === 0) return [0, 1];
  const first = difference > 0 ? low : high;
  const last = difference > 0 ? high : low;
  const begin = (first - from) * difference <= 0 ? 0 : where(first);
  const end = (last - to) * difference >= 0 ? 1 : where(last);
  return [begin, end];
}
