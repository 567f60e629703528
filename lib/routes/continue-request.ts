/** What a ship on its way sends to have the rest of its route planned anew. */
import * as z from 'zod';
import { latitude, longitude } from '../request/coordinates.ts';
import { instant } from '../request/instant.ts';
import { notNegative, orNull, text } from '../request/values.ts';

/** As many as a voyage has stops. */
const MOST_DONE = 50;

export const continueRequest = z.strictObject({
  lat: latitude.describe('Where the ship is, decimal degrees'),
  lon: longitude,
  time: instant.describe('When it is there: the departure of what is left'),
  done: z
    .array(text(100), 'must be an array of names of stops')
    .max(MOST_DONE, `must be at most ${MOST_DONE} names`)
    .superRefine((names, { addIssue }) => {
      for (const [i, name] of names.entries()) {
        if (names.indexOf(name) === i) continue;
        addIssue({ code: 'custom', path: [i], message: `names stop "${name}" twice` });
      }
    })
    .nullish()
    .transform((names) => names ?? [])
    .describe('The names of the stops that are done'),
  fuel_aboard_tonnes: orNull(notNegative).describe(
    'What is aboard now; without it, what the plan says, where the request said what was',
  ),
});

export type ContinueRequest = z.output<typeof continueRequest>;
