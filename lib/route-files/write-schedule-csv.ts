/** The schedule as a table for a spreadsheet: a line a row, with a header. */
import { isDay } from '../time/daylight.ts';
import { coordinate, degreesAndMinutes, utc } from './number-text.ts';
import { type Schedule, type ScheduleRow, timeOf } from './schedule.ts';
import { noFormula, rounded, textField } from './write-csv.ts';

const HOURS_PER_DAY = 24;

/** Whether the sun's upper edge is above the horizon when what is done there begins; null without a departure. */
const isSunUp = ({ lat, lon, begins }: ScheduleRow, departure: Date | null): boolean | null =>
  departure && isDay({ lat, lon }, 'sun', timeOf(departure, begins).getTime());

/** As a file (RFC 4180). Without a departure, times are left empty and hours since departure tell all. */
export const writeScheduleCsv = (schedule: Schedule): string =>
  tableOf(schedule, textField)
    .map((fields) => `${fields.join(',')}\r\n`)
    .join('');

/** As what a spreadsheet takes from the clipboard: fields between tabs. */
export const scheduleToPaste = (schedule: Schedule): string =>
  tableOf(schedule, (text) => noFormula(text.replace(/\s+/g, ' ')))
    .map((fields) => fields.join('\t'))
    .join('\n');

/** @param textField how words are written, which may hold anything */
function tableOf({ departure, rows }: Schedule, textField: (text: string) => string): string[][] {
  const time = (days: number) => (departure ? utc(timeOf(departure, days)) : '');
  const sunUp = (row: ScheduleRow) => {
    const isUp = isSunUp(row, departure);
    return isUp === null ? '' : isUp ? 'yes' : 'no';
  };
  const columns: readonly (readonly [header: string, value: (row: ScheduleRow) => string])[] = [
    ['name', ({ name }) => textField(name)],
    ['what', ({ what }) => what],
    ['latitude', ({ lat }) => coordinate(lat)],
    ['longitude', ({ lon }) => coordinate(lon)],
    ['latitude_dm', ({ lat }) => degreesAndMinutes(lat, 'lat', '-')],
    ['longitude_dm', ({ lon }) => degreesAndMinutes(lon, 'lon', '-')],
    ['nm_to', ({ nmTo }) => rounded(nmTo, 3)],
    ['hours_to', ({ hoursTo }) => rounded(hoursTo, 3)],
    ['arrives_hours', ({ arrives }) => rounded(arrives * HOURS_PER_DAY, 3)],
    ['arrives_utc', ({ arrives }) => time(arrives)],
    ['waits_hours', ({ arrives, begins }) => rounded((begins - arrives) * HOURS_PER_DAY, 3)],
    ['waits_for', ({ waitsFor }) => textField(waitsFor ?? '')],
    ['pauses_hours', ({ pausesDays }) => rounded(pausesDays * HOURS_PER_DAY, 3)],
    ['sun_up', sunUp],
    ['works_hours', ({ work }) => rounded(work?.hours ?? null, 3)],
    ['works_nm', ({ work }) => rounded(work?.nm ?? null, 3)],
    ['works_from_utc', ({ work }) => (work ? time(work.begins) : '')],
    ['works_to_utc', ({ work }) => (work ? time(work.ends) : '')],
    ['leaves_hours', ({ leaves }) => rounded(leaves * HOURS_PER_DAY, 3)],
    ['leaves_utc', ({ leaves, what }) => (what === 'arrival' ? '' : time(leaves))],
    ['fuel_left_t', ({ fuelLeft }) => rounded(fuelLeft, 3)],
    ['fuel_taken_t', ({ fuelTaken }) => rounded(fuelTaken, 3)],
  ];
  return [columns.map(([header]) => header), ...rows.map((row) => columns.map(([, value]) => value(row)))];
}
