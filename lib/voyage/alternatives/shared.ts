/** How much of a route is another one. */
import { MercatorLine } from '../../engine/geometry/mercator-line.ts';
import { haversineNm, type Point, RADIANS } from '../../engine/geometry/sphere.ts';
import type { Track } from '../../engine/path/track.ts';

/** Nautical miles: a place this near to a route is on it. */
const NEAR_NM = 2;
/** Places that are compared are at most so far apart. */
const STEP_NM = 1;
const EARTH_RADIUS_NM = 10_800 / Math.PI;

type Vector = readonly [x: number, y: number, z: number];
export type Line = Pick<Track, 'coordinates'>;

/** The places of a route, to be found by where they are. */
export class Nearby {
  /** By cube of NEAR_NM, of which the sea has few. */
  private readonly cubes = new Map<number, Vector[]>();

  constructor(line: Line) {
    for (const { at } of placesAlong(line)) {
      const key = keyOf(...cubeOf(at));
      const cube = this.cubes.get(key);
      if (cube) cube.push(at);
      else this.cubes.set(key, [at]);
    }
  }

  /** The part of another route's length within two nautical miles of this one. */
  sharedBy(line: Line): number {
    let [near, all] = [0, 0];
    for (const { at, nm } of placesAlong(line)) {
      all += nm;
      if (this.isNear(at)) near += nm;
    }
    return all > 0 ? near / all : 1;
  }

  private isNear(at: Vector): boolean {
    const [x, y, z] = cubeOf(at);
    for (let i = x - 1; i <= x + 1; i++)
      for (let j = y - 1; j <= y + 1; j++)
        for (let k = z - 1; k <= z + 1; k++) {
          const cube = this.cubes.get(keyOf(i, j, k));
          if (cube?.some((other) => distance(at, other) <= NEAR_NM)) return true;
        }
    return false;
  }
}

/** Places in the middle of pieces of a route, nautical miles from the centre of the earth; and the lengths of the pieces. */
function placesAlong({ coordinates }: Line): { at: Vector; nm: number }[] {
  return coordinates.slice(1).flatMap((to, k) => {
    const from = coordinates[k]!;
    const nm = haversineNm({ lon: from[0], lat: from[1] }, { lon: to[0], lat: to[1] });
    const line = new MercatorLine(from, to);
    const count = Math.ceil(nm / STEP_NM);
    return Array.from({ length: count }, (_, i) => ({
      at: vectorTo(line.at((i + 0.5) / count)),
      nm: nm / count,
    }));
  });
}

function vectorTo([lon, lat]: Point): Vector {
  const [λ, φ] = [lon * RADIANS, lat * RADIANS];
  const across = EARTH_RADIUS_NM * Math.cos(φ);
  return [across * Math.cos(λ), across * Math.sin(λ), EARTH_RADIUS_NM * Math.sin(φ)];
}

type Cube = readonly [i: number, j: number, k: number];

/** Cubes along each axis, with some to spare. */
const CUBES = 2 ** 12;

const cubeOf = (at: Vector) => at.map((part) => Math.floor(part / NEAR_NM)) as unknown as Cube;
const keyOf = (i: number, j: number, k: number): number => (i * CUBES + j) * CUBES + k;

const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
