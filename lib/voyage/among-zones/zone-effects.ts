/** What zones did to a route, as its entry in the answer says it. */
import type { Track } from '../../engine/path/track.ts';
import { areaOf, areaOfAll } from '../../zones/area-of.ts';
import { type Entry, timeInside } from '../../zones/entered.ts';
import { countsAlways, countsAt } from '../../zones/in-season.ts';
import type { Zone } from '../../zones/zone.ts';
import type { VoyageRoute, ZoneEffect } from '../voyage-route.ts';

/** Relative: what a route costs more than without closed zones, beyond what another search would find anyway. */
const CHANGED = 1e-5;
const HOURS_PER_DAY = 24;
/** Degrees: how far at most a route along a zone is from it. */
const BESIDE = 1e-5;

/** @param free the same route without closed zones; null where it is the route itself */
export function effectsOf(
  route: VoyageRoute,
  zones: readonly Zone[],
  departure: string | null,
  free: VoyageRoute | null,
): ZoneEffect[] {
  const open = zones.filter(({ kind }) => kind !== 'closed');
  return [
    ...(free ? costsOf(route, zones, departure, free) : []),
    ...enteredZones(route.track, open, departure),
  ];
}

/** The effects on a route that took the place of the planned one. */
export function effectsInstead(
  { track, zones: known }: VoyageRoute,
  planned: VoyageRoute,
  zones: readonly Zone[],
  departure: string | null,
): ZoneEffect[] {
  const hours = HOURS_PER_DAY * (track.timeDays.at(-1)! - planned.track.timeDays.at(-1)!);
  const consumed = (track.consumption?.at(-1) ?? 0) - (planned.track.consumption?.at(-1) ?? 0);
  const closed = (known ?? []).flatMap((effect) => {
    if (!('costs_hours' in effect)) return [];
    const { costs_hours, costs_consumption } = effect;
    return {
      ...effect,
      costs_hours: costs_hours + hours,
      ...(costs_consumption !== undefined && { costs_consumption: costs_consumption + consumed }),
    };
  });
  const open = zones.filter(({ kind }) => kind !== 'closed');
  return [...closed, ...enteredZones(track, open, departure)];
}

/** Where a line enters zones: of one that was planned without them, closed ones too. */
export function enteredZones(track: Track, zones: readonly Zone[], departure: string | null): ZoneEffect[] {
  return zones.flatMap((zone) => {
    const { name, kind } = zone;
    const { entered, nmInside, hoursInside } = insideOf(zone, track, departure);
    return entered.length === 0
      ? []
      : [{ name, kind, entered, nm_inside: nmInside, hours_inside: hoursInside }];
  });
}

/** Where and how long a track is in a zone while that counts. */
const insideOf = (zone: Zone, track: Track, departure: string | null) =>
  timeInside(areaOf(zone), track, (days) => countsAt(zone, departure, days));

/** Whether a zone matters to a track while it counts. Who only stays in one is not slowed down. */
export function isMet(zone: Zone, track: Track, departure: string | null): boolean {
  const { entered, nmInside } = insideOf(zone, track, departure);
  return zone.kind === 'closed' ? entered.length > 0 : nmInside > 0;
}

/** The closed zones beside which a track runs where another one is on its other side: together they leave no way between them. */
export function metBetween(
  zones: readonly Zone[],
  inMesh: readonly Zone[],
  tracks: readonly Track[],
  departure: string | null,
): Zone[] {
  const closed = zones.filter((zone) => zone.kind === 'closed' && countsAlways(zone, departure));
  const others = closed.filter((zone) => !inMesh.includes(zone));
  if (closed.length < 2 || others.length === 0) return [];
  const together = areaOfAll(closed);
  const entries = tracks.flatMap((track) => timeInside(together, track).entered);
  const isBeside = (zone: Zone, { lat, lon }: Entry) =>
    areaOf(zone).isNear({ west: lon - BESIDE, south: lat - BESIDE, east: lon + BESIDE, north: lat + BESIDE });
  return others.filter((zone) => entries.some((entry) => isBeside(zone, entry)));
}

/** The closed zones that a route crosses, each where it first does. */
export function crossedBy({ track }: VoyageRoute, zones: readonly Zone[], departure: string | null) {
  return zones.flatMap((zone) => {
    if (zone.kind !== 'closed') return [];
    const [first] = insideOf(zone, track, departure).entered;
    return first ? [{ name: zone.name, lat: first.lat, lon: first.lon }] : [];
  });
}

/** What the closed zones cost that the route without them would cross: all together, as they can't be told apart. */
function costsOf(
  route: VoyageRoute,
  zones: readonly Zone[],
  departure: string | null,
  free: VoyageRoute,
): ZoneEffect[] {
  if (costOf(route) <= costOf(free) * (1 + CHANGED)) return [];
  const met = crossedBy(free, zones, departure);
  if (met.length === 0) return [];
  const [track, other] = [route.track, free.track];
  const consumed = track.consumption && other.consumption;
  return [
    {
      name: met.map(({ name }) => name).join(', '),
      kind: 'closed',
      costs_hours: HOURS_PER_DAY * (track.timeDays.at(-1)! - other.timeDays.at(-1)!),
      ...(consumed && { costs_consumption: track.consumption!.at(-1)! - other.consumption!.at(-1)! }),
    },
  ];
}

const costOf = ({ track, objective }: VoyageRoute): number =>
  objective === 'traveltime' ? track.timeDays.at(-1)! : track.consumption!.at(-1)!;

/**
 * @param keepsRate whether the mesh can't say what is consumed at a lower speed
 * @param isProvedDivided whether something was proved, and that on a divided mesh
 */
export function notesOn(
  zones: readonly Zone[],
  departure: string | null,
  keepsRate: boolean,
  isProvedDivided: boolean,
): string[] {
  const seasonal = zones.filter(({ season }) => season).map(({ name }) => `"${name}"`);
  const limits = zones.some(({ kind }) => kind === 'speed_limit');
  return [
    seasonal.length > 0 && departure === null
      ? `Without a departure, zones count in every season: ${seasonal.join(', ')}`
      : null,
    limits && keepsRate
      ? 'Under a speed limit the consumption a day is that of full speed, because the mesh was made for one vessel'
      : null,
    isProvedDivided
      ? 'How close the route is to the best is proved on the mesh as zones and clearance divide it'
      : null,
  ].filter((note) => note !== null);
}
