/** The track of a path in a changing sea: when each point is passed, on which mesh, and where the vessel waits. */
import { legCost } from '../cost/cost.ts';
import { MercatorLine } from '../geometry/mercator-line.ts';
import { departure, EARTH_RADIUS_M, type Point, RADIANS, wrapLongitude } from '../geometry/sphere.ts';
import { Chain } from '../path/chain.ts';
import { cellsAcross } from '../path/cheaper-sides.ts';
import { contains } from '../path/evaluate.ts';
import { type Leg, legOf, type Track, trackOfLegs } from '../path/track.ts';
import { turnInside } from '../path/turn-inside.ts';
import { SAME_PLACE } from '../tolerances.ts';
import { canHold, Passage, perDay } from './passage.ts';
import { type Aim, type Sea, sliceAt, whenEntered } from './sea.ts';

/** A stay at a point of the route. */
export interface Wait {
  /** The vertex where it begins; it ends at the next, which is at the same place. */
  readonly vertex: number;
  /** Days. */
  readonly from: number;
  readonly until: number;
  /** The cell beyond is closed until then, or all between it and the one before; or the vessel makes no way in it; or what follows costs less then. */
  readonly why: 'closed' | 'no way' | 'cheaper';
}

/** Its cells are cells of the sea; cumulative times begin at 0. */
export interface DatedTrack extends Track {
  /** By vertex: the slice that holds on the leg that ends there; at the first that of the departure. */
  readonly slices: readonly number[];
  readonly waits: readonly Wait[];
  /** Vertices at which a leg ends that went on in a cell that had closed. */
  readonly closedUnderWay: readonly number[];
}

export const costOf = (aim: Aim, { timeDays, consumption }: Track): number =>
  (aim === 'days' ? timeDays : consumption!).at(-1)!;

/** A difference of times, days, a hundredth of a second: two ways to compute one instant. */
export const INSTANT = 1e-7;

export class DatedSailing {
  /** How much dearer turns may be than the best ones, as in turnInside. */
  dearer: number | undefined;
  private readonly sea: Sea;
  private readonly aim: Aim;
  private readonly idleRate: number;
  private readonly mayLeave: boolean;
  private readonly passage: Passage;
  private readonly coordinates: Point[] = [];
  private readonly legs: Leg[] = [];
  private readonly slices: number[] = [];
  private readonly waits: Wait[] = [];
  private readonly closedUnderWay: number[] = [];
  /** Where the vessel is, and when. */
  private at: Point;
  now: number;

  /**
   * @param idleRate what is consumed in a day of waiting
   * @param mayLeave whether tracks may bend outside their cells, by what holds in these: such a track is only a proposal
   */
  constructor(sea: Sea, aim: Aim, from: Point, start: number, idleRate = 0, mayLeave = false) {
    this.sea = sea;
    this.aim = aim;
    this.idleRate = idleRate;
    this.mayLeave = mayLeave;
    this.passage = new Passage(sea, aim);
    this.at = from;
    this.now = start;
    this.coordinates.push(from);
    this.slices.push(sliceAt(sea, start));
  }

  /** Sails to a point in one cell; false if it can't be reached. */
  sailTo(to: Point, cell: number): boolean {
    const { sea, passage } = this;
    const from = this.legs.at(-1)?.cell ?? -1;
    for (let isFirst = true; ; isFirst = false) {
      const change = sea.starts[this.slice() + 1];
      // what is computed in two ways is one instant
      if (change - this.now < INSTANT) this.now = change;
      if (isFirst && from !== cell) {
        // descent comes as late as a cell lets it: who is late by that little has come in time
        const next = whenEntered(sea, cell, from, sliceAt(sea, this.now - 2 * INSTANT));
        if (next < 0) return false;
        this.wait(sea.starts[next], 'closed');
      }
      const { x, y } = departure(this.at, to);
      if (x === 0 && y === 0) return true;
      const k = this.slice();
      const slice = sea.slices[k];
      const end = passage.onward(cell, x, y, this.now);
      if (end === Infinity) return false;
      const until = sea.starts[slice.next[cell]];
      const whole = passage.daysIn(k, cell, x, y);
      const room = until - this.now;
      const bend = whole <= room + INSTANT ? to : this.bendAt(to, cell, k, end, room);
      if (bend || whole < Infinity) this.straight(bend ?? along(this.at, to, room / whole), cell, k);
      else if (canHold(slice, cell)) this.wait(until, 'no way');
      else return false;
    }
  }

  /** The cell of a leg of a chain; of two along an edge the one in which it costs less. */
  cellOf(chain: Chain, i: number): number {
    const { x, y } = departure(chain.point(i - 1), chain.point(i));
    const costIn = (cell: number) => this.passage.costOf(cell, x, y, this.now, this.legs.at(-1)?.cell);
    const others = cellsAcross(this.sea.mesh, chain, i);
    return others.reduce((best, other) => (costIn(other) < costIn(best) ? other : best), chain.cell[i]);
  }

  track(): DatedTrack {
    const { coordinates, legs, slices, waits, closedUnderWay } = this;
    const mesh = this.sea.mesh;
    return { ...trackOfLegs(mesh, coordinates, legs), slices, waits, closedUnderWay };
  }

  /** The number of the vertex at which the vessel is. */
  get lastVertex(): number {
    return this.coordinates.length - 1;
  }

  private slice(): number {
    return sliceAt(this.sea, this.now);
  }

  /** Stays where the vessel is; a stay that is wanted is no wait. */
  wait(until: number, why: Wait['why'] | null): void {
    const days = until - this.now;
    if (!(days > 0)) return;
    if (why) this.waits.push({ vertex: this.coordinates.length - 1, from: this.now, until, why });
    const consumption = days * this.idleRate;
    this.add(this.at, { cell: this.legs.at(-1)?.cell ?? -1, lengthM: 0, days, consumption, speed: 0 });
    this.now = until;
  }

  private add(to: Point, leg: Leg): void {
    this.slices.push(this.slice());
    this.coordinates.push(to);
    this.legs.push(leg);
    this.at = to;
  }

  /** Sails to a point by what holds in a slice, with turns. */
  private straight(to: Point, cell: number, k: number): void {
    const { open, days, turning } = this.sea.slices[k];
    const chain = new Chain(2);
    chain.pushFixed(...this.at, -1);
    chain.pushFixed(...to, cell);
    const costs = turning[this.aim];
    const path = costs ? turnInside(this.sea.mesh, costs, chain, this.dearer) : chain;
    const burning = this.sea.slices[k].consumed ?? days;
    for (let i = 1; i < path.length; i++) {
      const { x, y } = departure(path.point(i - 1), path.point(i));
      const leg = legOf(burning, cell, x, y);
      if (open[cell] === 0) this.closedUnderWay.push(this.coordinates.length);
      this.add(path.point(i), leg);
      this.now += leg.days;
    }
  }

  /** Where the vessel is at the end of a slice if it keeps the heading by which it is at `to` at `end`; null if outside the cell. */
  private bendAt(to: Point, cell: number, k: number, end: number, room: number): Point | null {
    const whole = departure(this.at, to);
    const heading = this.passage.headingTo(cell, whole.x, whole.y, this.now, end);
    if (!heading) return null;
    const { days } = this.sea.slices[k];
    const [s, u, v] = perDay(days, cell);
    const metres = [room * (u + s * heading[0]), room * (v + s * heading[1])];
    const lat = this.at[1] + metres[1] / EARTH_RADIUS_M / RADIANS;
    const cosφ = Math.cos(0.5 * (lat + this.at[1]) * RADIANS);
    const near: Point = [wrapLongitude(this.at[0] + metres[0] / (EARTH_RADIUS_M * cosφ) / RADIANS), lat];
    const { x, y } = departure(this.at, near);
    const bend = along(this.at, near, room / legCost(days, cell, x, y));
    return this.mayLeave || contains(this.sea.mesh, cell, bend, SAME_PLACE) ? bend : null;
  }
}

/** The point of a rhumb line at a fraction of its length. */
const along = (from: Point, to: Point, part: number) => new MercatorLine(from, to).atLength(part);

/**
 * The track of a chain; a leg along an edge is in the cell where it ends earlier. Null if it can't be sailed.
 *
 * @param begins when the vessel gets under way, having waited since it could leave
 * @param dearer how much dearer turns may be than the best ones
 */
export function trackOfDated(
  sea: Sea,
  aim: Aim,
  chain: Chain,
  leaves: number,
  idleRate = 0,
  begins = leaves,
  dearer?: number,
): DatedTrack | null {
  const sailing = new DatedSailing(sea, aim, chain.point(0), leaves, idleRate);
  sailing.dearer = dearer;
  sailing.wait(begins, 'cheaper');
  for (let i = 1; i < chain.length; i++) {
    if (!sailing.sailTo(chain.point(i), sailing.cellOf(chain, i))) return null;
  }
  return sailing.track();
}
