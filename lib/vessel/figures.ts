/**
 * Figures beyond those of any vessel or sea: what lies beyond can't be meant, and is refused before anything is planned
 * with it. All of them are well above what is known.
 */
import type { SeaColumn } from '../engine/mesh/environment.ts';
import { attenboroughFuel, consumptionPerDay } from './consumption.ts';
import { VesselUnusable } from './errors.ts';
import type { Consumed, ConsumptionModel, Vessel } from './vessel.ts';

/** The fastest airliners fly at about 1,000 km/h, survey aircraft at a third of that. */
export const HIGHEST_SPEED_KMH = 1_500;
/** Tonnes of fuel: the largest ships burn about 400 a day. Ampere-hours: a large electric ferry has 100,000. */
export const HIGHEST_PER_DAY: Readonly<Record<Consumed, number>> = { fuel: 10_000, battery: 10_000_000 };
/** The fastest tidal streams run at about 11 m/s. */
export const HIGHEST_CURRENT_MPS = 30;
/** How far from 0 what is known of a sea may be, by column; ice is 0 to 100 %. */
export const FARTHEST_FROM_ZERO: Readonly<
  Record<Exclude<SeaColumn, 'iceConcentration'>, { readonly most: number; readonly unit: string }>
> = {
  elevation: { most: 12_000, unit: 'm' },
  iceThickness: { most: 200, unit: 'm' },
  iceDensity: { most: 5_000, unit: 'kg/m³' },
  windEast: { most: 200, unit: 'm/s' },
  windNorth: { most: 200, unit: 'm/s' },
  waveHeight: { most: 100, unit: 'm' },
};
/** No passage takes ten years. */
export const LONGEST_DAYS = 3_650;

const unitOf: Record<Consumed, string> = { fuel: 'tonnes of fuel', battery: 'Ah of battery' };

/** @throws VesselUnusable for a speed beyond any vessel's */
export function requireSpeed(speedKmh: number): void {
  if (speedKmh <= HIGHEST_SPEED_KMH) return;
  throw new VesselUnusable(
    `The vehicle would sail at ${speedKmh} km/h; routes are planned for at most ${HIGHEST_SPEED_KMH} km/h.`,
  );
}

/** @throws VesselUnusable for a consumption per day that is below 0 or beyond any vessel's */
export function requireRate(
  model: ConsumptionModel,
  rate: number,
  speedKmh: number,
  resistanceN = 0,
  elevationM = Number.NaN,
): void {
  const most = HIGHEST_PER_DAY[model.of];
  if (rate >= 0 && rate <= most) return;
  const isBorrowed = model === attenboroughFuel;
  const whose = isBorrowed
    ? 'The fuel model of RRS Sir David Attenborough, which counts for a vehicle without a consumption_model,'
    : "The vehicle's consumption_model";
  const limit = resistanceN > 0 ? 'force_limit' : 'max_speed';
  const remedy = isBorrowed ? ` Give the vehicle a consumption_model or a lower ${limit}.` : '';
  throw new VesselUnusable(
    `${whose} gives ${rounded(rate)} ${unitOf[model.of]} a day at ${rounded(speedKmh)} km/h` +
      `${causeOf(model, resistanceN, elevationM)}: expected 0 to ${most}.${remedy}`,
  );
}

/** What besides the speed a consumption depends on, as it is there. */
function causeOf({ type }: ConsumptionModel, resistanceN: number, elevationM: number): string {
  if (type === 'polynomial_fuel' && resistanceN > 0) {
    return ` against a resistance of ${rounded(resistanceN / 1000)} kN`;
  }
  return type === 'polynomial_battery' && !Number.isNaN(elevationM)
    ? ` where the elevation is ${elevationM} m`
    : '';
}

/** To four digits, but all those before the point: figures of this kind are estimates. */
const rounded = (value: number): number =>
  Math.abs(value) < 1000 ? Number(value.toPrecision(4)) : Math.round(value);

/** @throws VesselUnusable for what a vessel consumes while it stays, where that is beyond any vessel's */
export function requireIdleRate(of: Consumed, rate: number): void {
  const most = HIGHEST_PER_DAY[of];
  if (rate <= most) return;
  throw new VesselUnusable(`The vehicle's idle_rate is ${rate} ${unitOf[of]} a day: expected 0 to ${most}.`);
}

/** Checks a vessel by itself, in deep, calm and open water. @throws VesselUnusable */
export function requirePlausible({ maxSpeedKmh, consumption }: Vessel): void {
  requireSpeed(maxSpeedKmh);
  requireRate(consumption, consumptionPerDay(consumption, maxSpeedKmh, 0, Number.NaN), maxSpeedKmh);
}
