/** What a voyage with stops, and one through several meshes, adds to an entry of a route document. Days since departure, hours, metres; tonnes or Ah. */
import { METRES_PER_NM } from '../engine/geometry/sphere.ts';
import type { Consumption } from '../engine/mesh/mesh-source.ts';
import type { Continued } from '../voyage/voyage-request.ts';
import type {
  AlongForecast,
  DatedParts,
  VoyageFuel,
  VoyageLeg,
  VoyageRoute,
  VoyageStop,
  VoyageWork,
  VoyageWorth,
} from '../voyage/voyage-route.ts';
import { roundedUp } from './rounded-up.ts';

const HOURS_PER_DAY = 24;

export function voyageParts({ stops, legs, worth, fuel }: VoyageRoute) {
  return {
    ...(stops && { stops: stops.map((stop, k) => ({ ...stopPart(stop), ...(fuel && fuelPart(fuel, k)) })) }),
    ...(fuel && { fuel_left_tonnes: fuel.left.at(-1)! }),
    ...(legs && { legs: legs.map(legPart) }),
    ...(worth && worthPart(worth)),
  };
}

const worthPart = ({ value, bound, leftOut }: VoyageWorth) => ({
  value,
  ...(bound !== null && { value_bound: bound }),
  left_out: leftOut.map(({ needsHours, needsTonnes, ...each }) => ({
    ...each,
    needs_hours: needsHours,
    ...(needsTonnes !== undefined && { needs_tonnes: needsTonnes }),
  })),
});

const fuelPart = ({ left, refuelled }: VoyageFuel, k: number) => ({
  fuel_left_tonnes: left[k]!,
  ...(refuelled[k]! > 0 && { refuelled_tonnes: refuelled[k]! }),
});

const stopPart = ({
  name,
  place,
  vertex,
  arrivesDays,
  waitDays,
  waitsFor,
  pauses,
  stayDays,
  leavesDays,
  work,
}: VoyageStop) => ({
  name,
  lat: place.used.lat,
  lon: place.used.lon,
  requested: { lat: place.requested.lat, lon: place.requested.lon },
  moved_nm: place.movedNm,
  vertex,
  arrives_days: arrivesDays,
  wait_hours: waitDays * HOURS_PER_DAY,
  ...(waitsFor && { waits_for: waitsFor }),
  stay_hours: stayDays * HOURS_PER_DAY,
  leaves_days: leavesDays,
  ...(pauses && {
    pauses: pauses.map(({ fromDays, toDays, reason }) => ({ from_days: fromDays, to_days: toDays, reason })),
  }),
  ...(work && { work: workPart(work) }),
});

function workPart({ kind, track, days, stayAfter, begins, ends }: VoyageWork) {
  const [lon, lat] = track.coordinates.at(-1)!;
  return {
    kind,
    to: { lat, lon },
    nm: track.distanceM.at(-1)! / METRES_PER_NM,
    hours: days * HOURS_PER_DAY,
    consumption: track.consumption?.at(-1) ?? null,
    stay_after_hours: stayAfter * HOURS_PER_DAY,
    begins_vertex: begins,
    ends_vertex: ends,
  };
}

const legPart = ({ from, to, days, consumption, metres, gapPercent }: VoyageLeg) => ({
  from,
  to,
  days,
  consumption,
  metres,
  gap_percent: gapPercent === null ? null : roundedUp(gapPercent),
});

/** What a route through the meshes of a forecast adds. */
export const datedParts = ({ blind, ...along }: DatedParts) => ({
  ...alongForecast(along),
  planned_blind: blind,
});

/** Of that, what an alternative adds too. */
export const alongForecast = ({ meshes, waits, beyond }: AlongForecast) => ({
  meshes,
  waits,
  ...(beyond && { beyond_forecast: beyond }),
});

/** What is left of a route that is continued, beside what its plan said. */
export function continuedPart(
  { routeId, planned }: Continued,
  { objective, track }: VoyageRoute,
  consumed: Consumption | null,
) {
  const before = planned[objective];
  const left = consumed === 'battery' ? 'battery_ah_left' : 'tonnes_left';
  return {
    route_id: routeId,
    planned_hours_left: before?.hours ?? null,
    hours_left: track.timeDays.at(-1)! * HOURS_PER_DAY,
    [`planned_${left}`]: before?.consumption ?? null,
    [left]: track.consumption?.at(-1) ?? null,
  };
}
