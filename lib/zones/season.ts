/** The part of the year in which a zone counts: days as `MM-DD`, both included; it may span New Year. */
import * as z from 'zod';

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const message = 'must be a day of the year as MM-DD, such as 05-30';

const day = z
  .string(message)
  .regex(/^\d\d-\d\d$/, message)
  .refine((text) => {
    const [month, dayOfMonth] = text.split('-').map(Number) as [number, number];
    return dayOfMonth >= 1 && dayOfMonth <= (DAYS[month - 1] ?? 0);
  }, message);

export const season = z.strictObject({ from: day, to: day }, 'must be {"from": "MM-DD", "to": "MM-DD"}');

export type Season = z.output<typeof season>;
