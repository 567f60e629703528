/** Zones as features: those of one name that are equal but for their geometry are one zone. */
import { FileUnreadable } from '../../files/errors.ts';
import type { GeoFeature } from '../../files/geojson.ts';
import { type Circle, circlePolygon } from '../geometry/circle.ts';

/** A zone that is not checked yet. */
export type ZoneCandidate = { readonly name: string } & Readonly<Record<string, unknown>>;

/** The properties of a feature that a zone has. */
const FIELDS = ['kind', 'max_speed_kn', 'season', 'source'] as const;

/**
 * @param nameOf of a feature and its index
 * @param kind of all zones; without it, what their property of that name says
 * @throws FileUnreadable where features of one name differ in more than their geometry
 */
export function zonesOfFeatures(
  features: readonly GeoFeature[],
  nameOf: (feature: GeoFeature, index: number) => string,
  kind?: string,
): ZoneCandidate[] {
  const byName = new Map<string, GeoFeature[]>();
  features.forEach((feature, i) => {
    const name = nameOf(feature, i);
    byName.set(name, [...(byName.get(name) ?? []), feature]);
  });
  return [...byName].map(([name, own]) => {
    const [fields, ...others] = own.map((feature) => ({
      ...fieldsOf(feature),
      ...(kind !== undefined && { kind }),
    }));
    others.forEach((other, i) => {
      const field = FIELDS.find((each) => JSON.stringify(fields![each]) !== JSON.stringify(other[each]));
      if (!field) return;
      const [first, second] = [own[0]!, own[i + 1]!].map(({ number }) => number);
      throw new FileUnreadable(
        `Features ${first} and ${second} are both named "${name}", and differ in ${field}: give them different names, or make them equal.`,
      );
    });
    return { name, geometry: geometryOf(own), ...fields! };
  });
}

/** Names of columns in a shapefile are cut after so many characters. */
const SHORT_NAME = 10;

/** A property by its name in any case, as programs of maps write them, and as shapefiles cut it. */
export function propertyOf({ properties }: GeoFeature, name: string): unknown {
  const keys = Object.keys(properties).filter((key) => properties[key] !== null);
  const key =
    keys.find((each) => each === name) ??
    keys.find((each) => each.toLowerCase() === name) ??
    keys.find((each) => each.toLowerCase() === name.slice(0, SHORT_NAME));
  return key === undefined ? undefined : properties[key];
}

type Fields = { readonly [Field in (typeof FIELDS)[number]]?: unknown };

function fieldsOf(feature: GeoFeature): Fields {
  const values = FIELDS.map((field) => [field, propertyOf(feature, field)] as const);
  const [from, to] = ['season_from', 'season_to'].map((name) => propertyOf(feature, name));
  const given = {
    ...((from !== undefined || to !== undefined) && { season: { from, to } }),
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
  } as Fields;
  const { kind, max_speed_kn, season } = given;
  return {
    ...given,
    ...(typeof kind === 'string' && {
      kind: kind
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    }),
    ...(typeof max_speed_kn === 'string' && { max_speed_kn: Number(max_speed_kn) }),
    ...(typeof season === 'string' && { season: seasonOf(season) }),
  };
}

/** Formats without nested values have it as text: `{"from": "01-01", "to": "05-30"}` or `01-01/05-30`. */
function seasonOf(text: string): unknown {
  const [, from, to] = /^(\d\d-\d\d)\s*(?:\/|to|–)\s*(\d\d-\d\d)$/.exec(text.trim()) ?? [];
  if (from && to) return { from, to };
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function geometryOf(features: readonly GeoFeature[]): unknown {
  const geometries = features.map((feature) => circleOf(feature) ?? feature.geometry);
  if (geometries.length === 1) return geometries[0];
  const coordinates = geometries.flatMap(({ type, coordinates }) =>
    type === 'Polygon' ? [coordinates] : ((coordinates ?? []) as unknown[]),
  );
  return { type: 'MultiPolygon', coordinates };
}

/** A point with a radius is a circle. */
function circleOf(feature: GeoFeature) {
  const radius = Number(propertyOf(feature, 'radius_nm'));
  const { type, coordinates } = feature.geometry;
  if (type !== 'Point' || !(radius > 0) || !Array.isArray(coordinates)) return null;
  const [lon, lat] = coordinates as number[];
  return circlePolygon({ lat: lat!, lon: lon!, radius_nm: radius } satisfies Circle);
}

/** Whether a feature has an area. */
export const isArea = (feature: GeoFeature): boolean =>
  /Polygon$/.test(feature.geometry.type) || circleOf(feature) !== null;
