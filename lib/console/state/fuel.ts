/** What fuel is aboard at the departure, and what has to stay there. */
import { signal } from '@preact/signals';
import type { PlanPart } from './plan-part.ts';

/** Tonnes. */
export interface FuelWish {
  readonly aboard?: number;
  readonly reserve?: number;
  /** What the bunkers hold. */
  readonly capacity?: number;
}

export const MOST_TONNES = 1e6;

export const fuel = signal<FuelWish>({});

/** The others are asked for beside what is aboard alone. */
export const asksFuel = (): boolean => fuel.value.aboard !== undefined;

const keptOf = (aboard?: number, reserve?: number, capacity?: number): FuelWish | undefined => {
  const given = Object.entries({ aboard, reserve, capacity }).filter(([, tonnes]) => tonnes !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
};

export const fuelPart: PlanPart<FuelWish> = {
  kept: () => keptOf(fuel.value.aboard, fuel.value.reserve, fuel.value.capacity),
  show: (wish = {}) => {
    fuel.value = wish;
  },
  fields: () => {
    const { aboard = null, reserve = null, capacity = null } = asksFuel() ? fuel.value : {};
    return { fuel_aboard_tonnes: aboard, reserve_tonnes: reserve, capacity_tonnes: capacity };
  },
  ofVoyage: ({ fuel_aboard_tonnes: aboard, reserve_tonnes: reserve, capacity_tonnes: capacity }) =>
    keptOf(aboard ?? undefined, reserve ?? undefined, capacity ?? undefined),
  toText: ({ aboard, reserve, capacity }) => [aboard, reserve, capacity].join(),
  fromText: (text) => {
    const parts = text.split(',');
    const [aboard, reserve, capacity] = parts.map((part) => (part === '' ? undefined : Number(part)));
    const isTonnes = (tonnes = 0) => tonnes >= 0 && tonnes <= MOST_TONNES;
    const isRead = parts.length === 3 && [aboard, reserve, capacity].every(isTonnes) && capacity !== 0;
    return isRead ? keptOf(aboard, reserve, capacity) : undefined;
  },
};
