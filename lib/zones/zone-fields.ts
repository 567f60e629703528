/** The fields of a request that concern zones. */
import * as z from 'zod';
import { orNull } from '../request/values.ts';
import { pointCount } from './geometry/polygon-fault.ts';
import { type Zone, zone, zoneName } from './zone.ts';

const MAX_ZONES = 50;
export const MAX_POINTS_TOGETHER = 50_000;

/** A whole zone, or the name of a stored one: its faults are those of what it is meant to be. */
const entry = z
  .unknown()
  .transform((value, context): Zone | string => {
    const parsed = (typeof value === 'string' ? zoneName : zone).safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys : null;
      for (const key of unknown ?? [null]) {
        const path = key === null ? issue.path : [...issue.path, key];
        context.addIssue({ code: 'custom', path, message: unknown ? 'is not a known field' : issue.message });
      }
    }
    return z.NEVER;
  })
  .meta({ description: 'A zone, or the name of a stored one' });

const nameOf = (each: Zone | string): string => (typeof each === 'string' ? each : each.name);

const zones = z
  .array(entry, 'must be an array of zones')
  .max(MAX_ZONES, `must be at most ${MAX_ZONES} zones`)
  .superRefine((list, context) => {
    list.forEach((each, i) => {
      const name = nameOf(each);
      if (list.findIndex((other) => nameOf(other) === name) === i) return;
      const path = typeof each === 'string' ? [i] : [i, 'name'];
      context.addIssue({ code: 'custom', path, message: `is the name of another zone too: "${name}"` });
    });
    const points = list.reduce(
      (sum, each) => sum + (typeof each === 'string' ? 0 : pointCount(each.geometry)),
      0,
    );
    if (points > MAX_POINTS_TOGETHER) {
      const message = `have ${points} points together, expected at most ${MAX_POINTS_TOGETHER}`;
      context.addIssue({ code: 'custom', message });
    }
  });

export const zoneFields = {
  zones: orNull(zones)
    .transform((list): (Zone | string)[] | null => (list && list.length > 0 ? list : null))
    .describe(
      'Areas that are closed, limit the speed, or whose entry is told; up to 50, of 50,000 points together',
    ),
  standing_zones: orNull(z.boolean('must be true or false'))
    .transform((apply) => (apply === false ? false : null))
    .describe(
      'False: without the zones that are stored as standing, which otherwise hold for every request; nor do they for the rest of its route',
    ),
};
