/** The fields of a request that leave the speed to the service. */
import * as z from 'zod';
import { instant } from '../request/instant.ts';
import { orNull, positive } from '../request/values.ts';

/** Voyages of a trade-off. */
const FEWEST = 2;
const MOST = 25;
const COUNT = `must be a whole number from ${FEWEST} to ${MOST}`;

export const speedFields = {
  within_hours: orNull(positive).describe(
    'The whole voyage takes at most so many hours; the answer then also has the route that consumes least within them',
  ),
  within_tonnes: orNull(positive).describe(
    'The whole voyage takes at most so much fuel; the answer then also has the route that takes the least time with it. Where stops have a value, all its routes do what is worth most that so much suffices for, at the speeds that take least. With `within_hours` or `arrive_by`: the route that consumes least within them, and no more than this',
  ),
  arrive_by: orNull(instant).describe('The same as a time of arrival; it needs `departure`'),
  max_speed_kn: orNull(positive).describe(
    "Highest speed in knots, before wind changes it; without it the vehicle's max_speed",
  ),
  min_speed_kn: orNull(positive).describe("Least speed in knots; without it the vehicle's min_speed"),
  trade_off: orNull(z.int(COUNT).min(FEWEST, COUNT).max(MOST, COUNT)).describe(
    'So many voyages from the fastest to the one that consumes least, evenly spaced in time; where stops have a value, to those at which the fastest route calls',
  ),
};

export type SpeedFields = z.output<z.ZodObject<typeof speedFields>>;

type SentFields = SpeedFields & {
  readonly departure: string | null;
  readonly choose_speed: boolean | null;
};

/** Reports fields that contradict each other. */
export function checkSpeedFields(sent: SentFields, { addIssue }: z.core.$RefinementCtx): void {
  const { within_hours, within_tonnes, arrive_by, departure, min_speed_kn, max_speed_kn } = sent;
  const report = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
  if (arrive_by !== null && within_hours !== null) report('arrive_by', 'must not be sent with within_hours');
  if (within_tonnes !== null && sent.choose_speed !== null)
    report('choose_speed', 'must not be sent with within_tonnes');
  if (arrive_by !== null && departure === null) report('arrive_by', 'needs a departure');
  if (arrive_by !== null && departure !== null && arrive_by <= departure) {
    report('arrive_by', 'must be after the departure');
  }
  if (min_speed_kn !== null && max_speed_kn !== null && min_speed_kn > max_speed_kn) {
    report('min_speed_kn', 'must not be above max_speed_kn');
  }
}
