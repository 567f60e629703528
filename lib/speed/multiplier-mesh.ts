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
import type { Mesh } from '../engine/mesh/mesh.ts';
import { climb, courseOf, indexOfGreatest, LEAST_PRICE, peakOf, ratiosOn } from './best-speed.ts';
import { reachPolygon } from './reach.ts';
import { SPEEDS, type SpeedCurve, type SpeedCurves } from './speed-curves.ts';

/** Headings of a profile: those of the mesh, and one between each two. */
export const HEADINGS = 16;
/** Greatest fraction by which the chord may differ from G. */
const CHORD = 0.08;
/** Parabolas that refine the greatest ratio of a table; relative error that is left. */
const ROUNDS = 2;
const REST = 1e-7;

export interface MultiplierMesh {
  readonly mesh: Mesh;
  /** A day on `mesh` costs as much: λ and consumption, per day. */
  readonly price: number;
}

export function multiplierMesh(curves: SpeedCurves, λ: number): MultiplierMesh {
  const { mesh } = curves;
  const price = usualPrice(curves, λ);
  const motion = new Float64Array(mesh.motion.length);
  const profile = new Int32Array(mesh.openCount).fill(-1);
  const rows: Float64Array[] = [];
  // km/h for a tonne a day, to m/s at the price
  const scale = price / 3.6;
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const curve = curves.of(cell);
    const u = 3.6 * mesh.motion[4 * cell + 2]!;
    const v = 3.6 * mesh.motion[4 * cell + 3]!;
    const { A, B, isClose } = chordOf(curve, λ, Math.hypot(u, v));
    const [east, north] = [scale * B * u, scale * B * v];
    motion.set([scale * A, 0, east, north], 4 * cell);
    if (isClose) continue;
    profile[cell] = rows.length;
    rows.push(profileOf(curve, λ, [u, v], [east, north], scale));
  }
  const profiles = new Float64Array(2 * HEADINGS * rows.length);
  rows.forEach((row, k) => {
    profiles.set(row, 2 * HEADINGS * k);
  });
  const reachOf = (cell: number) => {
    const current = [3.6 * mesh.motion[4 * cell + 2]!, 3.6 * mesh.motion[4 * cell + 3]!] as const;
    // metres at the cost of one day
    return reachPolygon(curves.of(cell), λ, current).map((x) => x * scale * 86_400);
  };
  return {
    mesh: { ...mesh, headings: HEADINGS, motion, profile, profiles, consumption: null, reachOf },
    price,
  };
}

/** Of an hour at the greatest speed of the first open cell: it only keeps the numbers in their usual range. */
function usualPrice(curves: SpeedCurves, λ: number): number {
  const curve = curves.of(0);
  return λ + curve.rates[SPEEDS - 1]! || 1;
}

/** The chord of G, and whether it is close enough to G all along. x and v in km/h, W per day. */
function chordOf(curve: SpeedCurve, λ: number, current: number) {
  const least = greatest(curve, λ, -current);
  if (current === 0) return { A: least, B: 0, isClose: !curve.differs };
  const most = greatest(curve, λ, current);
  const A = 0.5 * (most + least);
  const isClose = !curve.differs && current < curve.least && A <= (1 + CHORD) * greatest(curve, λ, 0);
  return { A, B: (most - least) / (2 * current), isClose };
}

const values = new Float64Array(SPEEDS);

/** G(x) and at most REST more. Where headings differ, of the greatest speed and the least rate of all headings. */
export function greatest(curve: SpeedCurve, λ: number, x: number): number {
  const { speeds, rates } = curve;
  for (let m = 0; m < SPEEDS; m++) {
    let [speed, rate] = [speeds[m]!, rates[m]!];
    for (let k = SPEEDS + m; k < speeds.length; k += SPEEDS) {
      speed = Math.max(speed, speeds[k]!);
      rate = Math.min(rate, rates[k]!);
    }
    values[m] = (speed + x) / Math.max(LEAST_PRICE, rate + λ);
  }
  if (curve.differs) return peakOf(values) * (1 + 1e-3);
  const m = indexOfGreatest(values);
  if (curve.least === curve.most) return values[m]!;
  const at = (v: number) => (v + x) / Math.max(LEAST_PRICE, curve.rate(v) + λ);
  const [low, high] = [Math.max(0, m - 1), Math.min(SPEEDS - 1, m + 1)];
  return climb(at, [curve.speedAt(low), curve.speedAt(m), curve.speedAt(high)], ROUNDS) * (1 + REST);
}

/**
 * Speeds at HEADINGS bearings, m/s, then as many rates, which do not count: with the current (east, north) of the cell each leg costs
 * there what it costs at the best speed.
 */
function profileOf(
  curve: SpeedCurve,
  λ: number,
  [u, v]: readonly [number, number],
  [east, north]: readonly [number, number],
  scale: number,
): Float64Array {
  const row = new Float64Array(2 * HEADINGS);
  for (let k = 0; k < HEADINGS; k++) {
    const bearing = (2 * Math.PI * (k + 1)) / HEADINGS;
    const [x, y] = [Math.sin(bearing), Math.cos(bearing)];
    const ground = scale * peakOf(ratiosOn(curve, courseOf(x, y, u, v), λ));
    if (ground > 0) row[k] = Math.hypot(Math.max(0, ground - (east * x + north * y)), east * y - north * x);
  }
  return row;
}
