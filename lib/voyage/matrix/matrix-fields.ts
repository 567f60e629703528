/** What a client may ask of the matrix. */
import * as z from 'zod';
import { checkChart } from '../../ice-charts/chart-fields.ts';
import { latitude, longitude } from '../../request/coordinates.ts';
import { orNull, text } from '../../request/values.ts';
import { seaFields } from '../sea-fields.ts';

export const MAX_PAIRS = 2500;

const place = z.strictObject({ lat: latitude, lon: longitude, name: orNull(text(100)) });
const places = z
  .array(place)
  .min(1, 'must have at least one place')
  .max(MAX_PAIRS, `must have at most ${MAX_PAIRS} places`);

export const matrixRequest = z
  .strictObject({
    sources: places.describe('A row for each'),
    targets: orNull(places).describe('A column for each; default: the sources'),
    ...seaFields,
  })
  .superRefine(checkChart)
  .superRefine(({ sources, targets }, context) => {
    const pairs = sources.length * (targets ?? sources).length;
    if (pairs <= MAX_PAIRS) return;
    const message = `and targets make ${pairs} pairs: at most ${MAX_PAIRS} fit in a request`;
    context.addIssue({ code: 'custom', path: ['sources'], message });
  });

export type MatrixRequest = z.output<typeof matrixRequest>;
