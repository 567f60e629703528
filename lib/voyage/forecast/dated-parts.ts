/**
 * What is told of a route through a forecast: which meshes it is sailed on and when, where it waits, what is beyond the forecast, and what
 * the route costs that was planned without knowing it.
 */
import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import type { SailedTrack } from '../../engine/plan-dated.ts';
import { INSTANT } from '../../engine/sea/dated-track.ts';
import { leavesOut } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { AlongForecast, DatedParts, VoyageRoute } from '../voyage-route.ts';
import { type ForecastMesh, type Holding, usedBetween } from './timeline.ts';
import { WAIT_REASON } from './wait-reasons.ts';

const MS_PER_DAY = 86_400_000;
const MS_PER_HOUR = 3_600_000;

/** When the meshes of a forecast hold. */
export interface ForecastTimes {
  readonly forecast: readonly ForecastMesh[];
  readonly timeline: readonly Holding[];
  /** The instant from which waits count their days, milliseconds. */
  readonly since: number;
}

export function alongForecast(times: ForecastTimes, departure: string, track: SailedTrack): AlongForecast {
  return {
    ...meshParts(times, departure, track),
    // less is the rounding of a time
    waits: track.waits
      .filter(({ from, until }) => until - from > INSTANT)
      .map(({ vertex, from, until, why }) => ({
        ...placeAt(track, vertex),
        from: isoAt(times, from),
        to: isoAt(times, until),
        reason: WAIT_REASON[why],
      })),
  };
}

/** What a client should know of them, in sentences without a full stop. */
export function datedRemarks({ beyond }: AlongForecast, { closedUnderWay }: SailedTrack): string[] {
  return [
    ...(beyond
      ? [`${beyond.hours.toFixed(1)} hours of the voyage are beyond the forecast: the mesh before is kept`]
      : []),
    ...(closedUnderWay.length > 0
      ? ['A cell closes while the vessel is in it: it goes on at the last speed until it is out']
      : []),
  ];
}

/** What to do about a proof of consumption that leaves more than this, per cent. */
const WIDE_PERCENT = 10;

export const gapRemarks = (
  { optimality }: Pick<VoyageRoute, 'optimality'>,
  voyage: PlannedRequest['voyage'],
): string[] =>
  !voyage?.max_wait_hours && (optimality?.gapPercent ?? 0) > WIDE_PERCENT
    ? [
        `The gap counts ways that sail on until the sea gets better, which were not looked for: max_wait_hours lets the vessel wait for that instead${voyage && leavesOut(voyage) ? '' : ', and within_hours sail slower'}`,
      ]
    : [];

/** The meshes that a track is sailed on. */
export function meshParts(
  times: ForecastTimes,
  departure: string,
  track: SailedTrack,
): Omit<AlongForecast, 'waits'> {
  const meshes = meshesUsed(times, departure, track);
  return {
    meshes,
    meshAlong: meshAlong(meshes, departure, track),
    beyond: beyondPart(times, departure, track),
  };
}

/** Which holdings of the timeline are met. */
function usedBy({ timeline }: ForecastTimes, departure: string, { timeDays }: SailedTrack) {
  const from = Date.parse(departure);
  return usedBetween(timeline, from, from + timeDays.at(-1)! * MS_PER_DAY);
}

function meshesUsed(times: ForecastTimes, departure: string, track: SailedTrack): AlongForecast['meshes'] {
  const merged: { mesh: number; from: number; to: number }[] = [];
  for (const one of usedBy(times, departure, track)) {
    const last = merged.at(-1);
    if (last?.mesh === one.mesh) last.to = one.to;
    else merged.push({ ...one });
  }
  return merged.map(({ mesh, from, to }) => ({
    id: times.forecast[mesh]!.id,
    name: times.forecast[mesh]!.name,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }));
}

/** By vertex, the place among the used meshes of the one on which the leg that ends there is sailed. */
function meshAlong(used: AlongForecast['meshes'], departure: string, { timeDays }: SailedTrack): number[] {
  const ends = used.map(({ to }) => (Date.parse(to) - Date.parse(departure)) / MS_PER_DAY);
  return timeDays.map((days, k) => {
    const middle = k === 0 ? 0 : 0.5 * (timeDays[k - 1]! + days);
    const at = ends.findIndex((end) => middle < end);
    return at < 0 ? used.length - 1 : at;
  });
}

/** What is sailed while no mesh is valid; null if nothing is. */
export function beyondPart(
  times: ForecastTimes,
  departure: string,
  track: SailedTrack,
): AlongForecast['beyond'] {
  const { timeDays, distanceM } = track;
  const start = Date.parse(departure);
  let [from, hours, metres] = [Infinity, 0, 0];
  for (const span of usedBy(times, departure, track)) {
    if (span.isValid) continue;
    from = Math.min(from, span.from);
    hours += (span.to - span.from) / MS_PER_HOUR;
    const [a, b] = [span.from, span.to].map((time) => (time - start) / MS_PER_DAY);
    for (let k = 1; k < timeDays.length; k++) {
      const days = timeDays[k]! - timeDays[k - 1]!;
      const within = Math.min(b!, timeDays[k]!) - Math.max(a!, timeDays[k - 1]!);
      if (within > 0 && days > 0) metres += (within / days) * (distanceM[k]! - distanceM[k - 1]!);
    }
  }
  return hours > 0 ? { from: new Date(from).toISOString(), hours, nm: metres / METRES_PER_NM } : null;
}

/**
 * What the route that knows only the sea of the departure costs in the sea that it meets.
 *
 * @param costOf what the route is the best by
 */
export function blindPart(
  times: ForecastTimes,
  track: SailedTrack,
  blind: SailedTrack,
  costOf: (track: SailedTrack) => number,
): DatedParts['blind'] {
  const own = costOf(track);
  const wait = blind.waits.find(({ why }) => why === 'closed');
  return {
    days: blind.timeDays.at(-1)!,
    consumption: blind.consumption?.at(-1) ?? null,
    worse_percent: own > 0 ? Math.max(0, 100 * (costOf(blind) / own - 1)) : 0,
    ...(wait && { closed: { ...placeAt(blind, wait.vertex), time: isoAt(times, wait.from) } }),
  };
}

/** When a departure is, days since that instant. */
export const daysAt = ({ since }: ForecastTimes, departure: string): number =>
  (Date.parse(departure) - since) / MS_PER_DAY;

const isoAt = ({ since }: ForecastTimes, days: number) => new Date(since + days * MS_PER_DAY).toISOString();

function placeAt({ coordinates }: SailedTrack, vertex: number) {
  const [lon, lat] = coordinates[vertex]!;
  return { lat, lon };
}
