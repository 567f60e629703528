/** A place in a line of its own: a position and a name, in either order. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import { readPosition, type WrittenPosition } from './position.ts';
import { NO_POSITION } from './row-position.ts';

export interface NamedPlace extends LatLon {
  readonly name: string | null;
}

/** What is longer is no line of a list, and no position. */
export const MAX_LINE = 500;

/**
 * The position is the longest run of parts, from the beginning of the line or up to its end, that reads as one whose
 * latitude and longitude are written alike; what is left is the name.
 */
export function placeOfLine(line: string): NamedPlace | string {
  const text = line.trim();
  if (text.length > MAX_LINE) return NO_POSITION;
  const read = readingsOf(text);
  const best = read.find(isEven) ?? read[0];
  if (!best) return NO_POSITION;
  const { lat, lon, name, beside } = best;
  const isOther = (other: LatLon) => other.lat !== lat || other.lon !== lon;
  const hasOther = /^[\d.+-]+$/.test(name) && read.some((other) => isEven(other) && isOther(other));
  if (hasOther || mayBelong(beside, best.position)) {
    return 'has three numbers of which any two may be the position: give the columns a heading, such as name,lat,lon';
  }
  if (readingsOf(name.trim()).length > 0)
    return 'has numbers of two positions: give each a line of its own, or the columns a heading';
  return { lat, lon, name: nameOf(name) };
}

interface Reading extends WrittenPosition {
  readonly position: string;
  /** What is left of the line. */
  readonly name: string;
  /** The part of the name that stands beside the position. */
  readonly beside: string;
}

/** A position has sixteen at most: `Lat 60 deg 30 min 15 sec S Lon 45 deg 15 min 30 sec W`. */
const MOST_PARTS = 20;

/** Longest first. */
function readingsOf(text: string): Reading[] {
  const cuts = [...text.matchAll(cutBetween(text))].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  );
  const ends = [0, ...cuts.map(([, after]) => after)];
  const tries = [
    { position: text, name: '', beside: '' },
    ...cuts
      .map(([before, after], k) => ({
        ...{ position: text.slice(after), name: text.slice(0, before) },
        beside: text.slice(ends[k], before),
      }))
      .slice(-MOST_PARTS),
    ...cuts.slice(0, MOST_PARTS).map(([before, after], k) => ({
      ...{ position: text.slice(0, before), name: text.slice(after) },
      beside: text.slice(after, cuts[k + 1]?.[0]),
    })),
  ].sort((a, b) => b.position.length - a.position.length);
  return tries.flatMap((each) => {
    const found = readPosition(each.position.replace(/[,;|:\s]+$/, ''));
    return found ? [{ ...found, ...each }] : [];
  });
}

const NUMBER = /^[+−–-]?\d+(?:[.,]\d+)?$/;

/**
 * Whether a number beside a position of numbers alone may be one of the two. A whole one, as of `CTD 5`, is not, where those are
 * written in another way.
 */
const mayBelong = (beside: string, position: string): boolean =>
  NUMBER.test(beside) &&
  /^[\d\s.,;/+−–-]+$/.test(position) &&
  !(/^\d+$/.test(beside) && /[.+−–-]|\d,\d/.test(position));

const isEven = ({ parts: [lat, lon] }: WrittenPosition): boolean => lat === lon;

/** Never inside a number: a comma between two digits is a decimal one, but where numbers have points. */
const cutBetween = (text: string): RegExp =>
  /\d\.\d/.test(text) ? /[\s,;|:]+/g : /(?:[\s;|]|:(?!\d)|,(?!\d)|(?<!\d)[,:])+/g;

export const MAX_NAME = 100;

function nameOf(text: string): string | null {
  return text.replace(/^[\s"',;:|–-]+|[\s"',;:|–-]+$/g, '').slice(0, MAX_NAME) || null;
}
