/**
 * The error of linear interpolation between two neighbouring speeds a < b of a table, on one heading: how far the speed and the
 * consumption of a vessel may be from the lines.
 *
 * Each is composed of functions whose enclosures are known (enclosure.ts), with resistances R(v) = ice + waves + wind:
 *
 * - ice grows as v^q: its second derivative q (q − 1) R / v² is greatest at an end, waves do not depend on v;
 * - wind (lib/vessel/wind.ts) is ½ρA (D − s² c(0)), D = |a|² c(α). With w∥ and w⊥ the wind along and across the heading, s − w∥ = |a| cos α
 *   and |w⊥| = |a| sin α, so that α′ = −|w⊥| / |a|², D′ = 2 (s − w∥) c − |w⊥| c′, D″ = 2c − c′ sin 2α; where c′ changes between two pieces of c,
 *   D′ does by |w⊥| times that;
 * - where wind changes the speed, that is v A(R), A linear in three pieces of R; it may jump at the last of them;
 * - consumption is P(speed) + φ(R), φ = b2 R² + b1 R from R = 0 on; below 0 it counts as 0.
 */
import { consumptionPerDay } from '../vessel/consumption.ts';
import type { Vessel, WindDrag, WindSpeedAdjustment } from '../vessel/vessel.ts';
import { speedInWind } from '../vessel/wind.ts';
import { composed, type Enclosure, type Outer, rangeOf, sumOf, timesSpeed } from './enclosure.ts';

/** The parts of the resistance at a speed on one heading, N. */
export interface Resistances {
  /** km/h. */
  readonly v: number;
  readonly ice: number;
  readonly waves: number;
  readonly wind: number;
}

/** Where and how it sails. */
export interface SailingConditions {
  /** East and north, m/s; null where it does not count. */
  readonly wind: readonly [east: number, north: number] | null;
  /** Of the heading, radians. */
  readonly bearing: number;
  /** The vessel is nowhere faster, km/h. */
  readonly capKmh: number;
  readonly elevation: number;
}

/**
 * Limits of the errors, with t = (v − a)(b − v): the speed is at most the line between its ends + ½ `lift` t + `rise` and at least
 * the line − ½ `dip` t − `rise`, the rate at least the line − ½ `bend` t − `fall`. km/h and per day.
 */
export interface InterpolationErrors {
  readonly lift: number;
  readonly dip: number;
  readonly rise: number;
  readonly bend: number;
  readonly fall: number;
}

/** m/s per km/h, as in lib/vessel/wind.ts. */
const MPS_PER_KMH = 0.277778;
const RADIANS = Math.PI / 180;
const HOURS_PER_DAY = 24;
/** More than the rounding error of an angle, radians. */
const ROUNDING = 1e-9;

export function interpolationErrors(
  vessel: Vessel,
  conditions: SailingConditions,
  a: Resistances,
  b: Resistances,
): InterpolationErrors {
  const h = b.v - a.v;
  const wind = conditions.wind
    ? windEnclosure(vessel.wind!, conditions.wind, conditions.bearing, a, b)
    : linear(a.wind, b.wind);
  const adjusts = conditions.wind && vessel.windSpeed;
  const { speed, jump } = adjusts
    ? speedEnclosure(vessel.windSpeed, wind, conditions.capKmh, a, b)
    : { speed: linear(a.v, b.v), jump: 0 };
  const resistance = sumOf(sumOf(iceEnclosure(vessel, a, b), linear(a.waves, b.waves)), wind);
  const { rate, steepest } = rateEnclosure(vessel, conditions, speed, resistance, h, jump);
  return { lift: speed.down, dip: speed.up, rise: jump, bend: rate.up, fall: 2 * steepest * jump };
}

const linear = (from: number, to: number): Enclosure => ({ from, to, up: 0, down: 0 });

/** Consumption; and the most that it changes by km/h of speed. */
function rateEnclosure(
  { consumption }: Vessel,
  { elevation }: SailingConditions,
  speed: Enclosure,
  R: Enclosure,
  h: number,
  jump: number,
): { rate: Enclosure; steepest: number } {
  const [slowest, fastest] = rangeOf(speed, h);
  const at = (kmh: number, newtons: number) => consumptionPerDay(consumption, kmh, newtons, elevation);
  const ends = [at(speed.from, 0), at(speed.to, 0)] as const;
  const isFuel = consumption.type === 'polynomial_fuel';
  const a2 = isFuel ? HOURS_PER_DAY * consumption.speed[0] : 0;
  const a1 = at(1, 0) - at(0, 0) - a2;
  const slopes = sorted(2 * a2 * (slowest - jump) + a1, 2 * a2 * (fastest + jump) + a1);
  const steepest = Math.max(Math.abs(slopes[0]), Math.abs(slopes[1]));
  let rate = composed(speed, h, { ends, slopes, bends: [2 * a2, 2 * a2], ...SMOOTH });
  if (isFuel) rate = sumOf(rate, resistanceFuelEnclosure(consumption.resistance, R, h));
  const [least] = rangeOf(rate, h);
  if (least - steepest * jump >= 0) return { rate, steepest };
  const cut = [Math.max(0, rate.from), Math.max(0, rate.to)] as const;
  return {
    rate: composed(rate, h, { ends: cut, slopes: [0, 1], bends: FLAT, risesBy: 1, fallsBy: 0 }),
    steepest,
  };
}

const SMOOTH = { risesBy: 0, fallsBy: 0 };
const FLAT = [0, 0] as const;
const sorted = (x: number, y: number): readonly [number, number] => (x < y ? [x, y] : [y, x]);

/** φ(R), per day. */
function resistanceFuelEnclosure([b2, b1]: readonly [number, number], R: Enclosure, h: number): Enclosure {
  const φ = (N: number) => HOURS_PER_DAY * Math.max(0, N) * (b2 * Math.max(0, N) + b1);
  const ends = [φ(R.from), φ(R.to)] as const;
  const [least, most] = rangeOf(R, h);
  if (most <= 0) return linear(0, 0);
  const slopeAt = (N: number) => HOURS_PER_DAY * (2 * b2 * N + b1);
  const slopes = sorted(slopeAt(Math.max(0, least)), slopeAt(most));
  const second = 2 * b2 * HOURS_PER_DAY;
  if (least >= 0) return composed(R, h, { ends, slopes, bends: [second, second], ...SMOOTH });
  const kink = HOURS_PER_DAY * b1;
  return composed(R, h, {
    ends,
    slopes: [Math.min(0, slopes[0]), Math.max(0, slopes[1])],
    bends: sorted(0, second),
    risesBy: Math.max(0, kink),
    fallsBy: Math.max(0, -kink),
  });
}

/**
 * The speed in wind without its jump where the wind becomes strong, and how much that is at most. A falls by 1 / (tailwind F) and by 1 / F for a newton,
 * and not in strong wind.
 */
function speedEnclosure(
  model: WindSpeedAdjustment,
  wind: Enclosure,
  capKmh: number,
  a: Resistances,
  b: Resistances,
) {
  const { forceLimitN, strongWindShare, slowFactor } = model;
  const h = b.v - a.v;
  const strong = strongWindShare * forceLimitN;
  const [least, most] = rangeOf(wind, h);
  const isStrong = least >= strong;
  const A = isStrong ? linear(slowFactor, slowFactor) : composed(wind, h, partIn(model, wind, least, most));
  const jump = isStrong || most < strong ? 0 : b.v * Math.abs(slowFactor - (1 - strongWindShare));
  const free = timesSpeed(A, a.v, b.v);
  if (rangeOf(free, h)[1] + jump <= capKmh) return { speed: free, jump };
  const ends = [Math.min(free.from, capKmh), Math.min(free.to, capKmh)] as const;
  return { speed: composed(free, h, { ends, slopes: [0, 1], bends: FLAT, risesBy: 0, fallsBy: 1 }), jump };
}

/** A without its jump, of a wind that is not strong all along. */
function partIn(model: WindSpeedAdjustment, { from, to }: Enclosure, least: number, most: number): Outer {
  const { forceLimitN: F, strongWindShare, tailwindFactor } = model;
  const strong = strongWindShare * F;
  const pieces = [
    ...(least < 0 ? [-1 / (tailwindFactor * F)] : []),
    ...(most > 0 ? [-1 / F] : []),
    ...(most >= strong ? [0] : []),
  ];
  const changes = pieces.slice(1).map((slope, k) => slope - pieces[k]!);
  const part = (N: number) => speedInWind(model, 1, Math.min(N, strong * (1 - 1e-15)));
  return {
    ends: [part(from), part(to)],
    slopes: [Math.min(...pieces), Math.max(...pieces)],
    bends: FLAT,
    risesBy: changes.reduce((sum, by) => sum + Math.max(0, by), 0),
    fallsBy: changes.reduce((sum, by) => sum + Math.max(0, -by), 0),
  };
}

function iceEnclosure({ ice }: Vessel, a: Resistances, b: Resistances): Enclosure {
  if (!ice || a.ice === 0) return linear(a.ice, b.ice);
  const q = 2 + ice.b;
  const bends = [a, b].map(({ v, ice: N }) => (q * (q - 1) * N) / (v * v));
  return { from: a.ice, to: b.ice, up: Math.max(...bends), down: -Math.min(...bends) };
}

/** The wind's drag, N. */
function windEnclosure(
  drag: WindDrag,
  wind: readonly [number, number],
  bearing: number,
  a: Resistances,
  b: Resistances,
): Enclosure {
  const { anglesDeg, coefficients } = drag;
  const [sin, cos] = [Math.sin(bearing), Math.cos(bearing)];
  const along = wind[0] * sin + wind[1] * cos;
  const across = Math.abs(wind[0] * cos - wind[1] * sin);
  const angleAt = (v: number) => Math.atan2(across, v * MPS_PER_KMH - along);
  // a little wider than it is: at an end a kink may be on either side
  const [first, last] = [angleAt(b.v) - ROUNDING, angleAt(a.v) + ROUNDING];
  let [least, most] = [Infinity, -Infinity];
  let [rises, falls] = [0, 0];
  let slopeBefore = 0;
  for (let k = 0; k <= anglesDeg.length; k++) {
    const from = k === 0 ? -Infinity : anglesDeg[k - 1]! * RADIANS;
    const to = (anglesDeg[k] ?? Infinity) * RADIANS;
    const [c0, c1] = [coefficients[k - 1] ?? coefficients[0]!, coefficients[k] ?? coefficients.at(-1)!];
    const slope = k > 0 && k < anglesDeg.length && to > from ? (c1 - c0) / (to - from) : 0;
    // as v rises, α falls from the piece above to this one
    if (from >= first && from <= last) {
      rises += across * Math.max(0, slope - slopeBefore);
      falls += across * Math.max(0, slopeBefore - slope);
    }
    slopeBefore = slope;
    if (from > last || to < first) continue;
    most = Math.max(most, 2 * Math.max(c0, c1) + Math.abs(slope));
    least = Math.min(least, 2 * Math.min(c0, c1) - Math.abs(slope));
  }
  const pressure = 0.5 * drag.airDensity * drag.frontalAreaM2;
  const ofSpeed = MPS_PER_KMH * MPS_PER_KMH;
  const ofKinks = (2 * MPS_PER_KMH) / (b.v - a.v);
  const inStillAir = 2 * coefficients[0]!;
  return {
    from: a.wind,
    to: b.wind,
    up: pressure * ((most - inStillAir) * ofSpeed + rises * ofKinks),
    down: pressure * ((inStillAir - least) * ofSpeed + falls * ofKinks),
  };
}
