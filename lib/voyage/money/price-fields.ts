/** The field of a request that asks for the voyage that costs least money. */
import * as z from 'zod';
import { notNegative, orNull, positive } from '../../request/values.ts';

export const priceFields = {
  price: orNull(
    z.strictObject({
      per_day: notNegative.describe('Of the ship, stays included'),
      per_tonne: positive.describe('Of fuel'),
    }),
  ).describe('The answer then also has the voyage that costs least money, of type `cost`'),
};

export type Price = NonNullable<z.output<typeof priceFields.price>>;
