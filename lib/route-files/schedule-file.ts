import { RouteFileRefused } from './errors.ts';
import { calendarType, formatTypes } from './format-types.ts';
import { fileStemOf, type RouteFile } from './formats.ts';
import type { RouteEntry } from './route-entry.ts';
import { scheduleOf } from './schedule.ts';
import { writeIcs } from './write-ics.ts';
import { writeScheduleCsv } from './write-schedule-csv.ts';

export interface ScheduleOptions {
  readonly departure: Date | null;
  readonly now: Date;
}

/** The schedule as csv or ics. @throws RouteFileRefused, OtherDeparture, NoDeparture */
export function scheduleFile(
  route: RouteEntry,
  format: string,
  { departure, now }: ScheduleOptions,
): RouteFile {
  if (format !== 'csv' && format !== 'ics') {
    throw new RouteFileRefused(`A schedule can be had as csv or ics, not as ${format}.`);
  }
  const schedule = scheduleOf(route, departure);
  const stem = fileStemOf({ ...route, name: `${route.name} schedule` });
  return format === 'csv'
    ? { name: `${stem}.csv`, contentType: formatTypes.csv.contentType, text: writeScheduleCsv(schedule) }
    : { name: `${stem}.ics`, contentType: calendarType.contentType, text: writeIcs(route, schedule, now) };
}
