/** The zones of the plan: its own, and those of the service that it keeps to. zones.ts changes them. */
import { computed, signal } from '@preact/signals';
import type { Position } from '../../zones/geometry/polygon.ts';
import { geometryFault } from '../../zones/geometry/polygon-fault.ts';
import type { Zone, ZoneKind } from '../../zones/zone.ts';
import type { ZoneSummary } from '../../zones/zone-store.ts';
import { readable } from '../readable.ts';

/** A zone of the plan itself. */
export interface PlanZone extends Zone {
  /** Kept, but neither drawn nor asked for. */
  readonly isOff?: true;
}

export const KIND_LABELS: Readonly<Record<ZoneKind, string>> = {
  closed: 'Closed',
  speed_limit: 'Speed limit',
  report: 'Report',
};

export const ownZones = signal<readonly PlanZone[]>([]);
/** Names of stored zones that are switched on. */
export const storedOn = signal<readonly string[]>([]);
/** Stored zones whose border has come, by name. */
export const fetched = signal<Readonly<Record<string, Zone>>>({});
/** What the service has; null until it was asked. */
export const storedList = signal<readonly ZoneSummary[] | null>(null);
/** Whether the zones that hold for every request are left out. */
export const withoutStanding = signal(false);
/** The own zone whose border is on the map with its handles, by its place in the list. */
export const editedZone = signal<number | null>(null);
/** The border of a new zone is being drawn. */
export const drawingZone = signal(false);

/** Names of those that hold for every request. */
export const standingNames = computed<readonly string[]>(() =>
  (storedList.value ?? []).flatMap(({ name, standing }) => (standing ? [name] : [])),
);

/** Names of stored zones that hold for the plan. */
export const storedNames = computed<readonly string[]>(() => [
  ...new Set([...(withoutStanding.value ? [] : standingNames.value), ...storedOn.value]),
]);

/** Those that are drawn: what is switched on. */
export const shownZones = computed<readonly Zone[]>(() => [
  ...ownZones.value.filter(({ isOff }) => !isOff).map(withoutSwitch),
  ...storedNames.value.flatMap((name) => fetched.value[name] ?? []),
]);

const withoutSwitch = ({ isOff: _, ...zone }: PlanZone): Zone => zone;

/** Those that are drawn and whose border is one. */
export const activeZones = computed<readonly Zone[]>(() =>
  shownZones.value.filter((zone) => faultOf(zone) === null),
);

/** What the service is asked for: a stored zone by its name; what holds anyway is not asked for. */
export const requestedZones = computed<readonly (Zone | string)[]>(() => {
  const holds = withoutStanding.value ? [] : standingNames.value;
  return activeZones.value
    .map((zone) => (fetched.value[zone.name] === zone ? zone.name : zone))
    .filter((zone) => typeof zone !== 'string' || !holds.includes(zone));
});

/** Borders stay as they are while other things change. */
const faults = new WeakMap<Zone['geometry'], string | null>();

/** Why a zone can't be asked for, a sentence without its subject; null where it can. */
export function faultOf({ geometry }: Zone): string | null {
  let fault = faults.get(geometry);
  if (fault === undefined) {
    const found = geometryFault(geometry);
    fault = found && readable(found);
    faults.set(geometry, fault);
  }
  return fault;
}

/** Positions [lon, lat] of a zone's first outline, the first not repeated at the end. */
export function outlineOf({ geometry: { type, coordinates } }: Zone): readonly Position[] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Position[][][];
  return polygons[0]?.[0]?.slice(0, -1) ?? [];
}

/** Whether the border is one line, which can be written down position by position. */
export const isOneLine = ({ geometry: { type, coordinates } }: Zone): boolean =>
  type === 'Polygon' && (coordinates as Position[][]).length === 1;

/** A border through some points, [lon, lat]. */
export const polygonThrough = (points: readonly Position[]): Zone['geometry'] => ({
  type: 'Polygon',
  coordinates: [[...points, ...points.slice(0, 1)]],
});
