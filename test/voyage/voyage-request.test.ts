import { describe, expect, it } from 'vitest';
import { plainVoyage, type Voyage } from '../../lib/voyage/voyage-fields.ts';
import {
  isPlain,
  numbered,
  pointsOf,
  stopsOf,
  termsOf,
  workLinesOf,
  workPointsOf,
} from '../../lib/voyage/voyage-request.ts';
import { request } from '../routes/world.ts';

const [start, end] = [
  { lat: -51, lon: -57 },
  { lat: -67, lon: -68 },
];
const mooring = { name: 'Mooring', lat: -60, lon: -60 };
const line = {
  name: 'Transect',
  line: [
    [-61, -61],
    [-62, -62],
  ],
};
const voyageOf = (fields: object) => request(fields).voyage as Voyage;

describe('the places of a request', () => {
  it('are its ends, where it asks for nothing else', () => {
    const points = pointsOf({ start, end, voyage: null });
    expect(points).toEqual([
      { what: 'start point', ...start },
      { what: 'end point', ...end },
    ]);
    expect(isPlain(points)).toBe(true);
    expect(isPlain(pointsOf({ start, end, voyage: plainVoyage() }))).toBe(true);
    expect([stopsOf(null), workLinesOf(null), workPointsOf(null)]).toEqual([[], [], []]);
  });

  it('are its stops, too, by their names, and the points of their lines', () => {
    const voyage = voyageOf({ stops: [mooring, line] });
    const points = pointsOf({ start, end, voyage });
    expect(points.slice(2).map(({ what }) => what)).toEqual(['stop "Mooring"', 'stop "Transect"']);
    expect(points[2]).toEqual({ what: 'stop "Mooring"', lat: -60, lon: -60 });
    expect(isPlain(points)).toBe(false);
    expect(stopsOf(voyage)[0]).toEqual({ lat: -60, lon: -60 });
    expect(stopsOf(voyage)).toHaveLength(2);
    expect(workPointsOf(voyage)).toEqual([
      { what: 'stop "Transect"', lat: -61, lon: -61 },
      { what: 'stop "Transect"', lat: -62, lon: -62 },
    ]);
  });

  it('have a number in messages, from 1 on, and a name where they have one', () => {
    expect(numbered('origin', 1, 'Bear')).toBe('origin 2 "Bear"');
    expect(numbered('origin', 0, null)).toBe('origin 1');
  });
});

describe('what a voyage asks for', () => {
  it('is the same by whatever names its stops are called, and after what they come in whatever order', () => {
    const named = (a: string, b: string, after: string[]) =>
      termsOf(
        voyageOf({
          stops: [
            { ...mooring, name: a },
            { ...mooring, name: b },
            { ...mooring, name: 'C', after },
          ],
        }),
      );
    expect(named('X', 'Y', ['Y', 'X'])).toEqual(named('A', 'B', ['A', 'B']));
    expect(named('A', 'B', ['B'])).not.toEqual(named('A', 'B', ['A']));
  });

  it('is another with another stay, wherever its stops are', () => {
    const at = (fields: object) => termsOf(voyageOf({ stops: [{ ...mooring, ...fields }] }));
    expect(at({ lat: -59, lon: -59 })).toEqual(at({}));
    expect(at({ stay_hours: 3 })).not.toEqual(at({}));
  });

  it('does not name what it does not ask for: a later version may have more fields', () => {
    const terms = termsOf({ ...plainVoyage(), within_hours: 90 });
    expect(JSON.parse(JSON.stringify(terms))).toEqual({ within_hours: 90 });
  });
});
