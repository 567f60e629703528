/** The schedule as a calendar (iCalendar, RFC 5545): an event for each end, stop, wait and line of work, in UTC. */
import { createHash } from 'node:crypto';
import ical, { escape as escaped } from 'ical-generator';
import { xmlText } from '../files/xml-text.ts';
import { NoDeparture } from './errors.ts';
import { coordinate, degreesAndMinutes, hoursText, nearestSecond } from './number-text.ts';
import type { RouteEntry } from './route-entry.ts';
import { type Schedule, type ScheduleRow, timeOf } from './schedule.ts';

interface Event {
  /** Of the row's events, which. */
  readonly kind: ScheduleRow['what'];
  readonly summary: string;
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * @param now told as the time of the last change: of two files that are imported, the later counts
 * @throws NoDeparture
 */
export function writeIcs(route: RouteEntry, { departure, rows }: Schedule, now: Date): string {
  if (!departure) throw new NoDeparture();
  // the library escapes all texts but this one
  const name = escaped(xmlText(route.name), false);
  const calendar = ical({ name, prodId: '//Polynya//Schedule//EN', timezone: 'UTC' });
  const end = rows.at(-1)!;
  for (const row of rows) {
    for (const { kind, summary, from, to, lines } of eventsOf(row)) {
      calendar.createEvent({
        id: uidOf(route, end, kind, row.name),
        stamp: now,
        sequence: Math.floor(now.getTime() / 1000),
        start: nearestSecond(timeOf(departure, from)),
        end: nearestSecond(timeOf(departure, to)),
        summary: xmlText(summary),
        description: lines.join('\n'),
        location: {
          title: `${degreesAndMinutes(row.lat, 'lat')} ${degreesAndMinutes(row.lon, 'lon')}`,
          geo: { lat: Number(coordinate(row.lat)), lon: Number(coordinate(row.lon)) },
        },
      });
    }
  }
  return calendar.toString();
}

function eventsOf(row: ScheduleRow): Event[] {
  const { name, what, arrives, begins, leaves, waitsFor, work, fuelLeft, fuelTaken, nmTo, hoursTo } = row;
  const way = nmTo === null ? [] : [`${nmTo.toFixed(1)} NM and ${hoursText(hoursTo!)} to it`];
  const waits = waitsFor === null ? [] : [`Waits ${hoursText((begins - arrives) * 24)}: ${waitsFor}`];
  const wait: Event[] =
    waitsFor === null
      ? []
      : [{ kind: 'wait', summary: `Wait: ${name}`, from: arrives, to: begins, lines: [...way, ...waits] }];
  if (what === 'wait') return wait;
  const fuel = fuelLeft === null ? [] : [`${fuelLeft.toFixed(1)} t of fuel left on arriving`];
  const taken = fuelTaken === null ? [] : [`${fuelTaken.toFixed(1)} t of fuel taken before leaving`];
  const lines = [...way, ...waits, ...fuel, ...taken];
  const here: Event = { kind: what, summary: name, from: begins, to: leaves, lines };
  if (!work) return [...wait, here];
  const line: Event = {
    ...here,
    summary: `${name} (${what})`,
    from: work.begins,
    to: work.ends,
    lines: [...here.lines, `Works ${work.nm.toFixed(1)} NM in ${hoursText(work.hours)}`],
  };
  const stays = work.begins > begins || leaves > work.ends;
  return [...wait, ...(stays ? [{ ...here, kind: 'stop' as const }] : []), line];
}

/**
 * By the ship and by what a stop is, not by when it is, nor by the number of its route: the file of a new plan of the
 * voyage moves the events of the one before.
 */
function uidOf(
  { type, vehicle }: RouteEntry,
  end: ScheduleRow,
  kind: ScheduleRow['what'],
  name: string,
): string {
  const ship = vehicle?.vessel_type ?? null;
  const what = JSON.stringify([ship, type, end.name, end.lat.toFixed(4), end.lon.toFixed(4), kind, name]);
  return `${createHash('sha256').update(what).digest('hex').slice(0, 32)}@polynya`;
}
