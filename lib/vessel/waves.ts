/**
 * Added resistance in waves after Kreitner (1939), as the ITTC recommends it for speed trials (procedure 7.5-04-01-01.2):
 *
 *     R = 0.64 g ρ c_B H² B² / L
 *
 * H significant wave height in m, ρ density of the water in kg/m³, c_B block coefficient, B beam and L length in m.
 */
import type { WaveResistance } from './vessel.ts';

const GRAVITY = 9.81;

/** Significant wave height, m, up to which the literature trusts the formula. */
export const TRUSTED_WAVE_HEIGHT_M = 2;

/** Resistance in newtons; 0 where the wave height is not known (NaN). */
export function waveResistance(model: WaveResistance, waveHeightM: number): number {
  if (!(waveHeightM > 0)) return 0;
  const { waterDensity, blockCoefficient, beamM, lengthM } = model;
  return (0.64 * GRAVITY * waterDensity * blockCoefficient * waveHeightM ** 2 * beamM ** 2) / lengthM;
}
