/** Routes among the features of GeoJSON or KML: its lines, or where it has none its points in their order. */
import { FileUnreadable } from '../files/errors.ts';
import type { FeaturesRead, GeoFeature } from '../files/geojson.ts';
import {
  HOURS_PER_DAY,
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
  const named = (line: ReadRoute): ReadRoute => {
    const waypoints = line.waypoints.map((waypoint) => ({ ...waypoint, ...places.take(waypoint) }));
    const route = routeOf(line.kind, line.name, waypoints);
    return { ...route, days: route.days ?? line.days };
  };
  return {
    routes: [...lines.map(named), routeOf('points', null, points)],
    notes: [...notes, ...passedOver(areas, ['area', 'areas'])],
  };
}

function linesOf({ geometry: { type, coordinates }, properties, number }: GeoFeature): ReadRoute[] {
  const name = nameOf(properties);
  if (type === 'LineString') return [lineOf(name, positions(coordinates, number), properties)];
  if (type !== 'MultiLineString' || !Array.isArray(coordinates)) return [];
  return coordinates.map((part) => routeOf('line', name, positions(part, number)));
}

/**
 * A path of a route document has a vertex of arriving and one of leaving where the vessel stays.
 *
 * @param properties of such a path: days since the departure, and times, by vertex
 */
function lineOf(
  name: string | null,
  points: readonly ReadWaypoint[],
  { traveltime, time }: GeoFeature['properties'],
): ReadRoute {
  const hasTimes = Array.isArray(traveltime) && traveltime.length === points.length;
  if (!hasTimes || !traveltime.every((days) => typeof days === 'number'))
    return routeOf('line', name, points);
  const waypoints: ReadWaypoint[] = [];
  for (const [i, point] of points.entries()) {
    const before = waypoints.at(-1);
    const hours = i === 0 ? 0 : HOURS_PER_DAY * (traveltime[i]! - traveltime[i - 1]!);
    if (before && hours > 0 && before.lat === point.lat && before.lon === point.lon) {
      waypoints[waypoints.length - 1] = { ...before, ...stayPart((before.stayHours ?? 0) + hours) };
    } else waypoints.push(point);
  }
  const comes = Array.isArray(time) && typeof time[0] === 'string' ? { time: time[0] } : {};
  if (waypoints[0]) waypoints[0] = { ...waypoints[0], ...comes };
  const under = traveltime.at(-1)! - traveltime[0]! - (waypoints[0]?.stayHours ?? 0) / HOURS_PER_DAY;
  return { ...routeOf('line', name, waypoints), days: under > 0 ? under : null };
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
