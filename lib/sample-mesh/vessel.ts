/**
 * A polar research ship: its speed falls where ice resists more than it can push, and its fuel follows from speed
 * and resistance. Model and constants: the SDA of PolarRoute, Fox et al. (2022), arXiv:2209.02389; resistance in
 * pack ice after Colbourne (2000). They reproduce the published vessel meshes to their last digit.
 */
export const VESSEL = {
  vessel_type: 'SDA',
  max_speed: 26.5,
  unit: 'km/hr',
  beam: 24,
  hull_type: 'slender',
  force_limit: 96634.5,
  max_ice_conc: 80,
  min_depth: 10,
};

export const ICE_DENSITY = 875;

const GRAVITY = 9.81;
/** A slender hull's coefficient, and its exponents of the Froude number and of the concentration. */
const HULL = { k: 4.4, froude: -0.8267, concentration: 2 };
const KMH = 1 / 3.6;

export interface Performance {
  readonly speedKmh: number;
  /** Newtons, of the ice at that speed. */
  readonly resistance: number;
  /** Tonnes per day. */
  readonly fuel: number;
}

/** What the vessel does in ice of a concentration (%) and thickness (m): the same at every heading. */
export function performance(concentration: number, thickness: number): Performance {
  const { max_speed, force_limit } = VESSEL;
  if (concentration <= 0) return { speedKmh: max_speed, resistance: 0, fuel: fuelPerDay(max_speed, 0) };
  const unit = resistanceAt(1, concentration, thickness);
  // resistance = unit · v ^ (2 + froude exponent)
  const exponent = 2 + HULL.froude;
  const strongest = (force_limit / unit) ** (1 / exponent) / KMH;
  const speedKmh = Math.min(max_speed, strongest);
  const resistance = unit * (speedKmh * KMH) ** exponent;
  return { speedKmh, resistance, fuel: fuelPerDay(speedKmh, resistance) };
}

/** Resistance in newtons at a speed in m/s. */
function resistanceAt(speedMps: number, concentration: number, thickness: number): number {
  const share = concentration / 100;
  const froude = speedMps / Math.sqrt(GRAVITY * share * thickness);
  const pressed = 0.5 * HULL.k * ICE_DENSITY * VESSEL.beam * thickness * speedMps ** 2;
  return pressed * froude ** HULL.froude * share ** HULL.concentration;
}

/** Tonnes per day: PolarRoute's fit to the ship's logs, km/h and newtons. */
function fuelPerDay(speedKmh: number, resistance: number): number {
  const calm = 0.00137247 * speedKmh ** 2 - 0.0029601 * speedKmh + 0.25290433;
  return 24 * (calm + 7.75218178e-11 * resistance ** 2 + 6.48113363e-6 * resistance);
}
