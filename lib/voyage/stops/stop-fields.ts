/** The fields by which a voyage stops on its way. */
import * as z from 'zod';
import { latitude, longitude } from '../../request/coordinates.ts';
import { instant } from '../../request/instant.ts';
import { notNegative, optional, orNull, positive, text } from '../../request/values.ts';
import { refuelFields } from '../fuel/fuel-fields.ts';
import { openingFaults } from '../work/opening-faults.ts';
import { openingFields } from '../work/opening-fields.ts';
import { workFaults, workFields } from '../work/work-fields.ts';
import { isWork, lengthNm, MOST_NM, workWays } from '../work/work-ways.ts';

const MAX_STOPS = 50;
const MAX_STAY_HOURS = 10_000;
/** Of the greatest value of stops to the least: sums are told apart (stop-sets.ts). */
const MOST_RATIO = 1e9;

const stayHours = notNegative.max(MAX_STAY_HOURS, `must be at most ${MAX_STAY_HOURS}`);

const stop = z.strictObject({
  lat: orNull(latitude).describe('Decimal degrees; of a point, which has neither a line nor an area'),
  lon: orNull(longitude),
  name: orNull(text(100)).describe('Without it "Stop 1", "Stop 2", …'),
  stay_hours: stayHours.nullish().transform((hours) => hours ?? 0),
  after: z
    .array(text(100))
    .max(MAX_STOPS, `must be at most ${MAX_STOPS} names`)
    .nullish()
    .transform((names) => names ?? [])
    .describe('Names of stops that must come before it'),
  not_before: orNull(instant).describe('The vessel waits for this time; needs `departure`'),
  not_after: orNull(instant).describe('The vessel arrives by this time; needs `departure`'),
  ...openingFields,
  value: optional(positive).describe(
    'What it is worth to call here: the stop may then be left out, and the voyage does what is worth most together in the time or with the fuel that it may take',
  ),
  after_if_done: optional(z.boolean('must be true or false')).describe(
    'True: a stop that it comes `after` may have been left out; by default it is then left out too',
  ),
  ...refuelFields,
  ...workFields,
  stay_after_hours: optional(stayHours).describe(
    'At the end of a line or an area; `stay_hours` is at its beginning',
  ),
});

type SentStop = z.output<typeof stop>;

const nameOf = ({ name }: SentStop, i: number): string => name ?? `Stop ${i + 1}`;

/** Every stop is a place or work, which is at a place too: where its first way begins. */
function checkPlaces(stops: readonly SentStop[], { addIssue, issues }: z.core.$RefinementCtx): void {
  // fields are compared only where each is valid
  if (issues.length > 0) return;
  const report = (path: (string | number)[], message: string) => addIssue({ code: 'custom', path, message });
  let nm = 0;
  for (const [i, one] of stops.entries()) {
    const faults = workFaults(nameOf(one, i), one);
    for (const { field, text } of faults) report([i, field], text);
    for (const field of ['lat', 'lon'] as const) {
      if (!isWork(one) && one[field] === null)
        report([i, field], 'is needed, or a line, or an area with a spacing');
    }
    if (faults.length === 0 && isWork(one)) nm += lengthNm(workWays(one)[0]!);
  }
  if (nm > MOST_NM) report([], `have ${nm.toFixed(0)} NM of lines together, at most ${MOST_NM} are sailed`);
}

function placed(one: SentStop, i: number) {
  const [[lon, lat]] = isWork(one) ? workWays(one)[0]! : [[one.lon!, one.lat!]];
  return { ...one, lat, lon, name: nameOf(one, i) };
}

export const stopFields = {
  stops: z
    .array(stop, 'must be an array of stops')
    .max(MAX_STOPS, `must have at most ${MAX_STOPS} stops`)
    .superRefine(checkPlaces)
    .nullish()
    .transform((stops) => (stops?.length ? stops.map(placed) : null))
    .describe('Where the vessel calls between start and end'),
  stop_order: z
    .enum(['given', 'best'], 'must be "given" or "best"')
    .nullish()
    .transform((order) => (order === 'best' ? order : null))
    .describe(
      'Default "given"; "best": the order that costs least, for each objective its own, and for a voyage within a time; at full speed with `fuel_aboard_tonnes`, of those that keep `reserve_tonnes`',
    ),
};

const fields = z.object(stopFields);
export type StopFields = z.output<typeof fields>;
export type Stop = NonNullable<StopFields['stops']>[number];

/** What is wrong with one field of a stop. */
interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong with stops whose fields are valid one by one. */
export function faultsOfStops(
  { stops, stop_order: order }: StopFields,
  departure: string | null,
): readonly Fault[] {
  if (!stops) return [];
  const faults: Fault[] = [];
  const at = new Map<string, number>();
  stops.forEach(({ name }, i) => {
    if (at.has(name))
      faults.push({ path: ['stops', i, 'name'], message: `is "${name}", as that of another stop` });
    else at.set(name, i);
  });
  stops.forEach((one, i) => {
    for (const { field, text } of [...orderFaults(one, i, at, order), ...windowFaults(one, departure)]) {
      faults.push({ path: ['stops', i, field], message: text });
    }
    for (const { path, text } of openingFaults(one, departure)) {
      faults.push({ path: ['stops', i, ...path], message: text });
    }
  });
  const values = stops.map(({ value }) => value ?? 0);
  const greatest = Math.max(...values);
  const tiny = values.findIndex((value) => value > 0 && value < greatest / MOST_RATIO);
  if (tiny >= 0) {
    const message = `of stop "${stops[tiny]!.name}" is less than a billionth of the greatest, ${greatest}: it would not count in their sum`;
    faults.push({ path: ['stops', tiny, 'value'], message });
  }
  const circle = faults.length === 0 ? circleOf(stops, at) : null;
  if (circle) {
    const names = circle.map((i) => `"${stops[i]!.name}"`).join(' after ');
    faults.push({ path: ['stops', circle[0]!, 'after'], message: `leads round in a circle: ${names}` });
  }
  return faults;
}

interface FieldFault {
  readonly field: keyof Stop;
  readonly text: string;
}

function orderFaults(
  { name, after }: Stop,
  i: number,
  at: ReadonlyMap<string, number>,
  order: StopFields['stop_order'],
): FieldFault[] {
  return after.flatMap((other): FieldFault[] => {
    const j = at.get(other);
    if (j === undefined)
      return [{ field: 'after', text: `of stop "${name}" names "${other}", which is no stop` }];
    if (order === null && j >= i && other !== name) {
      const text = `of stop "${name}" names "${other}", which comes later in the given order`;
      return [{ field: 'after', text }];
    }
    return other === name ? [{ field: 'after', text: `of stop "${name}" names the stop itself` }] : [];
  });
}

function windowFaults({ name, not_before, not_after }: Stop, departure: string | null): FieldFault[] {
  const faults: FieldFault[] = [];
  if (departure === null) {
    if (not_before) faults.push({ field: 'not_before', text: `of stop "${name}" needs a departure` });
    if (not_after) faults.push({ field: 'not_after', text: `of stop "${name}" needs a departure` });
  } else if (not_before && not_after && not_after < not_before) {
    faults.push({ field: 'not_after', text: `of stop "${name}" is earlier than its not_before` });
  }
  return faults;
}

/** The stops of a circle, each after the next, and the first again; null if there is none. */
function circleOf(stops: readonly Stop[], at: ReadonlyMap<string, number>): number[] | null {
  const done = new Set<number>();
  const way: number[] = [];
  const visit = (i: number): number[] | null => {
    if (way.includes(i)) return [...way.slice(way.indexOf(i)), i];
    if (done.has(i)) return null;
    way.push(i);
    for (const name of stops[i]!.after) {
      const circle = visit(at.get(name)!);
      if (circle) return circle;
    }
    way.pop();
    done.add(i);
    return null;
  };
  for (let i = 0; i < stops.length; i++) {
    const circle = visit(i);
    if (circle) return circle;
  }
  return null;
}
