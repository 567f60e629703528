/**
 * Resistance of sea ice, and the speed at which it equals the vessel's force limit.
 *
 *     R = ½ k Frᵇ ρ B h s² Cⁿ        Fr = s / √(g C h)
 *
 * s speed in m/s, C concentration 0…1, h thickness in m, ρ density of the ice in kg/m³, B beam in m. The form is that of
 * Colbourne (2000), "Scale effects in ice flume experiments"; the constants per hull type and the inversion are those of
 * PolarRoute: Fox et al. (2022), arXiv:2209.02389, section 2.3. R grows with s because 2 + b > 0.
 */
import type { IceResistance } from './vessel.ts';

const GRAVITY = 9.81;

/** Constants by hull type, from PolarRoute. */
export const hullTypes: ReadonlyMap<string, Pick<IceResistance, 'k' | 'b' | 'n'>> = new Map([
  ['slender', { k: 4.4, b: -0.8267, n: 2 }],
  ['blunt', { k: 16.1, b: -1.7937, n: 3 }],
]);

/**
 * Resistance in newtons at `speedKmh`, in ice of a concentration (%), thickness (m) and density (kg/m³).
 * 0 where there is no ice, and where one of the three is not known (NaN).
 */
export function iceResistance(
  { k, b, n, beamM }: IceResistance,
  speedKmh: number,
  concentration: number,
  thickness: number,
  density: number,
): number {
  if (!(concentration > 0 && thickness > 0 && density > 0) || speedKmh === 0) return 0;
  const share = concentration / 100;
  const s = speedKmh / 3.6;
  const froude = s / Math.sqrt(GRAVITY * share * thickness);
  return 0.5 * k * froude ** b * density * beamM * thickness * s * s * share ** n;
}

/** The highest speed, km/h and at most `maxSpeedKmh`, at which the ice resists with no more than the force limit. */
export function speedInIce(
  model: IceResistance,
  maxSpeedKmh: number,
  concentration: number,
  thickness: number,
  density: number,
): number {
  const { k, b, n, beamM, forceLimitN } = model;
  const resistance = iceResistance(model, maxSpeedKmh, concentration, thickness, density);
  if (!(resistance > forceLimitN)) return maxSpeedKmh;
  const share = concentration / 100;
  const perSpeedPower =
    k * density * beamM * thickness * share ** n * (GRAVITY * thickness * share) ** (-b / 2);
  return Math.min(maxSpeedKmh, 3.6 * ((2 * forceLimitN) / perSpeedPower) ** (1 / (2 + b)));
}
