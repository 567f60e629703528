/** The rest of a way as it is sailed in a sea: its stays are as planned until the waits in them are found anew. */

import { computed } from '../engine/computed.ts';
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { RouteNotSailable } from '../routes/errors.ts';
import { priceOn } from '../routes/evaluation.ts';
import type { Sea } from '../routes/seas.ts';
import { stayDaysOf } from '../routes/stays.ts';
import { slowDownOf } from '../voyage/speeds/slow-down.ts';
import type { Stop } from '../voyage/stops/stop-fields.ts';
import { slowerBetween, type WorkSpeed, workSpeedOf } from '../voyage/work/sail-work.ts';
import { isWork } from '../voyage/work/work-ways.ts';
import type { Call, RestOfWay, Waited } from './rest-of-way.ts';
import type { StopWait } from './waits.ts';

type Zones = Parameters<typeof priceOn>[2];

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
/** A mesh that begins when the ship goes on holds by then, however the times are rounded; ms. */
const ROUNDING_MS = 0.01;

interface Priced {
  /** When the ship comes to each waypoint, ms since 1970. */
  readonly times: readonly number[];
  readonly consumption: number | null;
  readonly beyond: { readonly from: string; readonly hours: number } | null;
}

export class RestSailing {
  readonly #sea: Sea;
  readonly #zones: Zones;
  readonly #places: readonly LatLon[];
  readonly #rest: RestOfWay;
  /** By the name of their stop. */
  readonly #works: ReadonlyMap<string, WorkSpeed>;
  /** As it is for a vessel at work. */
  readonly #seas = new Map<WorkSpeed, Sea>();
  /** By waypoint, ms. */
  readonly stays: number[];
  /** By how much the stay at each is longer than planned, of the parts that were found anew. */
  readonly #longer: number[];
  /** How long it waits for what is closed at the first waypoint, ms. */
  #waitsFirst = 0;
  /** By call: when the ship comes there, after it comes to its waypoint; ms. */
  readonly #after = new Map<Call, number>();

  /**
   * @param places of the waypoints, in the water
   * @param stops of the voyage
   */
  constructor(
    sea: Sea,
    zones: Zones,
    places: readonly LatLon[],
    rest: RestOfWay,
    stops: readonly Stop[] | null,
  ) {
    this.#sea = sea;
    this.#zones = zones;
    this.#places = places;
    this.#rest = rest;
    this.#works = new Map((stops ?? []).filter(isWork).map((stop) => [stop.name, workSpeedOf(stop)]));
    this.stays = [...rest.stays];
    this.#longer = rest.stays.map(() => 0);
    for (const { at, waits } of rest.waits) if (at === 0) this.#waitsFirst += waits;
  }

  /** When all is done at the first waypoint: from then on the ship may go another way than to wait for what is closed. Ms since 1970. */
  get ready(): number {
    return this.#leaves - this.#waitsFirst;
  }

  get #leaves(): number {
    return this.#rest.leaves + this.stays[0]!;
  }

  /** When it comes to a call, of one that comes to its waypoint at a time. */
  comesTo(call: Call, arrives: number): number {
    return arrives + this.#after.get(call)!;
  }

  /**
   * Finds the waits anew, in the order sailed: when the ship comes to one, those before it say.
   *
   * @param atStops by call
   * @param begins when other meshes of the sea do, ascending
   * @throws RouteNotSailable where the weather does not allow what is done at a stop
   */
  waitAnew(atStops: readonly (StopWait | null)[], begins: readonly number[]): void {
    const { calls, waits } = this.#rest;
    const all = [
      ...calls.map((call, k) => ({ call, ...call, anew: atStops[k] ?? null })),
      ...waits.map((each) => ({ call: null, ...each })),
    ];
    for (const each of all.sort((a, b) => a.at - b.at || a.after - b.after)) {
      const after = each.after + this.#longer[each.at]!;
      if (each.call) this.#after.set(each.call, after);
      if (each.call === null) this.#waitOnWay(each, after, begins);
      else if (each.anew) this.#waitAtStop(each.call, each.anew, this.#arrivesAt(each.at) + after);
    }
  }

  /** Up to a waypoint: legs one after the other at the same speed together. @throws RouteNotSailable, RouteTooDetailed */
  pricedTo(last: number): Priced {
    let all: Priced = { times: [this.#leaves], consumption: 0, beyond: null };
    for (let from = 0; from < last; from = all.times.length - 1) {
      const work = this.#workOf(from + 1);
      let to = from + 1;
      while (to < last && this.#workOf(to + 1) === work) to++;
      const stay = from === 0 ? 0 : this.stays[from]!;
      const { times, consumption, beyond } = this.#priced(from, to, all.times[from]! + stay, work);
      all = {
        times: [...all.times, ...times.slice(1)],
        consumption:
          consumption === null ? null : all.consumption! + this.#idleRate * (stay / MS_PER_DAY) + consumption,
        beyond: beyond
          ? { ...beyond, ...all.beyond, hours: (all.beyond?.hours ?? 0) + beyond.hours }
          : all.beyond,
      };
    }
    return all;
  }

  /** From when a waypoint is left, and its stay is over, in transit or at the work of one stop. */
  #priced(from: number, to: number, leaves: number, work: WorkSpeed | null): Priced {
    const waypoints = this.#places
      .slice(from, to + 1)
      .map((place, k) => ({ ...place, stayHours: k === 0 ? 0 : this.stays[from + k]! / MS_PER_HOUR }));
    const sea = work ? this.#seaOf(work) : this.#sea;
    const { track, dated } = pricedFrom(from, () =>
      priceOn(sea, waypoints, this.#zones, new Date(leaves).toISOString()),
    );
    const idled = this.#idleRate * sum(stayDaysOf(waypoints));
    const consumed = track.consumption?.at(-1);
    return {
      times: track.vertexOf.map((vertex) => leaves + track.timeDays[vertex]! * MS_PER_DAY),
      consumption:
        consumed === undefined ? null : idled + (work?.consumptionFactor ?? 1) * (consumed - idled),
      beyond: dated?.beyond ?? null,
    };
  }

  /** Of the leg that ends at a waypoint; null in transit. */
  #workOf(waypoint: number): WorkSpeed | null {
    return this.#works.get(this.#rest.workOf[waypoint] ?? '') ?? null;
  }

  #seaOf(work: WorkSpeed): Sea {
    const { knots } = work;
    if (knots === null) return this.#sea;
    return computed(this.#seas, work, () => {
      const isOfIt = (_: LatLon, k: number) => this.#workOf(k) === work || this.#workOf(k + 1) === work;
      return slowerSea(this.#sea, this.#places.filter(isOfIt), knots);
    });
  }

  get #idleRate(): number {
    return this.#sea.vehicle?.idle_rate ?? 0;
  }

  #arrivesAt(waypoint: number): number {
    return waypoint === 0 ? this.#rest.leaves : this.pricedTo(waypoint).times.at(-1)!;
  }

  #waitAtStop({ at, name }: Call, { planned, from }: StopWait, comes: number): void {
    const waits = from(comes);
    if (waits === null) {
      const reason = `the weather does not allow what is done at stop "${name}" after the ship has come`;
      throw new RouteNotSailable([{ leg: Math.max(1, at), ...this.#places[at]!, reason }]);
    }
    this.#stayLonger(at, waits - planned);
  }

  /** Until the leg after it can be sailed; as planned where it never can, or can't be reached. */
  #waitOnWay({ at, waits }: Waited, after: number, begins: readonly number[]): void {
    const comes = this.#arrivesAt(at) + after;
    const later = begins.filter((time) => time > comes).map((time) => time - comes + ROUNDING_MS);
    const opens = [0, ...later].find((ms) => this.#isOpen(at, ms - waits));
    if (opens === undefined) return;
    this.#stayLonger(at, opens - waits);
    if (at === 0) this.#waitsFirst += opens - waits;
  }

  /** Whether the leg from a waypoint can be sailed where the ship stays so much longer. */
  #isOpen(at: number, longer: number): boolean {
    const stay = this.stays[at]!;
    try {
      this.stays[at] = Math.max(0, stay + longer);
      this.pricedTo(at + 1);
      return true;
    } catch (error) {
      if (error instanceof RouteNotSailable) return false;
      throw error;
    } finally {
      this.stays[at] = stay;
    }
  }

  #stayLonger(at: number, ms: number): void {
    this.stays[at] = Math.max(0, this.stays[at]! + ms);
    this.#longer[at]! += ms;
  }
}

/** The sea for a vessel that goes no faster between some places. */
function slowerSea(sea: Sea, places: readonly LatLon[], knots: number): Sea {
  const slower = (mesh: Mesh) => slowerBetween(mesh, slowDownOf(mesh, sea.vehicle), places, knots);
  const forecast = sea.forecast?.map((each) => ({ ...each, mesh: slower(each.mesh) }));
  return { ...sea, mesh: slower(sea.mesh), ...(forecast && { forecast }) };
}

/** @throws RouteNotSailable with legs counted from the first of all */
function pricedFrom<T>(first: number, price: () => T): T {
  try {
    return price();
  } catch (error) {
    if (!(error instanceof RouteNotSailable)) throw error;
    throw new RouteNotSailable(error.details.map((each) => ({ ...each, leg: first + each.leg })));
  }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
