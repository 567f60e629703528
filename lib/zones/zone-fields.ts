/** The fields of a request that concern zones. */
import * as z from 'zod';
import { orNull } from '../request/values.ts';
import { pointCount } from './geometry/polygon-fault.ts';
import { type Zone, zone } from './zone.ts';

const MAX_ZONES = 50;
const MAX_POINTS_TOGETHER = 50_000;

const zones = z
  .array(zone, 'must be an array of zones')
  .max(MAX_ZONES, `must be at most ${MAX_ZONES} zones`)
  .superRefine((list, context) => {
    list.forEach(({ name }, i) => {
      if (list.findIndex((other) => other.name === name) === i) return;
      context.addIssue({
        code: 'custom',
        path: [i, 'name'],
        message: `is the name of another zone too: "${name}"`,
      });
    });
    const points = list.reduce((sum, { geometry }) => sum + pointCount(geometry), 0);
    if (points > MAX_POINTS_TOGETHER) {
      const message = `have ${points} points together, expected at most ${MAX_POINTS_TOGETHER}`;
      context.addIssue({ code: 'custom', message });
    }
  });

export const zoneFields = {
  zones: orNull(zones)
    .transform((list): Zone[] | null => (list && list.length > 0 ? list : null))
    .describe(
      'Areas that are closed, limit the speed, or whose entry is told; up to 50, of 50,000 points together',
    ),
};
