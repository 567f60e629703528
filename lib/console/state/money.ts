/** What voyages cost in money, by the price of the plan. */
import { batch } from '@preact/signals';
import { totalCost } from '../../voyage/money/total-cost.ts';
import { recordStep } from './history.ts';
import { type PriceWish, price } from './price.ts';
import { forgetAnswer } from './service-route.ts';
import type { ShownRoute } from './shown-route.ts';
import * as state from './state.ts';

/** Null without a price, and where no consumption of fuel is known. */
export function moneyOf({ timeDays, consumption }: ShownRoute): number | null {
  const asked = state.voyage.value?.price;
  const isFuel = state.sea.value?.mesh.consumption === 'fuel';
  return asked && consumption && isFuel ? totalCost(asked, { timeDays, consumption }) : null;
}

export function commitPrice(change: { readonly [name in keyof PriceWish]: number | undefined }): void {
  const wish = Object.entries({ ...price.peek(), ...change }).filter(([, value]) => value !== undefined);
  batch(() => {
    forgetAnswer();
    price.value = Object.fromEntries(wish);
  });
  recordStep();
}
