/** What a given route costs in a sea that changes, and where it is closed when the ship comes. */
import type { Point } from '../engine/geometry/sphere.ts';
import { cellsAt } from '../engine/mesh/locate.ts';
import { PathNotSailable } from '../engine/path/evaluate.ts';
import { PathClosed } from '../engine/sea/cut-dated.ts';
import { type PricedInForecast, priceForecast } from '../voyage/forecast/plan-forecast.ts';
import { type ForecastMesh, holdingAt, timelineOf } from '../voyage/forecast/timeline.ts';
import { plainVoyage } from '../voyage/voyage-fields.ts';
import type { PlannedRequest } from '../voyage/voyage-request.ts';
import type { Zone } from '../zones/zone.ts';
import { type LegProblem, RouteNotSailable } from './errors.ts';
import { legsInClosed, partsOf } from './evaluate-among-zones.ts';
import { reasonAt } from './evaluate-route.ts';
import { type GivenWaypoint, stayDaysOf } from './stays.ts';

const MS_PER_DAY = 86_400_000;
/** Degrees by which a place may lie beside the cell that it is looked for in. */
const SLACK_DEGREES = 1e-6;

export interface GivenInForecast extends Pick<PlannedRequest, 'vehicle'> {
  readonly waypoints: readonly GivenWaypoint[];
  readonly zones: readonly Zone[];
  /** ISO 8601. */
  readonly departure: string;
}

/** @throws RouteNotSailable with the first leg that can't be sailed, or every leg in a zone that is closed then */
export function evaluateInForecast(
  forecast: readonly ForecastMesh[],
  given: GivenInForecast,
): PricedInForecast {
  const { waypoints, zones, departure, vehicle } = given;
  const isClosed = ({ kind }: Zone) => kind === 'closed';
  // closed zones are looked for along the track: the sea's own closed cells have no names
  const voyage = { ...plainVoyage(), zones: zones.filter((zone) => !isClosed(zone)), departure };
  const points = waypoints.map(({ lat, lon }): Point => [lon, lat]);
  const [start, end] = [waypoints[0]!, waypoints.at(-1)!];
  let priced: PricedInForecast;
  try {
    priced = priceForecast(forecast, { start, end, vehicle, voyage }, points, stayDaysOf(waypoints));
  } catch (error) {
    if (!isUnsailable(error)) throw error;
    throw new RouteNotSailable([problemOf(forecast, departure, error)]);
  }
  const { track, vertexOf } = priced;
  const problems = legsInClosed(zones.filter(isClosed), departure, partsOf({ ...track, vertexOf }));
  if (problems.length > 0) throw new RouteNotSailable(problems);
  return priced;
}

type Unsailable = PathClosed | PathNotSailable;

const isUnsailable = (error: unknown): error is Unsailable =>
  error instanceof PathClosed || error instanceof PathNotSailable;

function problemOf(forecast: readonly ForecastMesh[], departure: string, error: Unsailable): LegProblem {
  const { leg, place } = error;
  const days = error instanceof PathClosed ? error.time : 0;
  const time = Date.parse(departure) + days * MS_PER_DAY;
  const { mesh, id } = forecast[holdingAt(timelineOf(forecast), time).mesh]!;
  if (error instanceof PathNotSailable) return { leg, ...place, reason: reasonAt(mesh, place) };
  const cell = cellsAt(mesh, place, SLACK_DEGREES).find((each) => each >= mesh.openCount);
  const what = cell === undefined ? 'the cell' : `cell ${mesh.row[cell]} of mesh ${id}`;
  return { leg, ...place, reason: `${what} is closed at ${new Date(time).toISOString()}` };
}
