/** What a day of the ship and a tonne of its fuel cost: the voyage that costs least money is then planned too. */
import { signal } from '@preact/signals';
import type { Voyage } from '../../voyage/voyage-fields.ts';
import type { PlanPart } from './plan-part.ts';

/** In any currency. */
export interface PriceWish {
  readonly perDay?: number;
  readonly perTonne?: number;
}

export const MOST_MONEY = 1e9;

export const price = signal<PriceWish>({});

/** Both prices are needed. */
export const askedPrice = (): Voyage['price'] => {
  const { perDay, perTonne } = price.value;
  if (perDay === undefined || perTonne === undefined) return null;
  return { per_day: perDay, per_tonne: perTonne };
};

const keptOf = (perDay?: number, perTonne?: number): PriceWish | undefined => {
  const wish = { ...(perDay !== undefined && { perDay }), ...(perTonne !== undefined && { perTonne }) };
  return Object.keys(wish).length > 0 ? wish : undefined;
};

export const pricePart: PlanPart<PriceWish> = {
  kept: () => keptOf(price.value.perDay, price.value.perTonne),
  show: (wish = {}) => {
    price.value = wish;
  },
  fields: () => ({ price: askedPrice() }),
  ofVoyage: ({ price: asked }) => (asked ? keptOf(asked.per_day, asked.per_tonne) : undefined),
  toText: ({ perDay, perTonne }) => [perDay, perTonne].join(),
  fromText: (text) => {
    const parts = text.split(',');
    const [perDay, perTonne] = parts.map((part) => (part === '' ? undefined : Number(part)));
    const isRead =
      parts.length === 2 &&
      (perDay === undefined || (perDay >= 0 && perDay <= MOST_MONEY)) &&
      (perTonne === undefined || (perTonne > 0 && perTonne <= MOST_MONEY));
    return isRead ? keptOf(perDay, perTonne) : undefined;
  },
};
