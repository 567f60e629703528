/** What is asked of the reach: drafts and links hold it while it is shown. reach.ts finds the areas. */
import { batch, signal } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { PlanPart } from './plan-part.ts';

/** `consumption`: tonnes or units of battery, whichever the vessel uses; `percent`: the room that the voyage from A to B has. */
export type ReachMeasure = 'hours' | 'consumption' | 'nm' | 'percent';

/** Where the ships can be, from where they can be reached, and where one can go and be back. */
export type ReachWay = 'to' | 'from' | 'round';

export interface Ship extends LatLon {
  /** Of the chosen location. */
  readonly name?: string;
  /** When it can leave. */
  readonly delayHours?: number;
}

interface KeptReach {
  readonly measure: ReachMeasure;
  readonly values: readonly number[];
  /** `to` where there is none. */
  readonly way?: Exclude<ReachWay, 'to'>;
  readonly ships?: readonly Ship[];
}

/** As the service allows. */
export const MOST_SHIPS = 20;
export const MOST_CONTOURS = 12;
export const MOST_DELAY_HOURS = 8760;

const FIRST_VALUES: Readonly<Record<ReachMeasure, readonly number[]>> = {
  hours: [12, 24],
  consumption: [10, 20],
  nm: [100, 200],
  percent: [2, 10],
};

export const reachShown = signal(false);
export const reachMeasure = signal<ReachMeasure>('hours');
/** In the unit of the measure, each measure with its own. */
export const reachValues = signal(FIRST_VALUES);
/** Not asked of the room that a voyage has. */
export const reachWay = signal<ReachWay>('to');
/** Ships at places of their own; without any, the reach is that from A. */
export const ships = signal<readonly Ship[]>([]);

/** Between ships; a name may not have it in a link. */
const APART = '|';

export const reachPart: PlanPart<KeptReach> = {
  kept: () => {
    if (!reachShown.value) return undefined;
    const [measure, way] = [reachMeasure.value, reachWay.value];
    return {
      measure,
      values: reachValues.value[measure],
      ...(way !== 'to' && { way }),
      ...(ships.value.length > 0 && { ships: ships.value }),
    };
  },
  show: (kept) => {
    batch(() => {
      reachShown.value = kept !== undefined;
      if (!kept) {
        ships.value = [];
        return;
      }
      reachMeasure.value = kept.measure;
      reachValues.value = { ...reachValues.peek(), [kept.measure]: kept.values };
      reachWay.value = kept.way ?? 'to';
      ships.value = kept.ships ?? [];
    });
  },
  fields: () => ({}),
  ofVoyage: () => reachPart.kept(), // no voyage asks for it
  toText: ({ measure, values, way, ships: all = [] }) =>
    [[`${way ? `${way}-` : ''}${measure}`, ...values].join(','), ...all.map(shipText)].join(APART),
  fromText: (text) => {
    const [asked = '', ...others] = text.split(APART);
    const [, way, measure, numbers = ''] = /^(?:(from|round)-)?([a-z]+)((?:,[\d.]+)+)$/.exec(asked) ?? [];
    const values = numbers.split(',').slice(1).map(Number);
    if (!measure || !(measure in FIRST_VALUES) || !areContours(values, measure as ReachMeasure)) {
      return undefined;
    }
    const read = others.flatMap((ship) => readShip(ship) ?? []).slice(0, MOST_SHIPS);
    return {
      measure: measure as ReachMeasure,
      values,
      ...(way && { way: way as 'from' | 'round' }),
      ...(read.length > 0 && { ships: read }),
    };
  },
};

export function areContours(values: readonly number[], measure: ReachMeasure): boolean {
  const least = measure === 'percent' ? 0.1 : Number.MIN_VALUE;
  const isGood = values.every((value) => Number.isFinite(value) && value >= least);
  return isGood && values.length > 0 && values.length <= MOST_CONTOURS;
}

const shipText = ({ lat, lon, name = '', delayHours = 0 }: Ship): string =>
  [Number(lat.toFixed(5)), Number(lon.toFixed(5)), delayHours, name.replaceAll(APART, ' ')].join(',');

function readShip(text: string): Ship | null {
  const [, lat, lon, delay, name] = /^(-?[\d.]+),(-?[\d.]+),([\d.]+),(.{0,100})$/.exec(text) ?? [];
  const ship = { lat: Number(lat), lon: Number(lon) };
  if (!(Math.abs(ship.lat) <= 90 && Math.abs(ship.lon) <= 180)) return null;
  const delayHours = Number(delay);
  return {
    ...ship,
    ...(name && { name }),
    ...(delayHours > 0 && delayHours <= MOST_DELAY_HOURS && { delayHours }),
  };
}
