/**
 * The mesh on which a metre costs the least of all speeds, for one price λ of an hour: the engine's problem again.
 *
 * In water that moves at c, a vessel that is as fast in all directions and sails at v for the price W(v) = F(v) + λ can't be held back by
 * less than |p| v + p · c ≤ W(v): a momentum p is admissible (lib/engine/certificate/momenta.ts) if that holds at every v. In the
 * direction n that is |p| G(n · c) ≤ 1 with
 *
 *     G(x) = max over v of (v + x) / W(v),
 *
 * convex in x. The chord A + B x of G from −|c| to |c| is nowhere below it, so |p| A + B c · p ≤ 1 is enough: the momenta of a vessel of
 * the speed A in a current B c at the cost 1. Along and against the current the chord is exact, across it dearer by CHORD at most;
 * where it would be more, and where headings differ, the cell gets a profile of many headings to search by, and the polygon of all that
 * can be reached (reach.ts) for the certificate.
 */
import { computed } from '../engine/computed.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { courseOf, indexOfGreatest, peakOf, ratiosOn } from './best-speed.ts';
import { greatest } from './greatest-ratio.ts';
import { reachPolygon } from './reach.ts';
import { SPEEDS, type SpeedCurve } from './speed-curve.ts';
import type { SpeedCurves } from './speed-curves.ts';

/**
 * Headings of a profile. In gales, between 16 of them the cost was wrong by up to a fifth, and the search missed voyages that
 * burnt 1 % less; between 64 it is wrong by a sixteenth of that.
 */
const HEADINGS = 64;
/** At each such heading every speed of the tables is looked at, at those between the ones near the best. */
const EVERY = 4;
/** Speeds of the tables. */
const NEAR = 2;
const BEARINGS = Array.from({ length: HEADINGS }, (_, k) => {
  const bearing = (2 * Math.PI * (k + 1)) / HEADINGS;
  return [Math.sin(bearing), Math.cos(bearing)] as const;
});
/** Of what is made good on any bearing, the most that a profile takes for a current. */
const MOST_CURRENT = 0.5;
/** Greatest fraction by which the chord may differ from G: currents of a seventh of the speed have as much. */
const CHORD = 0.01;

export interface MultiplierMesh {
  readonly mesh: Mesh;
  /** A day on `mesh` costs as much: λ and consumption, per day. */
  readonly price: number;
}

/**
 * @param isNear whether a voyage that is no worse than the known ones may pass a cell; null: any
 * @param price what a day is to cost there
 */
export function multiplierMesh(
  curves: SpeedCurves,
  λ: number,
  isNear: ((cell: number) => boolean) | null = null,
  price = usualPrice(curves, λ),
): MultiplierMesh {
  const { mesh } = curves;
  const motion = new Float64Array(mesh.motion.length);
  const profile = new Int32Array(mesh.openCount).fill(-1);
  const rows: Float64Array[] = [];
  // km/h for a tonne a day, to m/s at the price
  const scale = price / 3.6;
  let fastest = 0;
  const made = new Map<number, number>();
  for (let cell = 0; cell < mesh.openCount; cell++) {
    if (isNear && !isNear(cell)) continue;
    const alike = computed(made, curves.firstAlike(cell), () => cell);
    if (alike !== cell) {
      motion.copyWithin(4 * cell, 4 * alike, 4 * alike + 4);
      profile[cell] = profile[alike]!;
      continue;
    }
    const curve = curves.of(cell);
    const u = 3.6 * mesh.motion[4 * cell + 2]!;
    const v = 3.6 * mesh.motion[4 * cell + 3]!;
    const current = Math.sqrt(u * u + v * v);
    const { A, B, isClose } = chordOf(curve, λ, current);
    const most = scale * (A + B * current);
    fastest = Math.max(fastest, most);
    let [east, north] = [scale * B * u, scale * B * v];
    if (!isClose) {
      profile[cell] = rows.length;
      const reach = reachByBearing(curve, λ, [u, v], scale);
      const part = partAhead(reach, east, north);
      [east, north] = [part * east, part * north];
      rows.push(speedsFor(reach, east, north));
    }
    motion[4 * cell] = most - Math.sqrt(east * east + north * north);
    motion[4 * cell + 2] = east;
    motion[4 * cell + 3] = north;
  }
  // cells too far away are as the best of the others: a way through them is longer than a voyage may be, even so
  if (isNear)
    for (let cell = 0; cell < mesh.openCount; cell++) if (motion[4 * cell] === 0) motion[4 * cell] = fastest;
  const profiles = new Float64Array(2 * HEADINGS * rows.length);
  rows.forEach((row, k) => {
    profiles.set(row, 2 * HEADINGS * k);
  });
  const polygons = new Map<number, Float64Array>();
  const polygonOf = (cell: number) => {
    const current = [3.6 * mesh.motion[4 * cell + 2]!, 3.6 * mesh.motion[4 * cell + 3]!] as const;
    // metres at the cost of one day
    return reachPolygon(curves.of(cell), λ, current).map((x) => x * scale * 86_400);
  };
  const reachOf = (cell: number) => computed(polygons, curves.firstAlike(cell), () => polygonOf(cell));
  return {
    mesh: {
      ...mesh,
      headings: HEADINGS,
      motion,
      profile,
      profiles,
      consumption: null,
      reachOf,
      isForOneSearch: true,
    },
    price,
  };
}

/** Of an hour at the greatest speed of the first open cell: it only keeps the numbers in their usual range. */
function usualPrice(curves: SpeedCurves, λ: number): number {
  const curve = curves.of(0);
  return λ + curve.rates[SPEEDS - 1]! || 1;
}

/** The chord of G, and whether it is close enough to G all along. x and v in km/h, W per day. */
function chordOf({ best, differs, least: slowest }: SpeedCurve, λ: number, current: number) {
  const least = greatest(best, λ, -current);
  if (current === 0) return { A: least, B: 0, isClose: !differs };
  const most = greatest(best, λ, current);
  const A = 0.5 * (most + least);
  const isClose = !differs && current < slowest && A <= (1 + CHORD) * greatest(best, λ, 0);
  return { A, B: (most - least) / (2 * current), isClose };
}

/** Metres a second at the price, over ground at the best speed on HEADINGS bearings; 0 where the course can't be held. */
function reachByBearing(
  curve: SpeedCurve,
  λ: number,
  [u, v]: readonly [number, number],
  scale: number,
): Float64Array {
  const grounds = new Float64Array(HEADINGS);
  const reach = (k: number, from: number, to: number): number => {
    const [x, y] = BEARINGS[k]!;
    const ratios = ratiosOn(curve, courseOf(x, y, u, v), λ, from, to);
    const best = indexOfGreatest(ratios, from, to);
    const isBetween = best > from && best < to - 1;
    grounds[k] = scale * (isBetween ? peakOf(ratios, best) : ratios[best]!);
    return best;
  };
  const first = reach(HEADINGS - 1, 0, SPEEDS);
  for (let k = EVERY - 1, before = first; k < HEADINGS; k += EVERY) {
    const best = k === HEADINGS - 1 ? first : reach(k, 0, SPEEDS);
    const from = Math.max(0, Math.min(before, best) - NEAR);
    const to = Math.min(SPEEDS, Math.max(before, best) + NEAR + 1);
    for (let between = k - EVERY + 1; between < k; between++) reach(between, from, to);
    before = best;
  }
  return grounds;
}

/**
 * The part of a current (east, north) that a profile is given: 1, but where the current alone would lead as far as the vessel gets, against
 * a gale, less, as no speed through the water is below 0.
 */
function partAhead(reach: Float64Array, east: number, north: number): number {
  let part = 1;
  for (let k = 0; k < HEADINGS; k++) {
    const along = east * BEARINGS[k]![0] + north * BEARINGS[k]![1];
    if (along > 0) part = Math.min(part, (MOST_CURRENT * reach[k]!) / along);
  }
  return part;
}

/**
 * Speeds at HEADINGS bearings, m/s, then as many rates, which do not count: with the current (east, north) of the cell each leg costs
 * there what it costs at the best speed.
 */
function speedsFor(reach: Float64Array, east: number, north: number): Float64Array {
  const row = new Float64Array(2 * HEADINGS);
  for (let k = 0; k < HEADINGS; k++) {
    const [x, y] = BEARINGS[k]!;
    if (reach[k]! > 0) row[k] = Math.hypot(reach[k]! - (east * x + north * y), east * y - north * x);
  }
  return row;
}
