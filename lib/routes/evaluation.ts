/** The answer on a given route: what it costs, what it meets, and what the best routes between its ends cost under the same. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Track } from '../engine/path/track.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../request/impossible.ts';
import { hoursText } from '../route-files/number-text.ts';
import { enteredZones } from '../voyage/among-zones/zone-effects.ts';
import { planVoyage } from '../voyage/plan-voyage.ts';
import type { SeaFields } from '../voyage/sea-fields.ts';
import { slowDownOf } from '../voyage/speeds/slow-down.ts';
import { plainVoyage } from '../voyage/voyage-fields.ts';
import type { VoyageRoute } from '../voyage/voyage-route.ts';
import { areaOf } from '../zones/area-of.ts';
import { type LegClearance, legClearances } from '../zones/leg-clearance.ts';
import type { Zone } from '../zones/zone.ts';
import { chartInfo } from './chart-info.ts';
import { evaluateAmongZones } from './evaluate-among-zones.ts';
import { evaluateInForecast } from './evaluate-in-forecast.ts';
import { durationText } from './evaluate-route.ts';
import { inIce } from './route-ice.ts';
import { rioAlong, riskOfTrack } from './route-risk.ts';
import type { Sea } from './seas.ts';
import { fromDeparture, type GivenWaypoint } from './stays.ts';
import { cumulative, type Quantities, quantitiesOf, timesAlong, trackGeoJson } from './track-geojson.ts';
import { type PlannedOn, riskInfo } from './vehicle-info.ts';

const HOURS_PER_DAY = 24;

/** A route as a file has it. */
export interface GivenRoute {
  readonly name: string | null;
  readonly waypoints: readonly GivenWaypoint[];
  /** Waypoints of the file: without those that a great circle was cut at. */
  readonly given: number;
  readonly greatCircles: number;
  /** By its times, from leaving the first to arriving at the last; null where it has none. */
  readonly days: number | null;
  /** Of these, at waypoints where it stays. */
  readonly stayHours: number;
}

export interface GivenFile {
  readonly format: string;
  /** What was passed over. */
  readonly notes: readonly string[];
}

export interface EvaluationAsked extends Pick<SeaFields, 'clearance_nm' | 'clearance_of'> {
  readonly file: GivenFile;
  readonly route: GivenRoute;
  /** Whole, those that hold for every request too. */
  readonly zones: readonly Zone[];
  readonly departure: Date | null;
  readonly now: Date;
  /** The most that calculating the best routes may take. */
  readonly timeBudgetMs: () => number;
}

/** @throws RouteNotSailable, RouteTooDetailed */
export function evaluation(sea: Sea, asked: EvaluationAsked) {
  const { mesh, meshId, vehicle } = sea;
  const { file, zones } = asked;
  const route = fromDeparture(asked.route, asked.departure);
  const { waypoints } = route;
  const departure = asked.departure?.toISOString() ?? null;
  const { track, mesh: among, dated } = priceOn(sea, waypoints, zones, departure);
  const quantities = quantitiesOf(mesh.consumption, vehicle?.fuel_type);
  const { distance_m: _, ...costs } = costsOf({ vehicle, mesh: among }, quantities, track);
  const entered = enteredZones(
    track,
    zones.filter(({ kind }) => kind !== 'closed'),
    departure,
  );
  const room = roomOf(mesh, waypoints, zones);
  const { routes, mesh: comparedOn, why } = bestRoutes(sea, asked, departure);
  const compared = routes.map((each) => [
    each.objective,
    costsOf({ vehicle, mesh: comparedOn }, quantities, each.track),
  ]);
  const about = [
    chartInfo(sea.chart, asked.now, sea.forecast !== undefined),
    vehicle && riskInfo(vehicle, among, track),
  ];
  const notes = [
    ...file.notes,
    ...about.flatMap((sentence) => (sentence ? [`${sentence}.`] : [])),
    ...staysOf(route),
    ...tooNear(room, asked.clearance_nm),
    ...why,
  ];
  return {
    route: geoJsonOf({ vehicle, mesh: among }, quantities, track, departure, dated?.meshAlong),
    ...costs,
    time_str: durationText(costs.time_days),
    mesh_id: meshId,
    ...(dated && { meshes: dated.meshes }),
    ...(dated?.beyond && { beyond_forecast: dated.beyond }),
    legs: room.map(({ nm, portNm, starboardNm }) => ({
      clearance_nm: nm,
      clearance_port_nm: portNm,
      clearance_starboard_nm: starboardNm,
    })),
    ...(zones.length > 0 && { zones: entered }),
    compared: Object.fromEntries(compared),
    info: notes.length > 0 ? { info: notes.join(' ') } : null,
    file: readFrom(file, route, costs.time_days),
  };
}

/**
 * The track of the route, on the mesh or through the forecast; where it was found, and what a forecast adds.
 *
 * @throws RouteNotSailable, RouteTooDetailed
 */
export function priceOn(
  { mesh, vehicle, forecast }: Sea,
  waypoints: readonly GivenWaypoint[],
  zones: readonly Zone[],
  departure: string | null,
) {
  if (forecast && departure !== null) {
    const given = { waypoints, zones, departure, vehicle };
    const { track, vertexOf, mesh: along, ...dated } = evaluateInForecast(forecast, given);
    return { track: { ...track, vertexOf }, mesh: along, dated };
  }
  const idleRate = vehicle?.idle_rate ?? 0;
  const how = { zones, departure, slowDown: slowDownOf(mesh, vehicle), idleRate };
  return { ...evaluateAmongZones(mesh, waypoints, how), dated: null };
}

/** A sentence on the stays of a file. */
function staysOf({ stayHours }: GivenRoute): string[] {
  if (stayHours === 0) return [];
  return [
    `The file stays at waypoints for ${hoursText(stayHours)}, which the route is priced with; the best routes do not stay.`,
  ];
}

/** What was understood of the file, and how its time under way compares with that here. */
function readFrom({ format }: GivenFile, route: GivenRoute, timeDays: number) {
  const { name, given, greatCircles, days, stayHours } = route;
  const stayDays = stayHours / HOURS_PER_DAY;
  const sailed = days === null ? null : days - stayDays;
  return {
    format,
    name,
    waypoints: given,
    great_circles: greatCircles,
    ...(days !== null && { days }),
    ...(stayHours > 0 && { stay_hours: stayHours }),
    ...(sailed !== null && sailed > 0 && { faster_percent: 100 * (1 - (timeDays - stayDays) / sailed) }),
  };
}

/** The least distance of every leg to closed cells and zones. */
function roomOf(mesh: Mesh, waypoints: readonly LatLon[], zones: readonly Zone[]): LegClearance[] {
  const areas = zones.filter(({ kind }) => kind === 'closed').map(areaOf);
  return legClearances(
    { mesh, areas },
    waypoints.map(({ lat, lon }) => [lon, lat] as const),
  );
}

/** A sentence on the legs that have less room than was asked for. */
function tooNear(room: readonly LegClearance[], clearanceNm: number | null): string[] {
  if (clearanceNm === null) return [];
  const legs = room.flatMap(({ nm }, k) => (nm < clearanceNm ? [`${k + 1} (${nm.toFixed(2)} NM)`] : []));
  if (legs.length === 0) return [];
  return [`Less than ${clearanceNm} NM of clearance on leg ${legs.join(', ')}.`];
}

interface Compared {
  readonly routes: readonly VoyageRoute[];
  readonly mesh: Mesh;
  /** Why there are none. */
  readonly why: readonly string[];
}

/** The best routes between the ends of the given one, among the same zones and with the clearance. */
function bestRoutes(sea: Sea, asked: EvaluationAsked, departure: string | null): Compared {
  const { mesh, vehicle, forecast } = sea;
  const { zones, clearance_nm, clearance_of, route, timeBudgetMs } = asked;
  const [start, end] = [route.waypoints[0]!, route.waypoints.at(-1)!];
  const isPlain = zones.length === 0 && clearance_nm === null && !forecast;
  const voyage = isPlain
    ? null
    : { ...plainVoyage(), zones: [...zones], clearance_nm, clearance_of, departure };
  try {
    const options = { timeBudgetMs: timeBudgetMs(), ...(forecast && { forecast }) };
    const planned = planVoyage(mesh, { start, end, vehicle, voyage }, options);
    return { routes: planned.routes, mesh: planned.mesh ?? mesh, why: [] };
  } catch (error) {
    const isNone = [RouteInaccessible, WaypointOutsideMesh, Impossible, ImpossibleOnMesh].some(
      (kind) => error instanceof kind,
    );
    if (!isNone) throw error;
    return { routes: [], mesh, why: [`No route to compare with: ${(error as Error).message}`] };
  }
}

function costsOf({ vehicle, mesh }: PlannedOn, { consumption, co2PerTonne }: Quantities, track: Track) {
  const ice = inIce(track, mesh);
  const iceClass = vehicle?.ice_class;
  const consumed = track.consumption?.at(-1) ?? null;
  return {
    time_days: track.timeDays.at(-1)!,
    distance_m: track.distanceM.at(-1)!,
    fuel_tonnes: consumption === 'fuel' ? consumed : null,
    ...(consumption === 'battery' && consumed !== null && { battery_ah: consumed }),
    ...(co2PerTonne && consumed !== null && { co2_tonnes: co2PerTonne * consumed }),
    ...(ice && { in_ice: ice }),
    ...(iceClass && { risk: riskOfTrack(track, iceClass, mesh) }),
  };
}

const geoJsonOf = (
  { vehicle, mesh }: PlannedOn,
  quantities: Quantities,
  track: Track,
  departure: string | null,
  meshAlong: readonly number[] | undefined,
) =>
  trackGeoJson(track, {
    ...cumulative(track, quantities),
    ...(departure && { time: timesAlong(track, departure) }),
    ...(meshAlong && { mesh: meshAlong }),
    ...(vehicle?.ice_class && { rio: rioAlong(track, vehicle.ice_class, mesh) }),
    speed: track.speedKmh,
  });
