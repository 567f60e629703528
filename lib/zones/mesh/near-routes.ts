/**
 * How finely borders are divided: finely near the routes that were found so far, coarsely elsewhere.
 *
 * What a border only crosses stays open where it is divided coarsely. So no way is lost, and the best one that enters nothing
 * there is the best of all; one that enters something is a route near which is divided finely the next time.
 */
import Flatbush from 'flatbush';
import { MercatorLine } from '../../engine/geometry/mercator-line.ts';
import { EARTH_RADIUS_M, RADIANS } from '../../engine/geometry/sphere.ts';
import type { Track } from '../../engine/path/track.ts';
import type { Box } from '../geometry/polygon.ts';
import { USUAL_REACH_M } from './divide-box.ts';

/** Degrees: routes are looked up by boxes round pieces of this length. */
const PIECE = 0.02;
const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS;

/** What is near, and how what is not is divided, metres. */
interface Elsewhere {
  /** Borders are divided finely up to so far from a route. */
  readonly nearM: number;
  /** How far from a border a box may reach. */
  readonly reachM: number;
  /** What is farther from all routes is not divided, as if nothing were closed there. */
  readonly untilM: number;
}

export class NearRoutes {
  /** Round pieces of the routes. */
  private readonly boxes: readonly Box[];
  private readonly index: Flatbush | null;
  readonly elsewhere: Elsewhere;
  /** Whose routes they are: the mesh that is made for them takes the place of the one before. */
  readonly of: string;

  constructor(elsewhere: Elsewhere, boxes: readonly Box[] = [], of = '') {
    this.elsewhere = elsewhere;
    this.boxes = boxes;
    this.of = of;
    this.index = boxes.length === 0 ? null : new Flatbush(boxes.length);
    for (const { west, south, east, north } of boxes) this.index!.add(west, south, east, north);
    this.index?.finish();
  }

  /** With more routes. */
  and(tracks: readonly Pick<Track, 'coordinates'>[], of: string): NearRoutes {
    return new NearRoutes(this.elsewhere, [...this.boxes, ...tracks.flatMap(piecesOf)], of);
  }

  /** How far from a border a box may reach, metres. */
  reachAt(box: Box): number {
    return this.isFarFrom(box) ? this.elsewhere.reachM : USUAL_REACH_M;
  }

  /** Whether all of a box is divided coarsely. */
  isFarFrom(box: Box): boolean {
    return !this.isWithin(box, this.elsewhere.nearM);
  }

  /** Whether a box is so far away that it is not divided at all. */
  isBeyond(box: Box): boolean {
    return this.elsewhere.untilM < Infinity && !this.isWithin(box, this.elsewhere.untilM);
  }

  private isWithin({ west, south, east, north }: Box, metres: number): boolean {
    if (!this.index) return false;
    const lat = metres / METRES_PER_DEGREE;
    const nearest = Math.min(89.9, Math.max(Math.abs(south), Math.abs(north)) + lat);
    const lon = lat / Math.cos(nearest * RADIANS);
    const turns = [0, ...(west - lon < -180 ? [360] : []), ...(east + lon > 180 ? [-360] : [])];
    return turns.some(
      (turn) => this.index!.search(west + turn - lon, south - lat, east + turn + lon, north + lat).length > 0,
    );
  }
}

/** The boxes round pieces of a track, between longitudes of ±180. */
function piecesOf({ coordinates }: Pick<Track, 'coordinates'>): Box[] {
  return coordinates.slice(1).flatMap((to, k) => {
    const line = new MercatorLine(coordinates[k]!, to);
    const count = Math.max(1, Math.ceil(Math.max(Math.abs(line.Δlon) / 2, Math.abs(line.Δlat)) / PIECE));
    return Array.from({ length: count }, (_, i) => {
      const [lon, y1] = line.at(i / count);
      const y2 = line.latAt((i + 1) / count);
      const Δ = line.Δlon / count;
      return {
        west: lon + Math.min(0, Δ),
        east: lon + Math.max(0, Δ),
        south: Math.min(y1, y2),
        north: Math.max(y1, y2),
      };
    });
  });
}
