/** The schedule of a shown route: for the table and the sheet of paper, for the clipboard, and as files. */
import { type Schedule, scheduleOf } from '../../route-files/schedule.ts';
import { scheduleToPaste, writeScheduleCsv } from '../../route-files/write-schedule-csv.ts';
import { routeCalendar } from '../api/service.ts';
import { saveText } from '../save-text.ts';
import { say } from './notices.ts';
import type { ShownRoute } from './shown-route.ts';
import * as state from './state.ts';

/** One that was planned for a departure keeps it until the plan for another is there. */
export function scheduleOfRoute({ entry }: ShownRoute): Schedule {
  const departure = entry.departure ? null : state.departure.value;
  return scheduleOf(entry, departure);
}

/** As a spreadsheet takes it. */
export async function copySchedule(route: ShownRoute): Promise<void> {
  const text = scheduleToPaste(scheduleOfRoute(route));
  try {
    await navigator.clipboard.writeText(text);
    say('info', 'The schedule is in the clipboard, as a table for a spreadsheet.');
  } catch {
    say('error', 'The browser does not let the page copy: download the schedule as CSV instead.');
  }
}

export async function saveSchedule(route: ShownRoute): Promise<void> {
  const { fileStemOf } = await import('../../route-files/formats.ts');
  const stem = fileStemOf({ ...route.entry, name: `${route.entry.name} schedule` });
  saveText(`${stem}.csv`, 'text/csv; charset=utf-8', writeScheduleCsv(scheduleOfRoute(route)));
}

/** The service writes calendars, of saved routes: their events are known again in the file of a new plan. */
export async function saveCalendar({ entry }: ShownRoute, routeId: string): Promise<void> {
  const departure = entry.departure ? null : state.departure.peek();
  const text = await routeCalendar(routeId, entry.type, departure);
  saveText(`route-${routeId} schedule.ics`, 'text/calendar; charset=utf-8', text);
}
