/**
 * The route as a client receives it: one entry per objective with its paths and totals, and a description of
 * the mesh. Degrees, days, metres, km/h; fuel in tonnes, battery in the mesh's own unit.
 */
import { computed } from '../engine/computed.ts';
import type { Track } from '../engine/path/track.ts';
import type { PlannedWaypoint } from '../engine/waypoints/waypoints.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import { totalCost } from '../voyage/money/total-cost.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import type { Continued } from '../voyage/voyage-request.ts';
import type { Departure, TradeOffVoyage, VoyageRoute } from '../voyage/voyage-route.ts';
import { type LegClearance, legClearances } from '../zones/leg-clearance.ts';
import { roundedUp } from './rounded-up.ts';
import { iceAlong, inIce } from './route-ice.ts';
import { type InfoInput, routeInfo } from './route-info.ts';
import { rioAlong, riskOfTrack } from './route-risk.ts';
import { cumulative, type Quantities, quantitiesOf, timesAlong, trackGeoJson } from './track-geojson.ts';
import { savings, tradeOffPoint } from './trade-off.ts';
import { alongForecast, continuedPart, datedParts, voyageParts } from './voyage-parts.ts';

/** The mesh, as the document describes it; a mesh that was never imported has no `id` and no `created`. */
export type DocumentMesh = Pick<
  MeshRecord,
  'name' | 'validDateStart' | 'validDateEnd' | 'bounds' | 'consumption' | 'missingDataSources'
> &
  Partial<Pick<MeshRecord, 'id' | 'created'>>;

export interface RouteDocumentInput extends InfoInput {
  readonly mesh: DocumentMesh;
  /** Absent if no service calculated the route. */
  readonly id?: number;
  readonly job?: { readonly requestedAt: string; readonly calculatedAt: string };
  readonly startName?: string | null;
  readonly endName?: string | null;
  /** When the vessel leaves, ISO 8601; its routes then have times. */
  readonly departure?: string | null;
  /** The route whose rest it is. */
  readonly continues?: Continued | null;
  /** Whether each waypoint says what room its leg has; by default it does. */
  readonly clearances?: boolean;
}

/** The document without its tags, which can change after it is written. */
export function buildRouteDocument(input: RouteDocumentInput) {
  const { asked, plan } = input;
  const { tradeOff, tradeOffNote, tradeOffMesh } = plan;
  const roomOf = roomAlong(input);
  const sailedOn = input.planned && (tradeOffMesh ?? input.planned.mesh);
  const point = (each: TradeOffVoyage) => tradeOffPoint(each, quantitiesOfInput(input), sailedOn);
  return {
    routes: input.plan.routes.map((route) => routeEntry(input, route, roomOf(route.sailing))),
    ...(tradeOff && { trade_off: tradeOff.map(point) }),
    ...(tradeOffNote && { trade_off_note: tradeOffNote }),
    ...(plan.departures && { departures: plan.departures.map(departureRow) }),
    ...(asked && { voyage: givenFields(asked) }),
    ...(input.objectives && { objectives: input.objectives }),
  };
}

const givenFields = (voyage: Voyage): Record<string, unknown> =>
  Object.fromEntries(Object.entries(voyage).filter(([, value]) => value !== null));

/** The room that the legs of a track have, found once for the routes that share it. */
function roomAlong({ plan, planned, clearances = true }: RouteDocumentInput) {
  const known = new Map<Track, LegClearance[]>();
  const closed = plan.closed ?? (planned && { mesh: planned.mesh, areas: [] });
  return (track: Track): readonly LegClearance[] =>
    closed && clearances ? computed(known, track, () => legClearances(closed, track.coordinates)) : [];
}

const departureRow = ({ gap_percent, ...row }: Departure) => ({
  ...row,
  gap_percent: gap_percent === null ? null : roundedUp(gap_percent),
});

function routeEntry(input: RouteDocumentInput, route: VoyageRoute, room: readonly LegClearance[]) {
  const { plan, mesh, id, job } = input;
  const { dated } = route;
  const departure = dated?.departure ?? input.departure;
  const from = label(input.startName, plan.start);
  const to = label(input.endName, plan.end);
  const { vehicle, mesh: compiled } = input.planned ?? {};
  const iceClass = vehicle?.ice_class;
  const quantities = quantitiesOfInput(input);
  const ice = (track: Track) => {
    const in_ice = compiled && inIce(track, compiled);
    return in_ice && { in_ice };
  };
  const concentrations = departure && compiled ? iceAlong(route.track, compiled) : null;
  const path = (track: Track, kind: string, meshAlong?: readonly number[]) =>
    trackGeoJson(track, {
      from,
      to,
      objective_function: route.objective,
      route_type: kind,
      ...(iceClass && compiled && { rio: rioAlong(track, iceClass, compiled) }),
      ...cumulative(track, quantities),
      ...(departure && { time: timesAlong(track, departure) }),
      ...(meshAlong && { mesh: meshAlong }),
      ...(concentrations && track === route.track && { ice: concentrations }),
      speed: track.speedKmh,
      ...totals(track, quantities),
    });
  return {
    type: route.objective,
    ...(id !== undefined && { id: String(id) }),
    name: `${from} to ${to} (${route.objective})`,
    ...(job && { job }),
    ...(departure && { departure }),
    ...(dated && datedParts(dated)),
    ...(vehicle && { vehicle }),
    ...(iceClass && compiled && { risk: riskOfTrack(route.track, iceClass, compiled) }),
    ...ice(route.track),
    waypoints: {
      start: waypoint(plan.start, input.startName),
      end: waypoint(plan.end, input.endName),
      sailing: sailing(route.sailing, quantities, room),
    },
    ...voyageParts(route),
    ...(input.continues && { continues: continuedPart(input.continues, route, mesh.consumption) }),
    path: path(route.track, 'smoothed', dated?.meshAlong),
    unsmoothedPath: path(route.unsmoothed, 'unsmoothed'),
    ...(route.zones && { zones: route.zones }),
    ...(route.saves && { saves: savings(route.saves, mesh.consumption) }),
    ...(input.asked?.price && { total_cost: totalCost(input.asked.price, route.track) }),
    optimisation: { metrics: metrics(route.track, quantities) },
    ...(route.alternatives && {
      alternatives: route.alternatives.map(
        ({ track, dearerPercent, sharedPercent, fuelLeft, dated: own }) => ({
          path: path(track, 'alternative', own?.meshAlong),
          metrics: metrics(track, quantities),
          ...ice(track),
          dearer_percent: dearerPercent,
          shared_percent: sharedPercent,
          ...(fuelLeft !== undefined && { fuel_left_tonnes: fuelLeft }),
          ...(own && alongForecast(own)),
        }),
      ),
    }),
    ...(route.optimality && { optimality: { gap_percent: roundedUp(route.optimality.gapPercent) } }),
    mesh: {
      ...(mesh.id !== undefined && { id: mesh.id }),
      name: mesh.name,
      validDateStart: mesh.validDateStart,
      validDateEnd: mesh.validDateEnd,
      bounds: mesh.bounds,
    },
    info: routeInfo(input, route),
  };
}

const quantitiesOfInput = ({ mesh, planned }: RouteDocumentInput): Quantities =>
  quantitiesOf(mesh.consumption, planned?.vehicle?.fuel_type);

/** A waypoint without a name is named by its coordinates. */
const label = (name: string | null | undefined, { requested }: PlannedWaypoint): string =>
  name || `${requested.lat},${requested.lon}`;

const waypoint = ({ requested }: PlannedWaypoint, name: string | null | undefined) => ({
  lat: requested.lat,
  lon: requested.lon,
  name: name ?? null,
});

const sailing = (track: Track, quantities: Quantities, room: readonly LegClearance[]) => ({
  points: sailingPoints(track, room),
  ...cumulative(track, quantities),
  ...totals(track, quantities),
});

/** The waypoints, each with the room that the leg which ends there has. */
function sailingPoints({ coordinates }: Track, room: readonly LegClearance[]) {
  return coordinates.map(([lon, lat], i) => {
    const leg = room[i - 1];
    if (!leg) return { lat, lon };
    const { nm, portNm, starboardNm } = leg;
    return { lat, lon, clearance_nm: nm, clearance_port_nm: portNm, clearance_starboard_nm: starboardNm };
  });
}

const totals = (track: Track, { consumption, co2PerTonne }: Quantities) => ({
  total_traveltime: last(track.timeDays),
  ...(consumption && track.consumption && { [`total_${consumption}`]: last(track.consumption) }),
  ...(co2PerTonne && track.consumption && { total_co2: co2PerTonne * last(track.consumption) }),
  total_distance: last(track.distanceM),
});

function metrics(track: Track, { consumption, co2PerTonne }: Quantities) {
  const consumed = track.consumption && last(track.consumption);
  return {
    time: { duration: last(track.timeDays).toFixed(6), units: 'days' },
    ...(consumption === 'fuel' && { fuelConsumption: { value: consumed, units: 'tons' } }),
    ...(consumption === 'battery' && { batteryConsumption: { value: consumed, units: 'battery' } }),
    ...(co2PerTonne && consumed !== null && { co2: { value: co2PerTonne * consumed, units: 'tons' } }),
    distance: { value: last(track.distanceM), units: 'meters' },
  };
}

/** The final value of a cumulative array. */
const last = (cumulative: readonly number[]): number => cumulative.at(-1) ?? 0;
