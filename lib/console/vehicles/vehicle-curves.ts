/** Speed and consumption of a vehicle against ice concentration, by the models that routes are made with. */
import { type Environment, unknownEnvironment } from '../../engine/mesh/environment.ts';
import type { Consumption } from '../../engine/mesh/mesh-source.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { performanceOf } from '../../vessel/performance.ts';
import type { Vehicle } from './vehicle-fields.ts';

export interface Curves {
  readonly consumes: Consumption;
  /** %, 0…100. */
  readonly concentration: number[];
  /** km/h; null where the vehicle does not sail. */
  readonly speedKmh: (number | null)[];
  /** Tonnes or Ah a day; null where the vehicle does not sail. */
  readonly perDay: (number | null)[];
}

const STEPS = 100;
const ICE_DENSITY = 900;
/** Deep water, so that only the ice differs. */
const ELEVATION_M = -4000;

/**
 * @param thicknessM of the ice, metres
 * @throws VesselUnusable where the vehicle's unit, hull or consumption can't be computed with
 */
export function vehicleCurves(vehicle: Vehicle, thicknessM: number): Curves {
  const cellCount = STEPS + 1;
  const column = (value: (i: number) => number) =>
    Float64Array.from({ length: cellCount }, (_, i) => value(i));
  const base = unknownEnvironment(cellCount);
  const environment: Environment = {
    ...base,
    columns: {
      ...base.columns,
      elevation: column(() => ELEVATION_M),
      iceConcentration: column((i) => i),
      iceThickness: column(() => thicknessM),
      iceDensity: column(() => ICE_DENSITY),
    },
  };
  const vessel = vesselOf(vehicle);
  const limit = vessel.access.maxIceConcentration ?? 100;
  const closed = Uint8Array.from({ length: cellCount }, (_, i) => (i > limit ? 1 : 0));
  const { speeds, rates } = performanceOf(vessel, environment, closed);
  const sails = (i: number) => closed[i] === 0 && speeds[8 * i] > 0;
  const concentration = Array.from({ length: cellCount }, (_, i) => i);
  return {
    consumes: vessel.consumption.of,
    concentration,
    speedKmh: concentration.map((i) => (sails(i) ? speeds[8 * i] : null)),
    perDay: concentration.map((i) => (sails(i) ? rates[8 * i] : null)),
  };
}
