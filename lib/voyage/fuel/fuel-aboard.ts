/** What is left in the bunkers along a route: what was aboard, less what was consumed, and what was taken at stops. */
import { MercatorLine } from '../../engine/geometry/mercator-line.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import { placeText } from '../../zones/geometry/place-text.ts';
import { ROUNDING_TONNES } from '../order/bunkers.ts';
import type { Voyage } from '../voyage-fields.ts';
import type { VoyageFuel, VoyageRoute, VoyageStop } from '../voyage-route.ts';
import type { RefuelStop } from './fuel-fields.ts';

/** Tonnes. */
export interface Bunkers {
  readonly aboard: number;
  readonly reserve: number;
  readonly capacity: number;
  /** By name of the stop. */
  readonly taken: ReadonlyMap<string, RefuelStop>;
}

/** Null where a voyage does not ask for it. Requests that were stored before there was the field do not have it. */
export function bunkersOf(voyage: Voyage | null): Bunkers | null {
  if (voyage?.fuel_aboard_tonnes == null) return null;
  const taken = (voyage.stops ?? []).filter(({ refuel, refuel_tonnes }) => refuel || refuel_tonnes);
  return {
    aboard: voyage.fuel_aboard_tonnes,
    reserve: voyage.reserve_tonnes ?? 0,
    capacity: voyage.capacity_tonnes ?? Infinity,
    taken: new Map(taken.map((stop) => [stop.name, stop])),
  };
}

/** What is taken at a stop; 0 where nothing is, Infinity where the bunkers are filled. */
export function takenAt({ taken }: Bunkers, name: string): number {
  const stop = taken.get(name);
  return stop ? (stop.refuel_tonnes ?? Infinity) : 0;
}

/** That the fuel does not last: where most is lacking. */
export interface Shortfall {
  /** Below the reserve, before more is taken or the voyage ends. */
  readonly tonnes: number;
  /** `between A and B, at 61.2000, 58.1000`: where the reserve is reached. */
  readonly where: string;
  /** `on leaving B`, `at B`. */
  readonly when: string;
}

export type Reckoned = VoyageFuel & { readonly shortfall: Shortfall | null };

/** Times that differ by less are the same: a tenth of a millisecond. */
const SAME_DAYS = 1e-9;

type Reckonable = Pick<VoyageRoute, 'stops'> & { readonly track: Pick<Track, 'coordinates' | 'timeDays'> };

/** @param consumed along the track, tonnes, cumulative */
export function reckon(
  { track: { coordinates, timeDays }, stops }: Reckonable,
  consumed: readonly number[],
  { aboard, reserve, capacity, taken }: Bunkers,
): Reckoned {
  const calls = callsOf(stops, timeDays);
  const [left, refuelled]: [number[], number[]] = [[], []];
  let sum = aboard;
  let shortfall: Shortfall | null = null;
  for (const [k, { name, arrives, leaves }] of calls.entries()) {
    left.push(sum - consumed[arrives]!);
    const stop = k > 0 && k < calls.length - 1 ? taken.get(name) : undefined;
    const now = sum - consumed[leaves]!;
    const tonnes = reserve - now;
    if ((stop || k === calls.length - 1) && tonnes > (shortfall?.tonnes ?? ROUNDING_TONNES)) {
      const first = consumed.findIndex((each) => sum - each < reserve - ROUNDING_TONNES);
      const place = placeAt(coordinates, consumed, first, sum - reserve);
      const at = placeText(place[1], place[0]);
      const where = stops ? `${betweenText(calls, first)}, at ${at}` : `at ${at}`;
      shortfall = { tonnes, where, when: stop ? `on leaving ${name}` : 'at the end' };
    }
    const room = Math.max(0, capacity - now);
    const more = stop ? Math.min(room, stop.refuel ? room : stop.refuel_tonnes!) : 0;
    refuelled.push(more);
    sum += more;
  }
  return { left, refuelled, shortfall };
}

/** Whether voyages without stops keep the reserve, by their tracks. */
export function keepsReserve(
  { consumption }: Pick<Mesh, 'consumption'>,
  voyage: Voyage | null,
): (track: Track) => boolean {
  const bunkers = bunkersOf(voyage);
  if (!bunkers || consumption !== 'fuel') return () => true;
  return (track) => reckon({ track }, track.consumption!, bunkers).shortfall === null;
}

/** A stop with the points of the track at which it is come to and left. */
interface Call {
  readonly name: string;
  readonly arrives: number;
  readonly leaves: number;
}

function callsOf(stops: readonly VoyageStop[] | undefined, timeDays: readonly number[]): Call[] {
  if (!stops) {
    const last = timeDays.length - 1;
    return [
      { name: 'start', arrives: 0, leaves: 0 },
      { name: 'end', arrives: last, leaves: last },
    ];
  }
  return stops.map(({ name, vertex, leavesDays }) => {
    const leaves = timeDays.findLastIndex((days) => days <= leavesDays + SAME_DAYS);
    return { name, arrives: vertex, leaves };
  });
}

/** Where so much is consumed, on the leg that ends at a point. */
function placeAt(
  coordinates: Track['coordinates'],
  consumed: readonly number[],
  point: number,
  tonnes: number,
): readonly [lon: number, lat: number] {
  if (point === 0) return coordinates[0]!;
  const [before, after] = [consumed[point - 1]!, consumed[point]!];
  const part = Math.min(1, Math.max(0, (tonnes - before) / (after - before)));
  return new MercatorLine(coordinates[point - 1]!, coordinates[point]!).at(part);
}

function betweenText(calls: readonly Call[], point: number): string {
  const k = calls.findIndex(({ leaves }) => point <= leaves);
  const { name, arrives } = calls[k]!;
  return k === 0 || point > arrives ? `at ${name}` : `between ${calls[k - 1]!.name} and ${name}`;
}
