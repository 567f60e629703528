/** Stops from text that people paste or keep in files: a line each, a position in any usual way, a name before or after it. */
import { parsePosition } from '../parse-position.ts';
import type { NewStop } from './stop-list.ts';

export interface StopListRead {
  readonly stops: readonly NewStop[];
  readonly notRead: readonly LineNotRead[];
}

interface LineNotRead {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly problem: string;
}

/** The first line that could not be read, and how many more; null where all could. */
export function problemOf([wrong, ...others]: readonly LineNotRead[]): string | null {
  if (!wrong) return null;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return `Line ${wrong.line} ${wrong.problem}: ${wrong.text.slice(0, 40)}${more}`;
}

const NO_POSITION = 'is no position';
const NO_STAY = 'has a stay that is no number of hours';

export function readStopList(text: string): StopListRead {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const columns = first < 0 ? null : columnsOf(lines[first]!);
  const stops: NewStop[] = [];
  const notRead: LineNotRead[] = [];
  lines.forEach((line, i) => {
    if (line.trim() === '' || line.trimStart().startsWith('#') || (columns && i === first)) return;
    const stop = columns ? stopOfRow(cellsOf(line, columns.separator), columns) : stopOfLine(line);
    if (stop === null || typeof stop === 'string')
      notRead.push({ line: i + 1, text: line.trim(), problem: stop ?? NO_POSITION });
    else stops.push(stop);
  });
  return { stops, notRead };
}

interface Columns {
  readonly separator: string;
  readonly lat: number;
  readonly lon: number;
  readonly name: number;
  readonly stay: number;
}

/** The columns of a table by its first line; null where that is no heading. */
function columnsOf(line: string): Columns | null {
  const separator = ['\t', ';', ','].find((each) => line.includes(each));
  if (!separator) return null;
  const heads = cellsOf(line, separator).map((cell) => cell.toLowerCase());
  const find = (pattern: RegExp) => heads.findIndex((head) => pattern.test(head));
  const [lat, lon] = [find(/^lat/), find(/^(lon|lng)/)];
  if (lat < 0 || lon < 0) return null;
  return {
    separator,
    lat,
    lon,
    name: find(/^(name|station|stop|site|waypoint|id$|label)/),
    stay: find(/^(stay|hours|duration)/),
  };
}

/** Cells may be quoted, as programs of tables write them. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  const cell = new RegExp(`\\s*(?:"((?:[^"]|"")*)"\\s*|([^${separator}]*))(${separator}|$)`, 'gy');
  for (let match = cell.exec(line); match; match = cell.exec(line)) {
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim());
    if (match[3] === '') break;
  }
  return cells;
}

/** The stop, or what is wrong with it. */
function stopOfRow(cells: readonly string[], { lat, lon, name, stay }: Columns): NewStop | string {
  const [north = '', east = ''] = [cells[lat], cells[lon]];
  const isLettered = /[nsew]/i.test(north + east);
  const decimal = (text: string) => (/^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text);
  const position = parsePosition(isLettered ? `${north} ${east}` : `${decimal(north)} ${decimal(east)}`);
  if (!position) return NO_POSITION;
  const hours = Number(cells[stay]?.replace(',', '.') || 0);
  if (!(hours >= 0)) return NO_STAY;
  return { ...position, ...named(cells[name] ?? ''), ...(hours > 0 && { stay_hours: hours }) };
}

/**
 * The position is the longest run of parts, from the beginning of the line or up to its end, that reads as one; with a degree
 * sign the shortest, so that a number in the name is none of the position's. What is left is the name.
 */
function stopOfLine(line: string): NewStop | null {
  const text = line.trim();
  const whole = parsePosition(text);
  if (whole) return whole;
  const cuts = [...text.matchAll(/[\s,;|:]+/g)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  );
  const fromEnd = cuts.map(([before, after]) => ({
    position: text.slice(after),
    name: text.slice(0, before),
  }));
  const fromStart = cuts.map(([before, after]) => ({
    position: text.slice(0, before),
    name: text.slice(after),
  }));
  const longestFirst = [...fromEnd, ...fromStart.reverse()].sort(
    (a, b) => b.position.length - a.position.length,
  );
  const tried = /[°º]/.test(text) ? longestFirst.reverse() : longestFirst;
  for (const { position, name } of tried) {
    const read = parsePosition(position.replace(/[,;|:\s]+$/, ''));
    if (read) return { ...read, ...named(name) };
  }
  return null;
}

function named(text: string): { name?: string } {
  const name = text.replace(/^[\s"',;:|–-]+|[\s"',;:|–-]+$/g, '').slice(0, 100);
  return name ? { name } : {};
}
