/**
 * What a vessel consumes per day under way. The fuel curve of RRS Sir David Attenborough is a fit to her logs, published with
 * PolarRoute (Fox et al. 2022, arXiv:2209.02389); the other published constants are PolarRoute's for a Slocum glider
 * (4.44444444, −0.5555555499999991; 0.001, 2), the AUV Boaty McBoatface (4.75 Ah/day) and a Twin Otter (3.858 t/day).
 */
import type { ConsumptionModel } from './vessel.ts';

export const attenboroughFuel: ConsumptionModel = {
  of: 'fuel',
  type: 'polynomial_fuel',
  speed: [0.00137247, -0.0029601, 0.25290433],
  resistance: [7.75218178e-11, 6.48113363e-6],
};

/** Depth of water from which a glider dives fully, m, where it does not say. */
export const DEFAULT_DIVE_DEPTH_M = 1000;

/**
 * Consumption per day: tonnes of fuel or Ah of battery.
 *
 * @param speedKmh through the water
 * @param resistanceN sum of the resistances; a push counts as 0
 * @param elevationM negative below the sea; NaN where it is not known, which counts as deep water
 */
export function consumptionPerDay(
  model: ConsumptionModel,
  speedKmh: number,
  resistanceN: number,
  elevationM: number,
): number {
  if (model.type === 'constant_consumption') return model.rate;
  if (model.type === 'polynomial_battery') {
    const [p1, p0] = model.speed;
    const [d1, d0] = model.depth;
    const full = p1 * speedKmh + p0;
    return elevationM > -model.maxDiveDepthM ? full * (d1 * elevationM + d0) : full;
  }
  const [a2, a1, a0] = model.speed;
  const [b2, b1] = model.resistance;
  const R = Math.max(0, resistanceN);
  return (a2 * speedKmh * speedKmh + a1 * speedKmh + a0 + b2 * R * R + b1 * R) * 24;
}
