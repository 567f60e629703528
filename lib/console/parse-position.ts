import type { LatLon } from '../engine/geometry/sphere.ts';

const HEMISPHERE = { N: 1, E: 1, S: -1, W: -1 } as const;
/** Degrees with optional minutes and seconds and a hemisphere: `67°45.84'S`, `67 45 50 S`, `51-43.860'S`, `67.764S`. */
const ANGLE =
  /^(?<degrees>\d{1,3}(?:\.\d+)?)(?:[°\s-]\s*(?:(?<minutes>\d{1,2}(?:\.\d+)?)\s*['′]?\s*)?(?:(?<seconds>\d{1,2}(?:\.\d+)?)\s*["″]?\s*)?)?\s*(?<hemisphere>[NSEW])$/i;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/**
 * A position as people type it: decimal degrees (`-67.764, -68.02`) or degrees and minutes with hemispheres
 * (`67°45.840′S 068°01.200′W`). Null where the text is no position.
 */
export function parsePosition(text: string): LatLon | null {
  const plain = text.trim().replace(/[−–]/g, '-');
  const decimals = plain.split(/[,;\s]+/);
  if (decimals.length === 2 && decimals.every((part) => DECIMAL.test(part))) {
    return valid(Number(decimals[0]), Number(decimals[1]));
  }
  const parts = plain.match(/[^NSEW]+[NSEW]/gi);
  if (parts?.length !== 2 || parts.join('').length !== plain.length) return null;
  const angles = parts.map((part) => parseAngle(part.replace(/^[,;\s]+/, '')));
  const [first, second] = angles;
  if (!first || !second) return null;
  if ('NS'.includes(first.hemisphere) && 'EW'.includes(second.hemisphere)) {
    return valid(first.degrees, second.degrees);
  }
  return null;
}

function parseAngle(text: string): { degrees: number; hemisphere: keyof typeof HEMISPHERE } | null {
  const groups = ANGLE.exec(text)?.groups;
  if (!groups) return null;
  const minutes = Number(groups.minutes ?? 0);
  const seconds = Number(groups.seconds ?? 0);
  if (minutes >= 60 || seconds >= 60) return null;
  const hemisphere = groups.hemisphere!.toUpperCase() as keyof typeof HEMISPHERE;
  return {
    degrees: HEMISPHERE[hemisphere] * (Number(groups.degrees) + minutes / 60 + seconds / 3600),
    hemisphere,
  };
}

function valid(lat: number, lon: number): LatLon | null {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
