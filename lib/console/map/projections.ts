/**
 * The three projections of the map. The polar ones are stereographic on the WGS 84 ellipsoid; their extents are set here,
 * because proj4 does not know how far they should reach.
 */

import Projection from 'ol/proj/Projection.js';
import {
  addCoordinateTransforms,
  addProjection,
  createSafeCoordinateTransform,
  get,
  transform,
} from 'ol/proj.js';
import proj4 from 'proj4';
import type { LatLon } from '../../engine/geometry/sphere.ts';

export type ProjectionName = 'south' | 'north' | 'mercator';

export const PROJECTION_CODES: Readonly<Record<ProjectionName, string>> = {
  south: 'EPSG:3031',
  north: 'EPSG:3413',
  mercator: 'EPSG:3857',
};

export const PROJECTION_LABELS: Readonly<Record<ProjectionName, string>> = {
  south: 'South pole',
  north: 'North pole',
  mercator: 'Mercator',
};

/** Polar views end a little beyond the equator: what lies further is drawn too large to be of use. */
const POLAR_REACH_M = 13_000_000;
/** The latitude, on the other side of the equator, at which geometry is cut off in polar views. */
const POLAR_LIMIT_DEGREES = 5;
/** Mercator's square ends here. */
const MERCATOR_LIMIT_DEGREES = 85.0511;

const POLAR = {
  south: {
    definition:
      '+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
    worldExtent: [-180, -90, 180, 0],
  },
  north: {
    definition:
      '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
    worldExtent: [-180, 0, 180, 90],
  },
};

/*
 * To and from degrees only: what OpenLayers has for this would prepare the ways between each two of all projections that
 * proj4 knows, thousands, which takes a tenth of a second.
 */
const degrees = get('EPSG:4326')!;
for (const name of ['south', 'north'] as const) {
  const { definition, worldExtent } = POLAR[name];
  const extent = [-POLAR_REACH_M, -POLAR_REACH_M, POLAR_REACH_M, POLAR_REACH_M];
  const projection = new Projection({ code: PROJECTION_CODES[name], units: 'm', extent, worldExtent });
  addProjection(projection);
  const { forward, inverse } = proj4(definition);
  addCoordinateTransforms(
    degrees,
    projection,
    createSafeCoordinateTransform(degrees, projection, forward),
    createSafeCoordinateTransform(projection, degrees, inverse),
  );
}

/** The latitudes that a view shows. */
export function latitudeRange(name: ProjectionName): [min: number, max: number] {
  if (name === 'south') return [-90, POLAR_LIMIT_DEGREES];
  if (name === 'north') return [-POLAR_LIMIT_DEGREES, 90];
  return [-MERCATOR_LIMIT_DEGREES, MERCATOR_LIMIT_DEGREES];
}

/** Projected metres of a point in degrees. */
export function project(name: ProjectionName, lon: number, lat: number): [x: number, y: number] {
  const [min, max] = latitudeRange(name);
  const clamped = Math.max(min, Math.min(max, lat));
  return transform([lon, clamped], 'EPSG:4326', PROJECTION_CODES[name]) as [number, number];
}

/**
 * `project` for many points: each projection is a function of latitude, reckoned once for each latitude, and an angle or a
 * length that follows from longitude.
 */
export function projector(name: ProjectionName): (lon: number, lat: number) => [x: number, y: number] {
  const byLatitude = new Map<number, number>();
  const ofLatitude = (lat: number) => {
    let value = byLatitude.get(lat);
    if (value === undefined) {
      const [x, y] = project(name, 0, lat);
      value = name === 'mercator' ? y : Math.hypot(x, y);
      byLatitude.set(lat, value);
    }
    return value;
  };
  if (name === 'mercator') {
    const metresPerDegree = project(name, 1, 0)[0];
    return (lon, lat) => [lon * metresPerDegree, ofLatitude(lat)];
  }
  const [turn, sign] = name === 'south' ? [0, 1] : [45, -1];
  return (lon, lat) => {
    const angle = ((lon + turn) * Math.PI) / 180;
    const radius = ofLatitude(lat);
    return [radius * Math.sin(angle), sign * radius * Math.cos(angle)];
  };
}

/** The point in degrees of projected metres; longitude −180…180. */
export function unproject(name: ProjectionName, [x, y]: readonly number[]): LatLon {
  const [lon, lat] = transform([x!, y!], PROJECTION_CODES[name], 'EPSG:4326') as [number, number];
  return { lat, lon: ((((lon + 180) % 360) + 360) % 360) - 180 };
}

/** The view that suits an extent: a polar one where all of it lies beyond 40 degrees. */
export function suitableProjection(bounds: { latMin: number; latMax: number }): ProjectionName {
  if (bounds.latMax <= -40) return 'south';
  if (bounds.latMin >= 40) return 'north';
  return 'mercator';
}

/** The rotation of the view, radians clockwise, that puts north at the top where longitude is `lon`. */
export function northUp(name: ProjectionName, lon: number): number {
  if (name === 'mercator') return 0;
  return name === 'south' ? (-lon * Math.PI) / 180 : ((lon + 45) * Math.PI) / 180;
}
