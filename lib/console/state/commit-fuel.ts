import { batch } from '@preact/signals';
import { type FuelWish, fuel } from './fuel.ts';
import { recordStep } from './history.ts';
import { forgetAnswer } from './service-route.ts';

export function commitFuel(change: { readonly [name in keyof FuelWish]: number | undefined }): void {
  const wish = Object.entries({ ...fuel.peek(), ...change }).filter(([, value]) => value !== undefined);
  batch(() => {
    forgetAnswer();
    fuel.value = Object.fromEntries(wish);
  });
  recordStep();
}
