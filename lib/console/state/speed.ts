/** How fast the voyage is sailed. */
import { signal } from '@preact/signals';
import { departure } from './departure.ts';
import { asksFuel } from './fuel.ts';
import type { PlanPart } from './plan-part.ts';
import { askedPrice } from './price.ts';
import { mayLeaveOut, takesFuel } from './stops.ts';
import { vehicleType } from './vehicle-type.ts';

/** What is asked of the speed; nothing: the vessel sails as fast as it can. */
export interface SpeedWish {
  /** The whole voyage takes at most so many hours, with the least fuel. */
  readonly hours?: number;
  /** The same as a time of arrival, ISO 8601; it needs a departure. */
  readonly arriveBy?: string;
  /** Knots. */
  readonly most?: number;
  readonly least?: number;
  /** The curve of fuel against time is stored with the route. */
  readonly curve?: true;
  /** As fast as the fuel aboard allows. */
  readonly slower?: true;
}

/** Voyages on the curve. */
export const CURVE_POINTS = 9;

export const speed = signal<SpeedWish>({});

/**
 * Whether it may depend on the fuel aboard: where nothing else decides it. What that suffices for among stops that may be left out is chosen
 * neither for a price yet, nor where some is taken on the way.
 */
export const maySailSlower = (): boolean => {
  const { hours, arriveBy } = speed.value;
  const isLimited = hours !== undefined || arriveBy !== undefined;
  return asksFuel() && !isLimited && !(mayLeaveOut.value && (takesFuel() || askedPrice() !== null));
};

/**
 * The wish as it can be asked for: ready-made ice data know their vessel at full speed only. Where stops may be left out, the
 * time is a limit, and the vessel sails as fast as it can.
 */
export const askedSpeed = (): SpeedWish => {
  const { arriveBy, hours, curve, slower, ...limits } = speed.value;
  const leaves = departure.value?.toISOString();
  const time: SpeedWish = {
    ...(hours !== undefined && { hours }),
    ...(arriveBy && leaves && arriveBy > leaves && { arriveBy }),
  };
  if (vehicleType.value === null) return mayLeaveOut.value ? time : {};
  return {
    ...time,
    ...limits,
    ...(curve && !mayLeaveOut.value && { curve }),
    ...(slower && maySailSlower() && { slower }),
  };
};

/** Whether anything is asked of it: only data of the sea alone count then. */
export const choosesSpeed = (): boolean => {
  const { hours, arriveBy, ...others } = askedSpeed();
  const isTimed = !mayLeaveOut.value && (hours !== undefined || arriveBy !== undefined);
  return isTimed || Object.keys(others).length > 0;
};

export const speedPart: PlanPart<SpeedWish> = {
  kept: () => (Object.keys(speed.value).length > 0 ? speed.value : undefined),
  show: (wish = {}) => {
    speed.value = wish;
  },
  fields: () => {
    const { hours, arriveBy, most, least, curve, slower } = askedSpeed();
    return {
      within_hours: hours ?? null,
      arrive_by: hours === undefined ? (arriveBy ?? null) : null,
      max_speed_kn: most ?? null,
      min_speed_kn: least ?? null,
      trade_off: curve ? CURVE_POINTS : null,
      choose_speed: slower ?? null,
    };
  },
  ofVoyage: (voyage) => {
    const wish: SpeedWish = {
      ...(voyage.within_hours && { hours: voyage.within_hours }),
      ...(voyage.arrive_by && { arriveBy: voyage.arrive_by }),
      ...(voyage.max_speed_kn && { most: voyage.max_speed_kn }),
      ...(voyage.min_speed_kn && { least: voyage.min_speed_kn }),
      ...(voyage.trade_off && { curve: true }),
      ...(voyage.choose_speed && { slower: true }),
    };
    return Object.keys(wish).length > 0 ? wish : undefined;
  },
  toText: ({ arriveBy, ...wish }) =>
    Object.entries({ ...wish, ...(arriveBy && { arriveBy: arriveBy.slice(0, 16) }) })
      .map((entry) => entry.join(' '))
      .join(','),
  fromText: (text) => {
    const parts = new Map(
      text.split(',').map((part): [string, string | undefined] => {
        const [name = '', value] = part.split(' ');
        return [name, value];
      }),
    );
    const numbers = ['hours', 'most', 'least'].flatMap((name) => {
      const value = Number(parts.get(name));
      return value > 0 && Number.isFinite(value) ? [[name, value] as const] : [];
    });
    const arriveBy = new Date(`${parts.get('arriveBy')}Z`);
    const wish: SpeedWish = {
      ...Object.fromEntries(numbers),
      ...(!Number.isNaN(arriveBy.getTime()) && { arriveBy: arriveBy.toISOString() }),
      ...(parts.has('curve') && { curve: true }),
      ...(parts.has('slower') && { slower: true }),
    };
    return Object.keys(wish).length > 0 ? wish : undefined;
  },
};
