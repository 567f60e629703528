import type { LatLon } from '../engine/geometry/sphere.ts';

const SIGNS: Readonly<Record<string, number>> = { N: 1, E: 1, S: -1, W: -1 };
/** One to three numbers with anything usual between them: `67°45.84'`, `67 45 50`, `51-43.860`, `67.764`. */
const NUMBERS = String.raw`\d+(?:\.\d+)?(?:[°º:'′’"″”\s-]+\d+(?:\.\d+)?){0,2}[°º'′’"″”\s]*`;
const LETTER_LAST = new RegExp(`^(${NUMBERS})([NSEW])[,;/\\s]*(${NUMBERS})([NSEW])$`);
const LETTER_FIRST = new RegExp(`^([NSEW])\\s*(${NUMBERS})[,;/\\s]*([NSEW])\\s*(${NUMBERS})$`);
const DECIMALS = /^([+-]?(?:\d+\.?\d*|\.\d+))°?(?:\s*[,;/]\s*|\s+)([+-]?(?:\d+\.?\d*|\.\d+))°?$/;

/**
 * A position as people write it: decimal degrees (`-67.764, -68.02`), or degrees, minutes and seconds with letters before
 * or after them (`67°45.840′S 068°01.200′W`, `S67 45.84 W068 01.2`, `6745.84S 06801.20W`). Null where the text is none.
 */
export function parsePosition(text: string): LatLon | null {
  const plain = text.trim().toUpperCase().replace(/[−–—]/g, '-');
  const decimals = DECIMALS.exec(plain);
  if (decimals) return valid(Number(decimals[1]), Number(decimals[2]));
  // beside letters a comma between two digits can only be a decimal one
  const lettered = plain.replace(/(\d),(\d)/g, '$1.$2');
  const last = LETTER_LAST.exec(lettered);
  if (last) return ofAngles([last[2]!, last[1]!], [last[4]!, last[3]!]);
  const first = LETTER_FIRST.exec(lettered);
  return first && ofAngles([first[1]!, first[2]!], [first[3]!, first[4]!]);
}

type Lettered = readonly [letter: string, numbers: string];

function ofAngles(a: Lettered, b: Lettered): LatLon | null {
  const [latitude, longitude] = 'NS'.includes(a[0]) ? [a, b] : [b, a];
  if (!'NS'.includes(latitude[0]) || !'EW'.includes(longitude[0])) return null;
  const [lat, lon] = [degreesOf(latitude, 2), degreesOf(longitude, 3)];
  return lat === null || lon === null ? null : valid(lat, lon);
}

/** @param digits of whole degrees: a number with two more before its point is degrees and minutes, written together */
function degreesOf([letter, numbers]: Lettered, digits: number): number | null {
  const parts = numbers.match(/\d+(?:\.\d+)?/g)!;
  const whole = parts[0]!.split('.')[0]!;
  if (parts.length === 1 && whole.length === digits + 2) {
    parts.splice(0, 1, whole.slice(0, digits), parts[0]!.slice(digits));
  }
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number);
  if (minutes >= 60 || seconds >= 60) return null;
  return SIGNS[letter]! * (degrees + minutes / 60 + seconds / 3600);
}

function valid(lat: number, lon: number): LatLon | null {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
