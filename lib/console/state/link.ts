/** The view as the fragment of a link: `#route/12?layer=speed&view=-64.1,-57.2,3.4,south`. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Flow } from '../map/arrow-layer.ts';
import type { ProjectionName } from '../map/projections.ts';
import type { UnitSystem } from '../units.ts';
import { type KeptParts, readParts, writeParts } from './plan-parts.ts';

export interface MapPlace {
  readonly lat: number;
  readonly lon: number;
  readonly zoom: number;
  readonly projection: ProjectionName;
}

export interface LinkedView {
  readonly routeId?: string;
  readonly start?: LatLon & { readonly name?: string };
  readonly end?: LatLon & { readonly name?: string };
  readonly vehicle?: string;
  readonly mesh?: number;
  readonly layer?: string;
  /** The quantity that colours the route. */
  readonly coloured?: string;
  readonly arrows?: Flow;
  readonly place?: MapPlace;
  readonly departure?: Date;
  readonly parts?: KeptParts;
  readonly units?: UnitSystem;
  /** A route of one's own, [lon, lat]. */
  readonly own?: readonly (readonly [number, number])[];
}

/** More would make a link that other programs cut off. */
const MOST_OWN_POINTS = 60;

export const ownFitsLink = ({ length }: { readonly length: number }): boolean => length <= MOST_OWN_POINTS;

const PROJECTIONS: readonly string[] = ['south', 'north', 'mercator'];

export function writeLink(view: LinkedView): string {
  const query = new URLSearchParams();
  // a route says by itself where it begins and ends
  if (!view.routeId) {
    if (view.start) query.set('start', pointText(view.start));
    if (view.end) query.set('end', pointText(view.end));
    if (view.vehicle) query.set('vehicle', view.vehicle);
  }
  if (view.mesh !== undefined) query.set('mesh', String(view.mesh));
  if (view.departure) query.set('departure', view.departure.toISOString().slice(0, 16));
  if (view.parts) writeParts(view.parts, query);
  if (view.units === 'metric') query.set('units', view.units);
  if (view.own && ownFitsLink(view.own)) {
    query.set('own', view.own.map(([lon, lat]) => pointText({ lat, lon })).join(','));
  }
  if (view.layer) query.set('layer', view.layer);
  if (view.coloured) query.set('coloured', view.coloured);
  if (view.arrows) query.set('arrows', view.arrows);
  if (view.place) {
    const { lat, lon, zoom, projection } = view.place;
    query.set('view', [lat.toFixed(3), lon.toFixed(3), zoom.toFixed(2), projection].join(','));
  }
  const path = view.routeId ? `route/${encodeURIComponent(view.routeId)}` : '';
  // these need no escape in a fragment and read better without
  const text = query
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll('%3B', ';')
    .replaceAll('%2F', '/');
  return `#${path}${text && `?${text}`}`;
}

/** What of a plan a link may say, in the words of the page. */
const WORDS: Readonly<Record<PartOfPlan, string>> = {
  start: 'the start',
  end: 'the end',
  mesh: 'the ice data',
  departure: 'the departure',
  own: 'the route of one’s own',
  chart: 'the ice chart',
  clearance: 'the clearance',
  forecast: 'the waits and the end of the forecast',
  zones: 'the zones',
  stops: 'the stops',
  order: 'the order of the stops',
  speed: 'the speed',
  price: 'the price',
  fuel: 'the fuel aboard',
  alternatives: 'the other ways',
  compared: 'what is compared',
  reach: 'the reach',
  notes: 'the notes on waypoints',
};

type PartOfPlan = 'start' | 'end' | 'mesh' | 'departure' | 'own' | keyof KeptParts;

/** A link as it was read. */
export interface ReadLink extends LinkedView {
  /** What it says of the plan that makes no sense, as where a program cut it off, and is left out. */
  readonly unread?: readonly string[];
}

export function readLink(fragment: string): ReadLink {
  const [path = '', text = ''] = fragment.replace(/^#\/?/, '').split('?', 2) as [string?, string?];
  const query = new URLSearchParams(path.includes('=') ? path : text);
  const route = /^route\/(\d{1,15})\/?$/.exec(path);
  const start = readPoint(query.get('start'));
  const end = readPoint(query.get('end'));
  const vehicle = query.get('vehicle');
  const mesh = query.get('mesh');
  const layer = query.get('layer');
  const coloured = query.get('coloured');
  const arrows = query.get('arrows');
  const place = readPlace(query.get('view'));
  const departure = readDeparture(query.get('departure'));
  const parts = readParts(query);
  const units = query.get('units');
  const own = readOwn(query.get('own'));
  const meshId = mesh && /^\d{1,15}$/.test(mesh) ? Number(mesh) : null;
  const read: Partial<Record<PartOfPlan, unknown>> = { start, end, mesh: meshId, departure, own, ...parts };
  const unread = (Object.keys(WORDS) as PartOfPlan[]).filter((name) => query.get(name) && read[name] == null);
  return {
    ...(route && { routeId: route[1]! }),
    ...(start && { start }),
    ...(end && { end }),
    ...(vehicle && { vehicle }),
    ...(meshId !== null && { mesh: meshId }),
    ...(layer && { layer }),
    ...(coloured && { coloured }),
    ...((arrows === 'current' || arrows === 'wind') && { arrows }),
    ...(place && { place }),
    ...(departure && { departure }),
    ...(Object.keys(parts).length > 0 && { parts }),
    ...((units === 'metric' || units === 'nautical') && { units }),
    ...(own && { own }),
    ...(unread.length > 0 && { unread: unread.map((name) => WORDS[name]) }),
  };
}

function pointText({ lat, lon, name }: LatLon & { name?: string }): string {
  // as many digits as tell two points a centimetre apart
  const text = [lat, lon].map((degrees) => String(Number(degrees.toFixed(7)))).join(',');
  return name ? `${text},${name}` : text;
}

function readPoint(text: string | null): (LatLon & { name?: string }) | null {
  const [lat, lon, ...name] = (text ?? '').split(',');
  if (!lat?.trim() || !lon?.trim()) return null;
  const point = { lat: Number(lat), lon: Number(lon) };
  if (!(Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180)) return null;
  return name.length > 0 ? { ...point, name: name.join(',').slice(0, 100) } : point;
}

function readDeparture(text: string | null): Date | null {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null;
  const time = new Date(`${text}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

function readOwn(text: string | null): [number, number][] | null {
  const numbers = (text ?? '').split(',').map(Number);
  const points = numbers.flatMap((lat, i): [number, number][] =>
    i % 2 === 0 ? [[numbers[i + 1]!, lat]] : [],
  );
  const isLine = numbers.length >= 4 && points.length <= MOST_OWN_POINTS;
  const isValid = points.every(([lon, lat]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180);
  return isLine && isValid ? points : null;
}

function readPlace(text: string | null): MapPlace | null {
  const [lat, lon, zoom, projection] = (text ?? '').split(',');
  const place = { lat: Number(lat), lon: Number(lon), zoom: Number(zoom) };
  if (!text || !Object.values(place).every(Number.isFinite) || !PROJECTIONS.includes(projection!))
    return null;
  if (Math.abs(place.lat) > 90 || Math.abs(place.lon) > 180) return null;
  return { ...place, projection: projection as ProjectionName };
}
