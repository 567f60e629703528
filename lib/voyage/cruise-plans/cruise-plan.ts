/**
 * A cruise plan in the YAML of the open cruise planner that oceanographers use
 * (https://github.com/ocean-uhh/cruiseplan): its ports, points, areas and legs.
 */
import { load } from 'js-yaml';
import * as z from 'zod';
import { latitude, longitude } from '../../request/coordinates.ts';

export const MAX_PLAN_BYTES = 2 ** 20;

/** The message says what is wrong, without the name of the file. */
export class CruisePlanUnreadable extends Error {}

const place = { latitude, longitude };
const minutes = z.number().min(0, 'must not be negative').nullish();
const knots = z.number().positive('must be above 0').nullish();
const name = z.string('must be text').min(1, 'must not be empty');

const port = z.object({ name, ...place, display_name: z.string().nullish() });
const point = z.object({ name, ...place, action: z.string().nullish(), duration: minutes });
const area = z.object({
  name,
  action: z.string().nullish(),
  duration: minutes,
  corners: z.array(z.object(place)).min(1, 'must have a corner'),
});
const activities = { ordered: z.boolean().nullish(), activities: z.array(name).nullish() };
const leg = z.object({
  name,
  departure_port: name,
  arrival_port: name,
  vessel_speed: knots,
  buffer_time: minutes,
  first_activity: name.nullish(),
  last_activity: name.nullish(),
  ...activities,
  clusters: z.array(z.object(activities)).nullish(),
});
const cruisePlan = z.object({
  default_vessel_speed: knots,
  ports: z.array(port).nullish(),
  points: z.array(point).nullish(),
  areas: z.array(area).nullish(),
  legs: z.array(leg, 'must be a list of legs').min(1, 'must have a leg'),
});

/** Speeds in knots, times in minutes. */
export type CruisePlan = z.output<typeof cruisePlan>;
export type CruisePlanLeg = CruisePlan['legs'][number];

/** @throws CruisePlanUnreadable */
export function parseCruisePlan(yaml: string): CruisePlan {
  if (new TextEncoder().encode(yaml).length > MAX_PLAN_BYTES)
    throw new CruisePlanUnreadable('larger than 1 MiB');
  let document: unknown;
  try {
    document = load(yaml, { maxAliases: 0 });
  } catch (error) {
    const [fault] = (error as Error).message.split('\n') as [string];
    throw new CruisePlanUnreadable(
      fault.includes('maxAliases')
        ? 'has YAML aliases (*name), which are not read: write out what they stand for'
        : `not YAML: ${fault.replace(/\((\d+):(\d+)\)$/, 'at line $1, column $2')}`,
    );
  }
  const parsed = cruisePlan.safeParse(document);
  if (parsed.success) return parsed.data;
  const [{ path, message }] = parsed.error.issues as [z.core.$ZodIssue];
  // as people count: `legs 1, name`
  const place = path.map((part) => (typeof part === 'number' ? ` ${part + 1}` : `, ${String(part)}`));
  throw new CruisePlanUnreadable(`not a cruise plan: ${place.join('').slice(2) || 'top level'}: ${message}`);
}
