import * as z from 'zod';

/** Of an answer on a sea that an ice chart may be laid over. */
export const chartInfo = z
  .strictObject({ info: z.string() })
  .optional()
  .describe('Under an ice chart: which, and how old it is');
