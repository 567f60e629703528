/**
 * Drag of the wind on the part of the vessel above the water, beyond the drag in still air.
 *
 *     R = ½ ρ A (|a|² c(α) − s² c(0))
 *
 * a is the apparent wind (true wind minus the vessel's motion), α the angle between the heading and where a comes from,
 * c the drag coefficient, linear between the angles given. As PolarRoute computes it (Fox et al. 2022, arXiv:2209.02389).
 */
import type { WindDrag, WindSpeedAdjustment } from './vessel.ts';

/** RRS Sir David Attenborough, as published with PolarRoute. */
export const attenboroughWindDrag: WindDrag = {
  frontalAreaM2: 750,
  airDensity: 1.225,
  anglesDeg: [0, 30, 60, 90, 120, 150, 180],
  coefficients: [0.94, 0.77, 0.42, 0.48, 0.17, -0.3, -0.34],
};

/** The eight headings of a mesh in their order, NE, E, SE, S, SW, W, NW, N: radians clockwise from north. */
const HEADINGS = [1, 2, 3, 4, 5, 6, 7, 8].map((eighths) => (eighths * Math.PI) / 4);
const EAST = HEADINGS.map(Math.sin);
const NORTH = HEADINGS.map(Math.cos);

/** m/s per km/h in this formula: 1 / 3.6 rounded, as in the published data, so that results agree to every digit. */
const MPS_PER_KMH = 0.277778;

const DEGREES = 180 / Math.PI;

/**
 * Writes the drag at the eight headings, N, to `resistance` from `offset`: negative where the wind pushes, 0 where the wind
 * (towards east and north, m/s) is not known.
 */
export function windResistance(
  drag: WindDrag,
  speedKmh: number,
  windEast: number,
  windNorth: number,
  resistance: Float64Array,
  offset: number,
): void {
  if (Number.isNaN(windEast + windNorth)) return;
  const s = speedKmh * MPS_PER_KMH;
  const pressure = 0.5 * drag.airDensity * drag.frontalAreaM2;
  const stillAir = s * s * coefficientAt(drag, 0);
  for (let heading = 0; heading < 8; heading++) {
    const { speed, angle } = apparentWind(speedKmh, heading, windEast, windNorth);
    const total = speed * speed * coefficientAt(drag, angle * DEGREES);
    resistance[offset + heading] = pressure * (total - stillAir);
  }
}

/**
 * The wind as it is felt on board at one of the eight headings: its speed in m/s, and the angle in radians (0…π) between the
 * heading and where it comes from. The angle is 0 for a vessel at rest, and where no wind is felt.
 */
export function apparentWind(speedKmh: number, heading: number, windEast: number, windNorth: number) {
  const s = speedKmh * MPS_PER_KMH;
  const east = windEast - s * EAST[heading];
  const north = windNorth - s * NORTH[heading];
  const speed = Math.sqrt(east * east + north * north);
  if (s === 0 || speed === 0) return { speed, angle: 0 };
  const cosine = -(east * EAST[heading] + north * NORTH[heading]) / speed;
  return { speed, angle: Math.acos(Math.max(-1, Math.min(1, cosine))) };
}

/** Linear between the two angles around `angleDeg`, constant beyond the first and the last. */
function coefficientAt({ anglesDeg, coefficients }: WindDrag, angleDeg: number): number {
  const last = anglesDeg.length - 1;
  if (angleDeg <= anglesDeg[0]) return coefficients[0];
  if (angleDeg >= anglesDeg[last]) return coefficients[last];
  let i = 1;
  while (anglesDeg[i] < angleDeg) i++;
  const part = (angleDeg - anglesDeg[i - 1]) / (anglesDeg[i] - anglesDeg[i - 1]);
  return coefficients[i - 1] + part * (coefficients[i] - coefficients[i - 1]);
}

/** Speed (km/h) that is left, or gained, in a wind of a given drag (N). */
export function speedInWind(adjustment: WindSpeedAdjustment, speedKmh: number, resistanceN: number): number {
  const { forceLimitN, strongWindShare, slowFactor, tailwindFactor } = adjustment;
  if (resistanceN <= 0) return speedKmh * (1 - resistanceN / (tailwindFactor * forceLimitN));
  if (resistanceN >= strongWindShare * forceLimitN) return speedKmh * slowFactor;
  return speedKmh * (1 - resistanceN / forceLimitN);
}
