/** What a person has to know before trusting a route: by weight, each with the place that it is about. */
import { computed } from '@preact/signals';
import { haversineNm, METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import { formatDuration, formatNumber, formatPosition } from '../../route-files/shown-text.ts';
import { LINES } from '../map/palette.ts';
import { settings } from '../settings.ts';
import { capital, formatDay, formatDays, formatDistance, formatTime } from '../units.ts';
import { type Alert, kindOfMove } from './alert.ts';
import { middleOf, pointAt } from './along-route.ts';
import { chartAlerts } from './chart-alerts.ts';
import { clearanceNm } from './clearance.ts';
import { faultOf, outlineOf, shownZones } from './plan-zones.ts';
import { causeOf } from './planning.ts';
import type { ShownRoute } from './shown-route.ts';
import { speedAlerts } from './speed-alerts.ts';
import * as state from './state.ts';
import { stopAlerts } from './stop-alerts.ts';
import { stops } from './stops.ts';
import { usableMeshes } from './usable-meshes.ts';

const HOUR_MS = 3_600_000;

/** The heaviest first. */
export const alerts = computed<readonly Alert[]>(() => {
  const routes = state.routes.value;
  if (routes.length === 0) return [...noWay(), ...faultyZones(), ...ownRoute()];
  return [
    ...ofOtherVessel(routes[0]!),
    ...gaps(),
    ...movedEnds(routes[0]!),
    ...stopAlerts(),
    ...speedAlerts(),
    ...faultyZones(),
    ...ownRoute(),
    ...routes.flatMap(risk),
    ...oldData(routes[0]!),
    ...chartAlerts(routes[0]!),
    ...meshNotShown(routes[0]!),
    ...enteredZones(),
    ...tooNear(),
    ...routes.flatMap(unproved),
  ];
});

function noWay(): Alert[] {
  const problem = state.previewProblem.value;
  const [start, end] = [state.start.value, state.end.value];
  if (!problem || !start || !end) return [];
  // the place that it names
  const named = stops.value.find(({ name }) => problem.includes(name));
  const ofEnds =
    problem.includes(formatPosition(start)) && !problem.includes(formatPosition(end)) ? start : end;
  const place = named ?? ofEnds;
  return [{ id: 'no-way', kind: 'danger', text: problem, place }];
}

/** Ice data that were picked for a vessel that they were not made for: the service refuses them. */
function ofOtherVessel(route: ShownRoute): Alert[] {
  const [sea, name] = [state.sea.value?.summary, state.vehicleType.value];
  const usable = usableMeshes.value;
  if (!sea || name === null || sea.kind !== 'vessel' || !usable || state.answerMeshId.value !== null)
    return [];
  if (usable.some(({ id }) => id === sea.id)) return [];
  const maker = sea.vessel_type ?? 'another vessel';
  const text = `The ice data were made for ${maker}: these routes are not those of ${name}, and can't be saved. Choose the ice data that fit.`;
  return [{ id: 'other vessel', kind: 'danger', text, place: middleOf(route) }];
}

/** Of the service's routes, it tells them in a sentence: through a forecast they are others than those of the preview. */
const GAP = /gap of no width at (-?\d+\.\d+), (-?\d+\.\d+)/g;

function gaps(): Alert[] {
  const told = state.answer.value?.flatMap(({ info }) =>
    [...(info ?? '').matchAll(GAP)].map(([, lat, lon]) => ({ lat: Number(lat), lon: Number(lon) })),
  );
  const seen = new Set<string>();
  return (told ?? state.preview.value?.pinches ?? []).flatMap((place): Alert[] => {
    const position = formatPosition(place);
    if (seen.has(position)) return [];
    seen.add(position);
    const text = `The route squeezes through a gap of no width at ${position}. Look at the ice there yourself.`;
    return [{ id: `gap ${position}`, kind: 'danger', text, place }];
  });
}

/** An end that the route does not come to by less is only rounded. */
const LEAST_NM = 0.001;

function movedEnds({ entry: { waypoints }, coordinates }: ShownRoute): Alert[] {
  const used = { start: coordinates[0]!, end: coordinates.at(-1)! };
  return (['start', 'end'] as const).flatMap((which): Alert[] => {
    const requested = waypoints[which];
    const [lon, lat] = used[which];
    const movedNm = haversineNm(requested, { lat, lon });
    if (!(movedNm > LEAST_NM)) return [];
    const distance = formatDistance(state.units.value, movedNm * METRES_PER_NM);
    const name = state.ends[which].value?.name ?? `the ${which}`;
    const text = `The ${which} was moved ${distance} to open water: ${name} lies in a closed cell.`;
    const place = { lat: requested.lat, lon: requested.lon };
    return [{ id: `moved ${which}`, kind: kindOfMove(movedNm), text, place }];
  });
}

/** A route of one's own that can't be sailed, at each of its places. */
function ownRoute(): Alert[] {
  const own = state.ownLine.value;
  if (!own) return [];
  return [
    ...own.places.map(
      (place): Alert => ({
        id: `own ${place.leg}`,
        kind: 'danger',
        text: `Your own route can't be sailed on leg ${place.leg}: ${causeOf(place)} at ${formatPosition(place)}.`,
        place,
      }),
    ),
    ...own.moved.map(({ requested, movedNm }): Alert => {
      const distance = formatDistance(state.units.value, movedNm * METRES_PER_NM);
      const text = `An end of your own route was moved ${distance} to open water.`;
      return { id: `own moved ${formatPosition(requested)}`, kind: 'note', text, place: requested };
    }),
  ];
}

function risk(route: ShownRoute): Alert[] {
  const { riskIndex, distanceM, line, label } = route;
  let worst = -1;
  let metres = 0;
  riskIndex?.forEach((rio, i) => {
    if (rio === null || rio >= 0 || i === 0) return;
    metres += distanceM[i]! - distanceM[i - 1]!;
    if (worst < 0 || rio < riskIndex[worst]!) worst = i;
  });
  if (worst < 0) return [];
  const distance = formatDistance(state.units.value, metres);
  const lowest = formatNumber(riskIndex![worst]!, 0);
  const text = `${label}: the risk index is below zero on ${distance}, at its lowest ${lowest}.`;
  const place = pointAt(route, (distanceM[worst]! + distanceM[worst - 1]!) / 2);
  return [{ id: `risk ${line}`, kind: 'danger', text, place }];
}

/** Ice data that ended before the ship leaves, or that are older than the operators of the service accept. */
function oldData(route: ShownRoute): Alert[] {
  const sea = state.sea.value;
  if (!sea) return [];
  const { created, valid_to: validTo } = sea.summary;
  const departure = state.departure.value ?? new Date();
  const leaves = state.departure.value ? 'the departure' : 'now';
  // a day is valid to its end
  const end = validTo ? new Date(validTo.length === 10 ? `${validTo}T24:00:00Z` : validTo) : null;
  const made = new Date(created);
  const limit = settings.meshAlarmHours * HOUR_MS;
  const place = middleOf(route);
  if (end && departure.getTime() > end.getTime()) {
    const days = Math.max(1, (departure.getTime() - end.getTime()) / (24 * HOUR_MS));
    const last = formatDay(new Date(end.getTime() - 1));
    const text = `The ice data end on ${last}, ${formatDays(days)} before ${leaves}.`;
    return [{ id: 'old data', kind: 'caution', text, place }];
  }
  if (departure.getTime() - made.getTime() > limit) {
    const text = `The ice data were made on ${formatTime(made)}: more than ${settings.meshAlarmHours} hours before ${leaves}.`;
    return [{ id: 'old data', kind: 'caution', text, place }];
  }
  return [];
}

/** A zone whose border is invalid keeps no route out. */
function faultyZones(): Alert[] {
  return shownZones.value.flatMap((zone): Alert[] => {
    const fault = faultOf(zone);
    const [lon, lat] = outlineOf(zone)[0] ?? [];
    if (!fault || lon === undefined || lat === undefined) return [];
    const text = `The zone ${zone.name} is left out, because it ${fault}.`;
    return [{ id: `zone fault ${zone.name}`, kind: 'danger', text, place: { lat, lon } }];
  });
}

/** Each zone that a route enters, where the first of the routes does; for lines without a plan, closed ones too. */
function enteredZones(): Alert[] {
  const own = state.ownLine.value?.route;
  const lines = [...state.routes.value, ...(own ? [own] : [])];
  const entries = lines.flatMap(({ line, zones }) =>
    zones.flatMap(({ name, kind, entered, nm_inside = 0 }) =>
      entered?.[0] ? [{ line, name, kind, at: entered[0], nm: nm_inside }] : [],
    ),
  );
  const ids = [...new Set(entries.map(({ name }) => name))];
  return ids.map((name): Alert => {
    const [first, ...others] = entries.filter((each) => each.name === name);
    const { kind, at, nm } = first!;
    const [who, ...rest] = [first!, ...others].map(({ line }) => LINES[line].label.toLowerCase());
    // elsewhere, and at another time
    const too =
      rest.length > 0 ? `; ${rest.join(' and ')} ${rest.length > 1 ? 'enter' : 'enters'} it too` : '';
    const distance = formatDistance(state.units.value, nm * METRES_PER_NM);
    const after = at.days > 0 ? `after ${formatDuration(at.days)}` : 'at the start';
    const text = `${capital(who!)} enters ${ZONE_WORDS[kind]} ${name} ${after}, at ${formatPosition(at)}, for ${distance}${too}.`;
    return { id: `zone ${name}`, kind: kind === 'closed' ? 'danger' : 'caution', text, place: at };
  });
}

const ZONE_WORDS = { closed: 'the closed zone', speed_limit: 'the speed limit', report: 'the zone' } as const;

function tooNear(): Alert[] {
  const nearest = state.preview.value?.tooNear;
  if (!nearest) return [];
  const [near, asked] = [nearest.nm, clearanceNm.value].map((nm) =>
    formatDistance(state.units.value, nm * METRES_PER_NM),
  );
  const text = `The route comes within ${near} of land near one of its ends or stops, where the ${asked} asked for are not kept.`;
  return [{ id: 'clearance', kind: 'caution', text, place: nearest }];
}

/** The service no longer has what the route was calculated on. */
function meshNotShown(route: ShownRoute): Alert[] {
  const [wanted, shown] = [state.answerMeshId.value, state.sea.value];
  if (wanted === null || !shown || shown.summary.id === wanted || state.seaLoading.value) return [];
  if (state.meshes.value.some(({ id }) => id === wanted)) return [];
  const text =
    'The ice data that this route was calculated on are no longer on the service. ' +
    `The map, the great circle and the values show others, ${seaName(shown)}.`;
  return [{ id: 'mesh gone', kind: 'caution', text, place: middleOf(route) }];
}

function unproved(route: ShownRoute): Alert[] {
  if (!state.answer.value || route.gapPercent !== null) return [];
  const text = `${route.label}: that no other route is better was not proved.`;
  return [{ id: `no proof ${route.line}`, kind: 'note', text, place: middleOf(route) }];
}

/** `ice data of 13 Feb 2024`: the first day that they are valid for, else the day on which they were made. */
export function seaName({ summary }: Pick<state.OpenedMesh, 'summary'>): string {
  return `ice data of ${formatDay(new Date(summary.valid_from ?? summary.created))}`;
}
