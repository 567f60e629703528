/** Routes among the features of GeoJSON or KML: its lines, or where it has none its points in their order. */
import { FileUnreadable } from '../files/errors.ts';
import type { FeaturesRead, GeoFeature } from '../files/geojson.ts';
import {
  Places,
  passedOver,
  type ReadRoute,
  type ReadWaypoint,
  type RoutesInFile,
  requireFewPoints,
  routeOf,
  stayPart,
} from './read-route.ts';

export function routesOfFeatures({ features, notes }: FeaturesRead): RoutesInFile {
  const lines = features.flatMap(linesOf);
  const points = features.flatMap(pointsOf);
  const areas = features.filter(({ geometry }) => /Polygon$/.test(geometry.type)).length;
  // points at the vertices of a line say how these are called, and when the ship is there
  const places = new Places(points);
  const named = (waypoint: ReadWaypoint) => places.take(waypoint) ?? waypoint;
  return {
    routes: [
      ...lines.map((line) => routeOf(line.kind, line.name, line.waypoints.map(named))),
      routeOf('points', null, points),
    ],
    notes: [...notes, ...passedOver(areas, ['area', 'areas'])],
  };
}

function linesOf({ geometry: { type, coordinates }, properties, number }: GeoFeature): ReadRoute[] {
  const name = nameOf(properties);
  if (type === 'LineString') return [routeOf('line', name, positions(coordinates, number))];
  if (type !== 'MultiLineString' || !Array.isArray(coordinates)) return [];
  return coordinates.map((part) => routeOf('line', name, positions(part, number)));
}

function pointsOf({ geometry: { type, coordinates }, properties, number }: GeoFeature): ReadWaypoint[] {
  const all = type === 'Point' ? [coordinates] : type === 'MultiPoint' ? coordinates : [];
  const time = properties.eta ?? properties.time;
  return positions(all, number).map((point) => ({
    ...point,
    name: nameOf(properties),
    ...(typeof time === 'string' && { time }),
    ...stayPart(Number(properties.stay_hours ?? 0)),
  }));
}

function nameOf(properties: GeoFeature['properties']): string | null {
  const name = properties.name ?? properties.Name ?? properties.NAME;
  return typeof name === 'string' && name !== '' ? name : typeof name === 'number' ? `${name}` : null;
}

function positions(coordinates: unknown, feature: number): ReadWaypoint[] {
  if (!Array.isArray(coordinates)) {
    throw new FileUnreadable(`Feature ${feature} has coordinates that are no array.`);
  }
  requireFewPoints(coordinates);
  return coordinates.map((position, i) => {
    const [lon, lat] = Array.isArray(position) ? position : [];
    if (typeof lon !== 'number' || typeof lat !== 'number') {
      throw new FileUnreadable(`Position ${i + 1} of feature ${feature} is not [longitude, latitude].`);
    }
    return { lat, lon, name: null };
  });
}
