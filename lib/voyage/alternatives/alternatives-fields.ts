/** The field by which a client asks for other routes beside the best. */
import * as z from 'zod';
import { orNull } from '../../request/values.ts';

const MOST = 3;
const message = `must be a whole number from 0 to ${MOST}`;

export const alternativesFields = {
  alternatives: orNull(z.int(message).min(0, message).max(MOST, message))
    .transform((count) => count || null)
    .describe(
      'Up to so many further routes for each objective: at most 10 % dearer, each the best near it, and with at most 60 % of its ' +
        'length within 2 NM of any before; through a forecast, each at what it costs in the sea that it meets',
    ),
};
