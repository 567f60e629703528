/**
 * How finely borders are divided: finely near the routes that were found so far, coarsely elsewhere.
 *
 * What a border only crosses stays open where it is divided coarsely. So no way is lost, and the best one that enters nothing
 * there is the best of all; one that enters something is a route near which is divided finely the next time.
 */
import Flatbush from 'flatbush';
import { MercatorLine } from '../../engine/geometry/mercator-line.ts';
import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import type { Track } from '../../engine/path/track.ts';
import { type Box, boundsOf } from '../geometry/polygon.ts';
import { boxesAround } from '../near-place.ts';
import { USUAL_REACH_M } from './divide-box.ts';

/** Degrees: routes are looked up by boxes round pieces of this length. */
const PIECE = 0.02;

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

  private isWithin(box: Box, metres: number): boolean {
    return boxesAround(box, metres / METRES_PER_NM).some(
      ({ west, south, east, north }) => (this.index?.search(west, south, east, north) ?? []).length > 0,
    );
  }
}

/** The boxes round pieces of a track, between longitudes of ±180. */
function piecesOf({ coordinates }: Pick<Track, 'coordinates'>): Box[] {
  return coordinates.slice(1).flatMap((to, k) => {
    const line = new MercatorLine(coordinates[k]!, to);
    const count = Math.max(1, Math.ceil(Math.max(Math.abs(line.Δlon) / 2, Math.abs(line.Δlat)) / PIECE));
    return Array.from({ length: count }, (_, i) => {
      const [lon, lat] = line.at(i / count);
      return boundsOf([lon, lat, lon + line.Δlon / count, line.latAt((i + 1) / count)]);
    });
  });
}
