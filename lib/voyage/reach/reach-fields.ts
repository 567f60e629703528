/** What a client may ask of reach. */
import * as z from 'zod';
import { type chartFields, checkChart } from '../../ice-charts/chart-fields.ts';
import { latitude, longitude } from '../../request/coordinates.ts';
import { instant } from '../../request/instant.ts';
import { finite, orNull, text } from '../../request/values.ts';
import type { clearanceFields } from '../../zones/clearance-fields.ts';
import type { zoneFields } from '../../zones/zone-fields.ts';
import { seaFields } from '../sea-fields.ts';
import type { ReachMetric } from './reach.ts';

const MAX_ORIGINS = 20;
const MAX_CONTOURS = 12;
/** The least `percent`: below it the costs of the field are not exact enough. */
const MIN_PERCENT = 0.1;
const MAX_DELAY_HOURS = 10_000;

const METRICS = ['hours', 'fuel', 'battery', 'nm', 'percent'] as const satisfies readonly ReachMetric[];

const origin = z.strictObject({
  lat: latitude,
  lon: longitude,
  name: orNull(text(100)),
  delay_hours: orNull(finite.min(0, 'must not be negative').max(MAX_DELAY_HOURS)).describe(
    'When this one can leave; with contours in hours only',
  ),
});

const place = z.strictObject({ lat: latitude, lon: longitude });

/** `{"hours": 24}` as metric and value. */
const contour = z
  .record(z.string(), finite.gt(0, 'must be greater than 0'))
  .transform((value, context): { metric: ReachMetric; value: number } => {
    const [[name, size] = ['', 0], ...others] = Object.entries(value);
    const metric = METRICS.find((each) => each === name);
    if (metric && others.length === 0) return { metric, value: size };
    const message = `must have one of ${METRICS.join(', ')}, such as {"hours": 24}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

export const reachRequest = z
  .strictObject({
    origins: z
      .array(origin)
      .min(1, 'must have at least one place')
      .max(MAX_ORIGINS, `must have at most ${MAX_ORIGINS} places`)
      .describe('With several: who is there first'),
    contours: z
      .array(contour)
      .min(1, 'must have at least one contour')
      .max(MAX_CONTOURS, `must have at most ${MAX_CONTOURS} contours`)
      .describe(
        'All in one metric: hours, fuel (t), battery, nm, or percent above the best voyage to `destination`',
      ),
    of: orNull(z.enum(['traveltime', 'fuel', 'battery'])).describe(
      'What `percent` is of; default traveltime',
    ),
    reverse: orNull(z.boolean()).describe('From where the origins can be reached'),
    destination: orNull(place).describe(
      'Places through which a voyage from the origin to here costs at most the contour',
    ),
    polygons: orNull(z.boolean()).describe('False: the contour lines alone, without coasts'),
    ...seaFields,
    departure: orNull(instant).describe(
      'The sea is as it is then, all the way, where several meshes of a region are valid one after another; zones count only in their season',
    ),
  })
  .superRefine(checkChart)
  .superRefine(({ origins, contours, destination, of }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const [first] = contours;
    if (!first) return; // told by the array itself
    const { metric } = first;
    for (const [k, each] of contours.entries()) {
      if (each.metric !== metric)
        refuse(['contours', k], `must be ${metric} like the first: one metric a request`);
      if (metric === 'percent' && each.value < MIN_PERCENT) {
        refuse(['contours', k], `must be at least ${MIN_PERCENT} per cent`);
      }
    }
    if (metric === 'percent' && !destination) {
      refuse(['destination'], 'is required with contours in percent: they are of the best voyage to it');
    }
    if (metric === 'nm' && destination) refuse(['destination'], 'does not go with contours in nm');
    if (of && metric !== 'percent') refuse(['of'], 'goes with contours in percent only');
    for (const [k, { delay_hours }] of origins.entries()) {
      if (delay_hours && metric !== 'hours') {
        refuse(['origins', k, 'delay_hours'], 'goes with contours in hours only');
      }
    }
  });

/** What is asked on a mesh: chart, zones and clearance have made it what it is. */
export type ReachRequest = Omit<
  z.output<typeof reachRequest>,
  keyof typeof chartFields | keyof typeof zoneFields | keyof typeof clearanceFields
>;
