/** The fields of a request on zones and on its clearance: what is taken, and what each refusal says. */
import { expect, it } from 'vitest';
import * as z from 'zod';
import { clearanceFields } from '../../lib/zones/clearance-fields.ts';
import { onlyWhole } from '../../lib/zones/whole.ts';
import { zoneFields } from '../../lib/zones/zone-fields.ts';
import { boxPolygon } from './areas.ts';
import { circleOf, ringOf } from './many-points.ts';

const fields = z.object({ ...clearanceFields, ...zoneFields });
const none = { clearance_nm: null, clearance_of: null, zones: null, standing_zones: null };
const faultsOf = (value: object) =>
  fields.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

it('a clearance is a number of miles, none is no clearance', () => {
  expect(fields.parse({})).toEqual(none);
  expect(fields.parse({ clearance_nm: null, clearance_of: null, zones: null })).toEqual(none);
  expect(fields.parse({ clearance_nm: 0, clearance_of: 'land', zones: [], standing_zones: true })).toEqual(
    none,
  );
  expect(fields.parse({ clearance_nm: 20, clearance_of: 'all', standing_zones: false })).toEqual({
    ...none,
    clearance_nm: 20,
    clearance_of: 'all',
    standing_zones: false,
  });
  const rule = 'must be a number of nautical miles from 0 to 20';
  for (const clearance_nm of ['5', -0.1, 20.1, Number.NaN])
    expect(faultsOf({ clearance_nm })).toEqual([['clearance_nm', rule]]);
  expect(faultsOf({ clearance_of: 'ice' })).toEqual([['clearance_of', 'must be "land" or "all"']]);
  expect(faultsOf({ standing_zones: 'no' })).toEqual([['standing_zones', 'must be true or false']]);
});

const zoneOf = (name: string, geometry: object = boxPolygon(10, -61, 12, -60)) => ({
  name,
  kind: 'closed',
  geometry,
});

it('zones are whole, or named; no two have one name', () => {
  const whole = zoneOf('A');
  expect(fields.parse({ zones: [whole, 'B'] }).zones).toEqual([whole, 'B']);
  expect(faultsOf({ zones: whole })).toEqual([['zones', 'must be an array of zones']]);
  expect(faultsOf({ zones: [whole, 'A', zoneOf('A'), 'B', 'B'] })).toEqual([
    ['zones.1', 'is the name of another zone too: "A"'],
    ['zones.2.name', 'is the name of another zone too: "A"'],
    ['zones.4', 'is the name of another zone too: "B"'],
  ]);
  expect(faultsOf({ zones: ['A/B'] }).map(([path]) => path)).toEqual(['zones.0']);
  expect(faultsOf({ zones: [{ ...whole, colour: 'red', size: 5 }] })).toEqual([
    ['zones.0.colour', 'is not a known field'],
    ['zones.0.size', 'is not a known field'],
  ]);
});

it('zones are at most 50, of at most 50,000 points together', () => {
  const names = (count: number) => Array.from({ length: count }, (_, k) => `${k}`);
  expect(faultsOf({ zones: names(50) })).toEqual([]);
  expect(faultsOf({ zones: names(51) })).toEqual([['zones', 'must be at most 50 zones']]);
  const ofPoints = (...counts: number[]) => [
    'named',
    ...counts.map((count, k) => zoneOf(`${k}`, ringOf(circleOf(count)))),
  ];
  expect(faultsOf({ zones: ofPoints(20_000, 20_000, 10_000) })).toEqual([]);
  expect(faultsOf({ zones: ofPoints(20_000, 20_000, 10_001) })).toEqual([
    ['zones', 'have 50001 points together, expected at most 50000'],
  ]);
});

it('where there is no service that has stored zones, a name alone is refused', () => {
  const { zones } = fields.parse({ zones: [zoneOf('A')] });
  expect(onlyWhole(zones!)).toEqual(zones);
  expect(() => onlyWhole([...zones!, 'Reef'])).toThrow(
    expect.objectContaining({
      name: 'Impossible',
      message: '"Reef" is the name of a zone that a service may have stored: give the whole zone.',
    }),
  );
});
