/** What a voyage asks of its speed, and the vehicle as it is then under way. */
import { SAME_TIME } from '../../speed/same-time.ts';
import type { Vehicle } from '../../vehicles/vehicle.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { dependsOnSpeed } from '../../vessel/depends-on-speed.ts';
import { KMH_PER_KNOT, kmhPerUnit } from '../../vessel/units.ts';
import type { PlanUse } from '../kept.ts';
import type { Voyage } from '../voyage-fields.ts';

/** The least speed of a vehicle that does not say it, as a part of its greatest. */
const LEAST_PART = 0.2;
const MS_PER_DAY = 86_400_000;

/** The fields of a voyage that choose its speed, as they are where it sails at full speed. */
export const FULL_SPEED = {
  within_hours: null,
  arrive_by: null,
  max_speed_kn: null,
  min_speed_kn: null,
  trade_off: null,
  within_tonnes: null,
  choose_speed: null,
} as const;

/**
 * How long a voyage may take, days, that leaves out what that is too short for; Infinity for others. Hours and sums of legs are
 * rounded: the very time that a voyage was told to take is enough for it.
 */
export const limitOf = (voyage: Voyage | null): number => {
  const allowed = voyage && leavesOut(voyage) ? daysAllowed(voyage) : null;
  return allowed === null ? Infinity : allowed * (1 + SAME_TIME);
};

/** Whether some of its stops may be left out. */
export const leavesOut = ({ stops }: Pick<Voyage, 'stops'>): boolean =>
  stops?.some(({ value }) => value !== undefined) ?? false;

/**
 * Whether a voyage leaves the speed, or its limits, to be chosen; such a voyage is planned on an environment mesh. Where stops may be
 * left out, the time allowed limits a voyage at full speed too.
 */
export function choosesSpeed(voyage: Voyage | null): voyage is Voyage {
  if (!voyage) return false;
  const fields = Object.keys(FULL_SPEED) as (keyof typeof FULL_SPEED)[];
  const isLimit = (field: string) => leavesOut(voyage) && (field === 'within_hours' || field === 'arrive_by');
  return fields.some((field) => isGiven(voyage[field]) && !isLimit(field));
}

/** A request that was stored before there was a field does not have it. */
export const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Why no speed can be chosen for a voyage, and what to do about it; null where it can. */
export function speedRefusal(vehicle: Vehicle | null, voyage: Voyage | null): string | null {
  if (!choosesSpeed(voyage)) return null;
  if (!vehicle) {
    return 'No speed can be chosen without a vehicle: store one whose consumption_model depends on its speed, and name it as vehicle_type.';
  }
  const named = `The vehicle "${vehicle.vessel_type}"`;
  if (!dependsOnSpeed(vesselOf(vehicle))) {
    return `${named} consumes the same at every speed, so that none can be chosen: store it with a consumption_model that depends on its speed.`;
  }
  const most = vehicle.max_speed * kmhPerUnit(vehicle.unit)!;
  const { max_speed_kn, min_speed_kn } = voyage;
  const limits = [
    ['max_speed_kn', max_speed_kn],
    ['min_speed_kn', min_speed_kn],
  ] as const;
  for (const [name, knots] of limits) {
    if (knots !== null && knots * KMH_PER_KNOT > most * (1 + 1e-9)) {
      return `${named} sails at most ${knotsText(most)} knots: send a lower ${name} than ${knots}, or store another max_speed.`;
    }
  }
  return null;
}

/** The vehicle as it may sail on a voyage: what its mesh has to be made for. */
export function vehicleUnderWay<V extends Vehicle | null>(vehicle: V, voyage: Voyage | null): V {
  const knots = voyage?.max_speed_kn ?? null;
  return vehicle && knots !== null ? { ...vehicle, max_speed: knots, unit: 'knots' } : vehicle;
}

/** Whether the time under way is chosen: for a limit of it or of consumption, for a price, or to tell what other times would cost. */
export function choosesTime(voyage: Voyage | null): voyage is Voyage {
  if (voyage === null) return false;
  const { trade_off, within_tonnes, choose_speed, price } = voyage;
  return daysAllowed(voyage) !== null || [trade_off, within_tonnes, choose_speed, price].some(isGiven);
}

/** Whether what may be consumed is limited. */
export const limitsFuel = ({ within_tonnes, choose_speed }: Voyage): boolean =>
  isGiven(within_tonnes) || isGiven(choose_speed);

/** Which speeds are chosen for a plan; null: none. */
export function choosesFor(use: PlanUse, voyage: Voyage | null): 'within' | 'all' | null {
  if (use === 'guide' || !choosesTime(voyage)) return null;
  if (!isGiven(voyage!.trade_off)) return 'within';
  if (use === 'answer') return 'all';
  return choosesTime({ ...voyage!, trade_off: null }) ? 'within' : null;
}

export function daysAllowed({ within_hours, arrive_by, departure }: Voyage): number | null {
  if (isGiven(within_hours)) return within_hours / 24;
  if (!isGiven(arrive_by) || !isGiven(departure)) return null;
  return (Date.parse(arrive_by) - Date.parse(departure)) / MS_PER_DAY;
}

/** km/h. */
export function leastSpeed({ max_speed, min_speed, unit }: Vehicle, { min_speed_kn }: Voyage): number {
  if (isGiven(min_speed_kn)) return min_speed_kn * KMH_PER_KNOT;
  return (min_speed ?? LEAST_PART * max_speed) * kmhPerUnit(unit)!;
}

const knotsText = (kmh: number): string => String(Number((kmh / KMH_PER_KNOT).toFixed(2)));
