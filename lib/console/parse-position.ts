import type { LatLon } from '../engine/geometry/sphere.ts';

const SIGNS: Readonly<Record<string, number>> = { N: 1, E: 1, S: -1, W: -1 };
/** One to three numbers with anything usual between them: `67°45.84'`, `67 45 50`, `51-43.860`, `67.764`. */
const NUMBERS = String.raw`\d+(?:\.\d+)?(?:[°º:'"\s-]+\d+(?:\.\d+)?){0,2}[°º'"\s]*`;
const LETTER_LAST = new RegExp(`^(${NUMBERS})([NSEW])[,;/\\s]*(${NUMBERS})([NSEW])$`);
const LETTER_FIRST = new RegExp(`^([NSEW])\\s*(${NUMBERS})[,;/\\s]*([NSEW])\\s*(${NUMBERS})$`);
const DECIMALS = /^([+-]?(?:\d+\.?\d*|\.\d+))°?(?:\s*[,;/]\s*|\s+)([+-]?(?:\d+\.?\d*|\.\d+))°?$/;
/** Commas in the place of points: then none can be between the two. */
const COMMAS = /^([+-]?\d+),(\d+)°?(?:\s*[;/]\s*|\s+)([+-]?\d+),(\d+)°?$/;
const SIGNED_MINUTES = /^([+-]?)(\d+°\s*\d+(?:\.\d+)?)'?[,;/\s]+([+-]?)(\d+°\s*\d+(?:\.\d+)?)'?$/;

/**
 * A position as people write it: decimal degrees (`-67.764, -68.02`), or degrees, minutes and seconds with letters before
 * or after them (`67°45.840′S 068°01.200′W`, `S67 45.84 W068 01.2`, `6745.84S 06801.20W`). Null where the text is none.
 */
export function parsePosition(text: string): LatLon | null {
  const plain = plainOf(text);
  const decimals = DECIMALS.exec(plain.replace(COMMAS, '$1.$2 $3.$4'));
  if (decimals) {
    const lon = Number(decimals[2]);
    return valid(Number(decimals[1]), lon > 180 && lon <= 360 ? lon - 360 : lon); // models count from 0 to 360
  }
  const signed = SIGNED_MINUTES.exec(plain);
  if (signed) {
    const [, south, lat, west, lon] = signed;
    return ofAngles([south === '-' ? 'S' : 'N', lat!], [west === '-' ? 'W' : 'E', lon!]);
  }
  // beside letters a comma between two digits can only be a decimal one
  const lettered = plain.replace(/(\d),(\d)/g, '$1.$2');
  const last = LETTER_LAST.exec(lettered);
  if (last) return ofAngles([last[2]!, last[1]!], [last[4]!, last[3]!]);
  const first = LETTER_FIRST.exec(lettered);
  return first && ofAngles([first[1]!, first[2]!], [first[3]!, first[4]!]);
}

/** In capitals, with one kind of each mark, without brackets around it and without the words that say what is what. */
const plainOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[−–—]/g, '-')
    .replace(/[′’‘`´]/g, "'")
    .replace(/[″”“]/g, '"')
    .replace(/\b(?:LAT(?:ITUDE)?|LON(?:G(?:ITUDE)?)?|LNG)\b[:=]?|^\s*(?:GEO:|[([])|[)\]]\s*$/g, ' ')
    .trim();

type Lettered = readonly [letter: string, numbers: string];

function ofAngles(a: Lettered, b: Lettered): LatLon | null {
  const [latitude, longitude] = 'NS'.includes(a[0]) ? [a, b] : [b, a];
  if (!'NS'.includes(latitude[0]) || !'EW'.includes(longitude[0])) return null;
  const [lat, lon] = [degreesOf(latitude, 2), degreesOf(longitude, 3)];
  return lat === null || lon === null ? null : valid(lat, lon);
}

/** @param digits of whole degrees: a number with two or four more before its point has minutes, or seconds too, in it */
function degreesOf([letter, numbers]: Lettered, digits: number): number | null {
  const parts = numbers.match(/\d+(?:\.\d+)?/g)!;
  const whole = parts[0]!.split('.')[0]!;
  if (parts.length === 1 && (whole.length === digits + 2 || whole.length === digits + 4)) {
    const cuts = whole.length === digits + 2 ? [0, digits] : [0, digits, digits + 2];
    parts.push(...cuts.map((from, i) => parts[0]!.slice(from, cuts[i + 1])));
    parts.shift();
  }
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number);
  if (minutes >= 60 || seconds >= 60) return null;
  return SIGNS[letter]! * (degrees + minutes / 60 + seconds / 3600);
}

function valid(lat: number, lon: number): LatLon | null {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
