import { FileUnreadable } from '../files/errors.ts';
import type { ReadRoute } from './read-route.ts';

interface GeoJson {
  readonly type?: unknown;
  readonly features?: unknown;
  readonly geometry?: unknown;
  readonly coordinates?: unknown;
  readonly properties?: { readonly name?: unknown } | null;
}

/** The first line of a GeoJSON text, whose pieces are joined where it has several. */
export function readGeoJson(text: string): ReadRoute {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new FileUnreadable(`The file is not valid JSON: ${(error as Error).message}`);
  }
  const found = firstLine(json);
  if (!found) {
    throw new FileUnreadable(
      'The GeoJSON has no line: give a LineString, or a Feature or FeatureCollection with one.',
    );
  }
  return found;
}

function firstLine(value: unknown): ReadRoute | null {
  const { type, features, geometry, coordinates, properties } = (value ?? {}) as GeoJson;
  if (type === 'FeatureCollection' && Array.isArray(features)) {
    for (const feature of features) {
      const found = (feature as GeoJson | null)?.type === 'Feature' ? firstLine(feature) : null;
      if (found) return found;
    }
    return null;
  }
  if (type === 'Feature') {
    const isLine = /^(Multi)?LineString$/.test(String((geometry as GeoJson | null)?.type));
    const name = typeof properties?.name === 'string' ? properties.name : null;
    const line = isLine ? firstLine(geometry) : null;
    return line && { ...line, name };
  }
  if (type === 'LineString') return { name: null, waypoints: positions(coordinates) };
  if (type === 'MultiLineString' && Array.isArray(coordinates)) {
    return { name: null, waypoints: coordinates.flatMap(positions) };
  }
  return null;
}

function positions(coordinates: unknown): ReadRoute['waypoints'] {
  if (!Array.isArray(coordinates)) throw new FileUnreadable('The coordinates of the line are no array.');
  return coordinates.map((position, i) => {
    const [lon, lat] = Array.isArray(position) ? position : [];
    if (typeof lon !== 'number' || typeof lat !== 'number') {
      throw new FileUnreadable(`Position ${i + 1} of the line is not [longitude, latitude].`);
    }
    return { lat, lon, name: null };
  });
}
