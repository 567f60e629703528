/** Places from text that people paste or keep in files: a table with a heading, or a line each with a position and a name. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import { type Columns, columnsOf, hoursOfUnit } from './columns.ts';
import { cellsOf, type Row, rowsOf, type Separator, separators } from './delimited.ts';
import { FileUnreadable } from './errors.ts';
import { isFar, ROW_OF_METRES } from './metres.ts';
import { MAX_LINE, MAX_NAME, placeOfLine } from './place-line.ts';
import { parsePosition } from './position.ts';
import { inUnits, isUnits, NO_POSITION, placeOf } from './row-position.ts';

export interface Station extends LatLon {
  readonly name: string | null;
  /** Hours. */
  readonly stayHours: number;
  /** Since the start, where a column says so. */
  readonly days: number | null;
  /** All of the row, where it is of a table. */
  readonly cells: readonly string[];
}

export interface LineNotRead {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly problem: string;
}

export interface StationsRead {
  readonly stations: readonly Station[];
  readonly notRead: readonly LineNotRead[];
  /** Sentences for the user. */
  readonly notes: readonly string[];
  /** Of a table. */
  readonly columns: Columns | null;
}

/** The first line that could not be read, and how many more; null where all could. */
export function problemOf([wrong, ...others]: readonly LineNotRead[]): string | null {
  if (!wrong) return null;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return `Line ${wrong.line} ${wrong.problem}: ${wrong.text.slice(0, 40)}${more}`;
}

/** What is longer is no row that people make. */
const MAX_ROW = 10_000;
const MAX_ROWS = 100_000;
/** Of a row, so many words are looked at for metres. */
const MAX_CELLS = 20;

/** A heading is looked for in so many rows: titles may stand above it. */
const HEADING_ROWS = 20;
/** A number sign in a cell of its own is a heading: `#,Lat,Lon`. */
const REMARK = /^\s*(?:#|\/\/|%|!)+(?!\s*[,;\t|])/;

export function readStations(text: string): StationsRead {
  // counted first: rows are made of lines, and each is looked at
  if (text.split('\n', MAX_ROWS + 1).length > MAX_ROWS) {
    throw new FileUnreadable(`The file has more than ${MAX_ROWS} lines, which is the most that is read.`);
  }
  const all = rowsOf(text.replace(/^\ufeff/, ''));
  const rows = all.filter(({ text: row }, i) => !REMARK.test(row) || isHeading(row, i));
  const remarks = all.length - rows.length;
  const passedOver =
    remarks > 0 ? [`${remarks} ${remarks === 1 ? 'remark was' : 'remarks were'} passed over.`] : [];
  const heading = headingOf(rows);
  if (!heading) {
    const read = collected(rows, ({ text: row }) => stationOfLine(row));
    const wrong = unknownHeading(rows) ?? (read.stations.length === 0 ? metresIn(rows) : null);
    return { ...(wrong ? { stations: [], notRead: [wrong] } : read), notes: passedOver, columns: null };
  }
  const { separator, index } = heading;
  const [below] = rows.slice(index + 1);
  const units = below === undefined || below.text.length > MAX_ROW ? [] : cellsOf(below.text, separator);
  const hasUnits = isUnits(units, heading.columns);
  const columns = hasUnits ? inUnits(units, heading.columns) : heading.columns;
  const notes = [
    ...columns.notes,
    ...passedOver,
    ...rows
      .slice(0, heading.first)
      .map(({ line, text: row }) => `Line ${line} was passed over: ${row.trim().slice(0, 40)}`),
    ...(hasUnits ? [unitsNote(below!.line, heading.columns, columns)] : []),
  ];
  const body = rows.slice(index + (hasUnits ? 2 : 1));
  return {
    ...collected(body, ({ text: row }) =>
      row.length > MAX_ROW ? NO_POSITION : stationOfRow(cellsOf(row, separator), columns),
    ),
    notes,
    columns,
  };
}

/** A unit that turns the sign of its column is told, as a place beyond the equator would be none of the user's. */
function unitsNote(line: number, before: Columns, { lat, lon }: Columns): string {
  const turned = [
    ...(lat.some(({ isNegative }, k) => isNegative && !before.lat[k]!.isNegative) ? ['latitudes south'] : []),
    ...(lon.some(({ isNegative }, k) => isNegative && !before.lon[k]!.isNegative) ? ['longitudes west'] : []),
  ];
  if (turned.length === 0) return `Line ${line} was passed over as units.`;
  return `Line ${line} was read as units: ${turned.join(', ')}.`;
}

function collected(rows: readonly Row[], read: (row: Row) => Station | string) {
  const stations: Station[] = [];
  const notRead: LineNotRead[] = [];
  for (const row of rows) {
    const station = read(row);
    if (typeof station !== 'string') stations.push(station);
    else notRead.push({ line: row.line, text: row.text.trim(), problem: station });
  }
  return { stations, notRead };
}

interface Heading {
  readonly columns: Columns;
  readonly separator: Separator;
  /** Of its first row. */
  readonly first: number;
  /** Of its last row. */
  readonly index: number;
}

/** The first row that names columns of a position; null where a row before it is a position, or there is none. */
function headingOf(rows: readonly Row[]): Heading | null {
  let widest = 0;
  for (const [index, { text }] of rows.slice(0, HEADING_ROWS).entries()) {
    if (typeof placeOfLine(text) !== 'string') return null;
    const found = columnsIn(text);
    if (found) {
      const { columns, separator } = found;
      const both = columns.position && inTwoRows(text, rows[index + 1]?.text ?? '', separator);
      const count = Math.max(columns.count, both?.count ?? 0, widest);
      return {
        columns: { ...(both ?? columns), count },
        separator,
        first: index,
        index: both ? index + 1 : index,
      };
    }
    if (text.length <= MAX_ROW) widest = Math.max(widest, cellsOf(text, ',').length);
  }
  return null;
}

/** `Position` above `Lat` and `Lon`: each heading goes on in the row below. Null where that names no columns for each. */
function inTwoRows(above: string, below: string, separator: Separator): Columns | null {
  if (below.length > MAX_ROW) return null;
  const upper = cellsOf(above, separator);
  const columns = columnsOf(cellsOf(below, separator).map((cell, k) => `${upper[k] ?? ''} ${cell}`.trim()));
  return columns?.position === null ? columns : null;
}

/**
 * A row of words above the first position, of as many cells as that: a heading in words that are not known, which may have the
 * longitude first.
 */
function unknownHeading(rows: readonly Row[]): LineNotRead | null {
  const first = rows.slice(0, HEADING_ROWS).findIndex(({ text }) => typeof placeOfLine(text) !== 'string');
  const [heading, row] = [rows[first - 1], rows[first]];
  if (!heading || !row || heading.text.length > MAX_ROW || /\d/.test(heading.text)) return null;
  const isTable = separators.some((separator) => {
    const count = separator === ' ' ? 0 : cellsOf(heading.text, separator).length;
    return count > 1 && count === cellsOf(row.text, separator).length;
  });
  const problem = 'names no columns of latitudes and longitudes: call them lat and lon';
  return isTable ? { line: heading.line, text: heading.text.trim(), problem } : null;
}

/** The first row with two numbers beyond all degrees. */
function metresIn(rows: readonly Row[]): LineNotRead | null {
  const row = rows.find(({ text }) => text.split(/[\s,;|]+/, MAX_CELLS).filter(isFar).length > 1);
  return row ? { line: row.line, text: row.text.trim(), problem: ROW_OF_METRES } : null;
}

function columnsIn(row: string): Pick<Heading, 'columns' | 'separator'> | null {
  if (row.length > MAX_ROW) return null;
  const text = row.replace(REMARK, '');
  for (const separator of separators) {
    const cells = cellsOf(text, separator);
    // a sentence that has a place in it is no heading
    if (separator === ' ' && cells.some((cell) => /^\d/.test(cell))) continue;
    const columns = cells.length > 1 ? columnsOf(cells) : null;
    if (columns) return { columns, separator };
  }
  return null;
}

/** `# lat lon name` is one too. */
const isHeading = (row: string, index: number): boolean => index < HEADING_ROWS && columnsIn(row) !== null;

/** The station, or what is wrong with it. */
function stationOfRow(cells: readonly string[], columns: Columns): Station | string {
  const { count, position, name, stay, days } = columns;
  if (cells.slice(count).some((cell) => cell !== '')) {
    return `has ${cells.length} cells where the heading has ${count} (with decimal commas, the cells need semicolons between them)`;
  }
  const place = position ? pairOf(cells[position.column] ?? '', position.lonFirst) : placeOf(cells, columns);
  if (typeof place === 'string') return place;
  const hours = stay ? numberOf(cells[stay.column] ?? '') * stay.hours : 0;
  if (!(hours >= 0 && hours < Infinity)) return 'has a stay that is no number of hours';
  return {
    ...place,
    name: (name !== null && unescaped(cells[name] ?? '').slice(0, MAX_NAME)) || null,
    stayHours: hours,
    days: days === null || !cells[days] ? null : Number(cells[days]),
    cells,
  };
}

/** Names are written with an apostrophe where a spreadsheet would take them for a formula. */
const unescaped = (name: string): string => name.replace(/(?<=^|[;\t])'(?=\s*[=+\-@＝＋－＠])/g, '');

const numberOf = (text: string): number =>
  Number(text.replace(/^(\d*),(\d+)/, '$1.$2').replace(/h$/i, '') || 0);

/** `POINT (lon lat)` as geographic programs write it, or a position in one cell. */
function pairOf(cell: string, lonFirst: boolean): LatLon | string {
  if (cell.length > MAX_LINE) return NO_POSITION;
  const point = /^(?:SRID=4326;)?\s*POINT\s*Z?\s*\(\s*(\S+)\s+([^\s)]+)/i.exec(cell);
  const pair = point ? `${point[2]} ${point[1]}` : cell;
  const isPlain = !/[NSEW]/i.test(pair);
  const turned =
    !point && lonFirst && isPlain ? pair.replace(/^\s*([^,;\s]+)([,;\s]+)(\S+)\s*$/, '$3$2$1') : pair;
  return parsePosition(turned) ?? NO_POSITION;
}

/** `2 h`, `90 min`, `1.5 days`: beside a position, in the place of a name. */
const DURATION = /^(\d+(?:[.,]\d+)?)\s*([a-z]+)\.?$/i;

function stationOfLine(row: string): Station | string {
  const place = placeOfLine(row);
  if (typeof place === 'string') return place;
  const [, number = '', unit = ''] = DURATION.exec(place.name ?? '') ?? [];
  const hours = hoursOfUnit([unit.toLowerCase()]);
  const stay = hours ? { name: null, stayHours: hours * numberOf(number) } : { stayHours: 0 };
  return { ...place, ...stay, days: null, cells: [] };
}
