import { centralAngle, type LatLon, RADIANS, unitVector } from '../engine/geometry/sphere.ts';

/** Longest piece of a great circle that a rhumb line stands for: the two are then less than 90 m apart at 80° of latitude. */
const MAX_PIECE_DEGREES = 0.25;

/**
 * Points between two points on the great circle that joins them, evenly spaced, the two left out (spherical linear
 * interpolation). Empty where they are the same or antipodes, between which no great circle is shortest.
 */
export function greatCirclePoints(from: LatLon, to: LatLon): LatLon[] {
  const [φ1, λ1, φ2, λ2] = [from.lat, from.lon, to.lat, to.lon].map((degrees) => degrees * RADIANS);
  const angle = centralAngle(φ1!, λ1!, φ2!, λ2!);
  if (!(angle > 0) || Math.PI - angle < 1e-9) return [];
  const pieces = Math.ceil(angle / (MAX_PIECE_DEGREES * RADIANS));
  const a = unitVector(from);
  const b = unitVector(to);
  return Array.from({ length: pieces - 1 }, (_, i) => {
    const f = (i + 1) / pieces;
    const u = Math.sin((1 - f) * angle) / Math.sin(angle);
    const v = Math.sin(f * angle) / Math.sin(angle);
    const [x, y, z] = [0, 1, 2].map((k) => u * a[k]! + v * b[k]!) as [number, number, number];
    return { lat: Math.atan2(z, Math.hypot(x, y)) / RADIANS, lon: Math.atan2(y, x) / RADIANS };
  });
}

/** The words of RTZ are `Loxodrome` and `Orthodrome`; bridges write others too. */
const RHUMB_LINE = /^(?:loxo(?:drome|dromic)|rhumb(?:line)?|rl)$/;
const GREAT_CIRCLE = /^(?:ortho(?:drome|dromic)|great(?:circle)?|gc|geodesic)$/;

/** @param words for legs, of which none is known */
export const unknownLegs = (attribute: string, words: Iterable<string>): string[] =>
  Array.from(
    words,
    (word) => `Legs of ${attribute} "${word.slice(0, 40)}", which is not known, were taken as rhumb lines.`,
  );

/** What a file calls a leg; null for a word that is neither. */
export function legKindOf(text: string): 'great circle' | 'rhumb line' | null {
  const word = text.toLowerCase().replace(/[^a-z]+/g, '');
  return GREAT_CIRCLE.test(word) ? 'great circle' : RHUMB_LINE.test(word) ? 'rhumb line' : null;
}
