/** Positions as people write them: decimal degrees, degrees and minutes, with letters or signs. */
import type { LatLon } from '../engine/geometry/sphere.ts';

const SIGNS: Readonly<Record<string, number>> = { N: 1, E: 1, S: -1, W: -1 };
/** One to three numbers with anything usual between them: `67°45.84'`, `67 45 50`, `51-43.860`, `67.764`. */
const NUMBERS = String.raw`\d+(?:\.\d+)?(?:[°º:'"\s-]+\d+(?:\.\d+)?){0,2}[°º'"\s]*`;
const LETTER_LAST = new RegExp(`^(${NUMBERS})([NSEW])[,;/\\s]*(${NUMBERS})([NSEW])$`);
const LETTER_FIRST = new RegExp(`^([NSEW])\\s*(${NUMBERS})[,;/\\s]*([NSEW])\\s*(${NUMBERS})$`);
const DECIMALS = /^([+-]?(?:\d+\.?\d*|\.\d+))°?(?:\s*[,;/]\s*|\s+)([+-]?(?:\d+\.?\d*|\.\d+))°?$/;
/** Commas in the place of points: then none can be between the two. */
const COMMAS = /^([+-]?\d+),(\d+)°?(?:\s*[;/]\s*|\s+)([+-]?\d+),(\d+)°?$/;
/** Beside letters or in a cell of its own, a comma between two digits can only be a decimal one. */
const DECIMAL_COMMA = /(\d),(\d)/g;
const ANGLE = new RegExp(`^([NSEW]?)\\s*(?:([+-])\\s*)?(${NUMBERS})([NSEW]?)$`);
/** Of whole degrees: a number with two or four more before its point has minutes, or seconds too, in it. */
const WHOLE_DIGITS = { lat: 2, lon: 3 } as const;
/** `Lon: -45.25, Lat: -60.5` */
const LON_FIRST = /\b(?:LON|LNG).*\bLAT/i;
/** Of a degree: far less than a millimetre. */
const DIGITS = 12;
/** As `%e` prints numbers, numpy.savetxt among others: an E before a sign may be a side otherwise. */
const EXPONENTIAL = /(?<![\d.])\d\.\d+E[+-]\d\d(?![\d.,°'])/g;
const SIGNED_MINUTES = /^([+-]?)(\d+°\s*\d+(?:\.\d+)?)'?[,;/\s]+([+-]?)(\d+°\s*\d+(?:\.\d+)?)'?$/;

/** A position, and how many numbers its latitude and its longitude were written with: degrees, minutes, seconds. */
export interface WrittenPosition extends LatLon {
  readonly parts: readonly [lat: number, lon: number];
}

/**
 * A position as people write it: decimal degrees (`-67.764, -68.02`), or degrees, minutes and seconds with letters before
 * or after them (`67°45.840′S 068°01.200′W`, `S67 45.84 W068 01.2`, `6745.84S 06801.20W`). Null where the text is none.
 */
export function parsePosition(text: string): LatLon | null {
  const read = readPosition(text);
  return read && { lat: read.lat, lon: read.lon };
}

export function readPosition(text: string): WrittenPosition | null {
  const plain = plainOf(text);
  const isLonFirst = LON_FIRST.test(text);
  const decimals = DECIMALS.exec(plain.replace(COMMAS, '$1.$2 $3.$4'));
  if (decimals) {
    const [lat, lon] = inOrder(Number(decimals[1]), Number(decimals[2]), isLonFirst);
    return valid(lat, lon > 180 && lon <= 360 ? lon - 360 : lon, [1, 1]); // models count from 0 to 360
  }
  const signed = SIGNED_MINUTES.exec(plain);
  if (signed) {
    const [lat, lon] = inOrder(signed.slice(1, 3), signed.slice(3), isLonFirst);
    return ofAngles([lat[0] === '-' ? 'S' : 'N', lat[1]!], [lon[0] === '-' ? 'W' : 'E', lon[1]!]);
  }
  const lettered = plain.replace(DECIMAL_COMMA, '$1.$2');
  const last = LETTER_LAST.exec(lettered);
  if (last) return ofAngles([last[2]!, last[1]!], [last[4]!, last[3]!]);
  const first = LETTER_FIRST.exec(lettered);
  return first && ofAngles([first[1]!, first[2]!], [first[3]!, first[4]!]);
}

const inOrder = <T>(first: T, second: T, isLonFirst: boolean): [lat: T, lon: T] =>
  isLonFirst ? [second, first] : [first, second];

/**
 * One latitude or longitude: `-67.764`, `67,764`, `67°45.84'S`, `S67 45.84`, `-67 45.84`. Null where the text is none, or
 * has a sign and a letter, or a letter of the other axis.
 */
export function parseAngle(text: string, axis: 'lat' | 'lon'): number | null {
  const plain = plainOf(text).replace(DECIMAL_COMMA, '$1.$2');
  const [, before, sign, numbers, after] = ANGLE.exec(plain) ?? [];
  if (numbers === undefined || [before, sign, after].filter(Boolean).length > 1) return null;
  const letter = before || after || (axis === 'lat' ? (sign === '-' ? 'S' : 'N') : sign === '-' ? 'W' : 'E');
  if (!(axis === 'lat' ? 'NS' : 'EW').includes(letter)) return null;
  const isLettered = Boolean(before || after);
  const degrees = degreesOf([letter, numbers], isLettered ? WHOLE_DIGITS[axis] : null)?.degrees ?? null;
  // longitudes of 180 to 360 are east
  return degrees !== null && degrees < -180 && isLettered ? null : degrees;
}

/**
 * In capitals, with one kind of each mark, which also stands for its word (`60 deg 30 min S`), without brackets around it and
 * without the words that say what is what.
 */
const plainOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[−–—]/g, '-')
    .replace(/[′’‘`´]/g, "'")
    .replace(/[″”“]/g, '"')
    .replace(EXPONENTIAL, (number) => Number(number).toFixed(DIGITS))
    // not the plural `degs`: its last letter may be a side
    .replace(/(\d)\s*DEG(?:REES?)?\b\.?/g, '$1°')
    .replace(/(\d)\s*MIN(?:UTES?)?\b\.?/g, "$1'")
    .replace(/(\d)\s*SEC(?:ONDS?)?\b\.?/g, '$1"')
    .replace(/\b(?:LAT(?:ITUDE)?|LON(?:G(?:ITUDE)?)?|LNG)\b[:=]?|^\s*(?:GEO:|[([])|[)\]]\s*$/g, ' ')
    .trim();

type Lettered = readonly [letter: string, numbers: string];

function ofAngles(a: Lettered, b: Lettered): WrittenPosition | null {
  const [latitude, longitude] = 'NS'.includes(a[0]) ? [a, b] : [b, a];
  if (!'NS'.includes(latitude[0]) || !'EW'.includes(longitude[0])) return null;
  const [lat, lon] = [degreesOf(latitude, WHOLE_DIGITS.lat), degreesOf(longitude, WHOLE_DIGITS.lon)];
  return lat && lon && valid(lat.degrees, lon.degrees, [lat.parts, lon.parts]);
}

const PART = /(\d+(?:\.\d+)?)([°º:'"\s-]*)/g;
/** Marks that can't follow degrees, minutes, seconds: what has one of them is something else. */
const FOREIGN_MARKS = [/['"]/, /[°º"]/, /[°º]/];

/** @param digits of whole degrees, where minutes may follow them without a space; null where they may not */
function degreesOf([letter, numbers]: Lettered, digits: number | null) {
  const matches = [...numbers.matchAll(PART)];
  if (matches.some(([, , mark], i) => FOREIGN_MARKS[i]!.test(mark!))) return null;
  const parts = matches.map(([, number]) => number!);
  const whole = parts[0]!.split('.')[0]!;
  if (digits !== null && parts.length === 1 && (whole.length === digits + 2 || whole.length === digits + 4)) {
    const cuts = whole.length === digits + 2 ? [0, digits] : [0, digits, digits + 2];
    parts.push(...cuts.map((from, i) => parts[0]!.slice(from, cuts[i + 1])));
    parts.shift();
  }
  // only the last may have a fraction: 5.5° 30' is two numbers
  if (parts.slice(0, -1).some((part) => part.includes('.'))) return null;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number);
  if (minutes >= 60 || seconds >= 60) return null;
  return { degrees: SIGNS[letter]! * (degrees + minutes / 60 + seconds / 3600), parts: parts.length };
}

function valid(lat: number, lon: number, parts: WrittenPosition['parts']): WrittenPosition | null {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon, parts } : null;
}
