/** The position in a row of a table: in cells for degrees, minutes, seconds and hemisphere, in units that a row below the heading may say. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Axis } from './column-words.ts';
import type { AngleColumns, Columns } from './columns.ts';
import { isFar, ROW_OF_METRES } from './metres.ts';
import { parseAngle } from './position.ts';

export const NO_POSITION = 'is no position';

/** Whether a row has units in the columns of the position, as some programs write below the heading. */
export function isUnits(cells: readonly string[], { lat, lon, position }: Columns): boolean {
  const own = position ? [position.column] : [...lat, ...lon].map(({ degrees }) => degrees);
  return own.every((column) => UNIT.test(cells[column] ?? ''));
}

/** Columns whose unit says south or west, as `°S` does. */
export function inUnits(units: readonly string[], columns: Columns): Columns {
  const signed = (angles: readonly AngleColumns[], side: RegExp) =>
    angles.map((each) => ({ ...each, isNegative: each.isNegative || side.test(units[each.degrees]!) }));
  return {
    ...columns,
    lat: signed(columns.lat, /(?:^|[\s°[(])s(?:outh)?[\])]?$/i),
    lon: signed(columns.lon, /(?:^|[\s°[(])w(?:est)?[\])]?$/i),
  };
}

const UNIT = /^[[(]?(?:deg[a-z_ ]*|°\s?[nsew]?|dd|dms?|dec[a-z ]*|grad|[nsew])[\])]?$/i;

/** The position, or what is wrong with it. */
export function placeOf(cells: readonly string[], columns: Columns): LatLon | string {
  const place = degreesOf(cells, columns);
  const isMetres = [...columns.lat, ...columns.lon].some(({ degrees }) => isFar(cells[degrees] ?? ''));
  return typeof place === 'string' && isMetres ? ROW_OF_METRES : place;
}

function degreesOf(cells: readonly string[], { lat, lon }: Columns): LatLon | string {
  if (
    ![...lat, ...lon].some(hasLetter) &&
    [/^[NS]$/i, /^[EW]$/i].every((side) => cells.some((cell) => side.test(cell)))
  ) {
    return 'has N, S, E or W in columns that the heading does not name: call them lat_hem and lon_hem';
  }
  if (new Set([...lat, ...lon].map(({ degrees }) => JOINED.test(cells[degrees] ?? ''))).size > 1) {
    return 'has degrees and minutes in one number, and a number of another kind: write both alike, such as 6030.5 and 00315.5';
  }
  const latitudes = lat.map((own) => angleOf(cells, own, 'lat'));
  const longitudes = lon.map((own) => angleOf(cells, own, 'lon'));
  if (!agree(latitudes))
    return `has ${lat.length} columns that may be the latitude, and they differ: ${RENAME}`;
  if (!agree(longitudes))
    return `has ${lon.length} columns that may be the longitude, and they differ: ${RENAME}`;
  const [north, east] = [latitudes, longitudes].map((values) => values.find((value) => value !== null));
  if (north === undefined || east === undefined) return NO_POSITION;
  if (Math.abs(north) > 90) {
    const swapped = Math.abs(north) <= 360 && Math.abs(east) <= 90;
    return `has a latitude beyond 90${swapped ? ': latitude and longitude look swapped' : ''}`;
  }
  if (Math.abs(east) > 360) return 'has a longitude beyond 360';
  return { lat: north, lon: wrapped(east) };
}

/** `6030.5` and `04515.0`; spreadsheets take zeros from the beginning. */
const JOINED = /^\D*\d{4}/;

const hasLetter = ({ hemisphere, unnamed }: AngleColumns) => hemisphere !== null || unnamed.length > 0;

/** Longitudes of 0 to 360 are as good as those of −180 to 180. */
const wrapped = (lon: number): number => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);

const RENAME = 'name the one that is meant "latitude" or "longitude"';
/** Degrees; the same place written with fewer digits. */
const SAME = 0.001;

const agree = (values: readonly (number | null | undefined)[]): boolean => {
  const known = values.filter((value) => value != null);
  return known.every((value) => Math.abs(value - known[0]!) < SAME);
};

function angleOf(cells: readonly string[], columns: AngleColumns, axis: Axis): number | null {
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  const degrees = cell(columns.degrees);
  const rest = [columns.minutes, columns.seconds].flatMap((column) =>
    column === null ? [] : [cell(column) || '0'],
  );
  const unnamed = unnamedParts(rest.at(-1) ?? degrees, columns.unnamed.map(cell));
  const letter = cell(columns.hemisphere).slice(0, 1).toUpperCase() || unnamed.letter;
  const parts = [degrees, ...rest, ...unnamed.numbers];
  // whole degrees of 0 have no sign: that of their minutes counts
  const isNegative = MINUS.test(degrees) || MINUS.test(parts.find((part) => /[1-9]/.test(part)) ?? '');
  if (!isNegative && parts.some((part) => MINUS.test(part))) return null;
  const text = parts.map((part) => part.replace(MINUS, '')).join(' ');
  if (letter === '') {
    const isSigned = isNegative || (columns.isNegative && !/[NSEW]/i.test(text));
    return parseAngle(isSigned ? `-${text}` : text, axis);
  }
  // a sign that says the same as the letter is no fault
  return isNegative && !'SW'.includes(letter) ? null : parseAngle(`${text}${letter}`, axis);
}

const MINUS = /^\s*[-−–]/;
const WHOLE = /^[-+−–NSEW]?\s*\d{1,3}\s*[°']?$/i;
const SIXTIETHS = /^[0-5]?\d(?:[.,]\d+)?\s*['"]?$/;

/** What cells without a heading add to the number before them: minutes and seconds where it is whole, and a letter; what is neither ends it. */
function unnamedParts(before: string, cells: readonly string[]) {
  const numbers: string[] = [];
  for (const cell of cells) {
    if (/^[NSEW]$/i.test(cell)) return { numbers, letter: cell.toUpperCase() };
    if (!WHOLE.test(numbers.at(-1) ?? before) || !SIXTIETHS.test(cell)) break;
    numbers.push(cell);
  }
  return { numbers, letter: '' };
}
