/** What the properties of features say of zones, however a program wrote them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GeoFeature } from '../../lib/files/geojson.ts';
import { propertyOf, zonesOfFeatures } from '../../lib/zones/read/zones-of-features.ts';
import { boxPolygon } from './areas.ts';

const geometry = boxPolygon(10, -61, 12, -60);
const feature = (properties: GeoFeature['properties'], number = 1): GeoFeature => ({
  geometry,
  properties,
  number,
});
const zoneOf = (properties: GeoFeature['properties']) =>
  zonesOfFeatures([feature(properties)], () => 'A')[0]!;

/** How programs write names: as they are, in capitals, cut after ten letters. */
const spellings = (name: string) =>
  fc.constantFrom(name, name.toUpperCase(), name.slice(0, 10), name.slice(0, 10).toUpperCase());

it('fields are found by their names in any case, whole or cut, and as text, too', () => {
  const made = fc.record({
    kindName: spellings('kind'),
    kind: fc.constantFrom('speed_limit', 'Speed limit', ' SPEED-LIMIT ', 'speed - limit'),
    speedName: spellings('max_speed_kn'),
    speed: fc.constantFrom(8, '8', ' 8.0'),
    sourceName: spellings('source'),
    fromName: spellings('season_from'),
    toName: spellings('season_to'),
    seasonName: spellings('season'),
    season: fc.constantFrom(
      { from: '11-01', to: '03-31' },
      '11-01/03-31',
      ' 11-01 / 03-31 ',
      '11-01 to 03-31',
      '11-01–03-31',
      '{"from": "11-01", "to": "03-31"}',
      null,
    ),
  });
  fc.assert(
    fc.property(made, (m) => {
      const season = m.season ? { [m.seasonName]: m.season } : { [m.fromName]: '11-01', [m.toName]: '03-31' };
      const properties = {
        OBJECTID: 7,
        [m.kindName]: m.kind,
        [m.speedName]: m.speed,
        [m.sourceName]: 'Chart 1',
        ...season,
      };
      expect(zoneOf(properties)).toEqual({
        name: 'A',
        geometry,
        kind: 'speed_limit',
        max_speed_kn: 8,
        source: 'Chart 1',
        season: { from: '11-01', to: '03-31' },
      });
    }),
    { seed: 1, numRuns: 200 },
  );
});

it('of a property that is there twice the one with its own name counts, unless it is null', () => {
  expect(propertyOf(feature({ KIND: 'report', kind: 'closed' }), 'kind')).toBe('closed');
  expect(propertyOf(feature({ KIND: 'report', kind: null }), 'kind')).toBe('report');
  expect(propertyOf(feature({ kind: null, KIND: 'report' }), 'kind')).toBe('report');
  expect(propertyOf(feature({ MAX_SPEED_: 5, Max_Speed_Kn: 8 }), 'max_speed_kn')).toBe(8);
  expect(propertyOf(feature({ KIND: null }), 'kind')).toBeUndefined();
  expect(propertyOf(feature({ kinds: 'closed' }), 'kind')).toBeUndefined();
  expect(propertyOf(feature({ kind: 0 }), 'kind')).toBe(0);
});

it('what is no season or no number stays, so that what is wrong with it is told', () => {
  expect(zoneOf({ season: 'summer' }).season).toBe('summer');
  for (const text of ['x11-01/03-31', '11-01/03-31x', '1-01/03-31', '11-01-03-31'])
    expect(zoneOf({ season: text }).season).toBe(text);
  expect(zoneOf({ season_from: '11-01' }).season).toEqual({ from: '11-01', to: undefined });
  expect(zoneOf({ season_to: '11-01' }).season).toEqual({ from: undefined, to: '11-01' });
  expect(zoneOf({ max_speed_kn: 'slow' }).max_speed_kn).toBeNaN();
  expect(zoneOf({ kind: 7 }).kind).toBe(7);
  expect(Object.keys(zoneOf({ colour: 'red' }))).toEqual(['name', 'geometry']);
});

it('a kind that is asked for is that of all', () => {
  const features = [feature({ kind: 'report' }), feature({}, 2)];
  const names = ['A', 'B'];
  const zones = zonesOfFeatures(features, (_, i) => names[i]!, 'closed');
  expect(zones.map(({ name, kind }) => [name, kind])).toEqual([
    ['A', 'closed'],
    ['B', 'closed'],
  ]);
  // those of one name may then differ in it
  expect(zonesOfFeatures(features, () => 'A', 'closed')).toHaveLength(1);
  expect(() => zonesOfFeatures(features, () => 'A')).toThrow(
    'Features 1 and 2 are both named "A", and differ in kind',
  );
});

it('areas of one name are put together, polygons, multipolygons and circles', () => {
  const multi = { type: 'MultiPolygon', coordinates: [geometry.coordinates, geometry.coordinates] } as const;
  const point = { type: 'Point', coordinates: [11, -60] } as const;
  const features = [
    feature({}),
    { geometry: multi, properties: {}, number: 2 },
    { geometry: point, properties: { RADIUS_NM: '5' }, number: 3 },
  ] as GeoFeature[];
  const [zone, ...others] = zonesOfFeatures(features, () => 'A');
  expect(others).toEqual([]);
  const { type, coordinates } = zone!.geometry as { type: string; coordinates: unknown[][] };
  expect(type).toBe('MultiPolygon');
  expect(coordinates).toHaveLength(4);
  expect(coordinates.slice(0, 3)).toEqual([geometry.coordinates, geometry.coordinates, geometry.coordinates]);
  expect((coordinates[3]![0] as unknown[]).length).toBeGreaterThan(100);
});
