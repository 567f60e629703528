/**
 * The passage of a leg in one cell through the slices of a changing sea.
 *
 * Where headings are alike, the vessel is after the times Δ₁ … Δₙ in n slices anywhere within ρ = Σ sₖ Δₖ of C = Σ cₖ Δₖ from where it
 * was: it can be at d as soon as |d − C| = ρ. Its heading is the same all along, w = (d − C) / ρ, and its track bends where the current
 * changes. Where headings differ it keeps its bearing over the ground: the leg is done as soon as the parts Δₖ / fₖ of it come to 1,
 * fₖ being what all of it takes in slice k. No speed counts when it does not hold.
 *
 * With K for the last slice and g = s_K + c_K · w, the arrival T of the first kind has
 *
 *     ∂T/∂d = p = w / g        ∂²T/∂d² = m mᵀ / (ρ g), m = n − (n · c_K) p, n ⊥ w        ∂T/∂t = (s₁ + c₁ · w) / g
 *
 * A vessel that can't go on waits, where it can hold its place against the current: then leaving later never arrives earlier.
 */
import { bridgeAt, type Costs, legCost } from '../cost/cost.ts';
import { legDerivatives } from '../cost/leg-derivatives.ts';
import { SECONDS_PER_DAY } from '../geometry/sphere.ts';
import { type Aim, type Sea, type Slice, sliceAt, whenEntered } from './sea.ts';

export class Passage {
  /** Of the last leg: what it consumes, and how long it waits before it begins, days. */
  consumed = 0;
  waited = 0;
  readonly sea: Sea;
  /** Which legs turn inside cells: those that save time, or what is consumed. */
  private readonly aim: Aim;
  /** Of the whole leg in one slice: days, and what is consumed. */
  private days = 0;
  private burnt = 0;
  /** Where legs begin: the cell, the slice, the time, and the time at which another slice begins or ends that differs there. */
  private cell = 0;
  private sign: 1 | -1 = 1;
  private slice = 0;
  private now = 0;
  private until = 0;
  /**
   * Of the last leg that was differentiated: when it ends, and what it consumes. Value, derivatives by x and y, η of the second derivative
   * η (y, −x)(y, −x)ᵀ, derivative by the time of departure.
   */
  readonly arrival = new Float64Array(5);
  readonly consumption = new Float64Array(5);
  private readonly own = new Float64Array(4);
  private readonly burning = new Float64Array(4);

  constructor(sea: Sea, aim: Aim = 'days') {
    this.sea = sea;
    this.aim = aim;
  }

  /**
   * When a leg of (x, y) metres that is begun at a time ends; or, with sign −1, the latest begin of one that ends then.
   * ±Infinity where it can't be sailed.
   *
   * @param from the cell on the other side of where it begins (sign −1: ends), if the vessel comes from (goes to) another
   */
  through(cell: number, x: number, y: number, time: number, sign: 1 | -1 = 1, from = cell): number {
    return this.enter(cell, time, sign, from) ? this.to(x, y) : sign * Infinity;
  }

  /** What a leg costs that is begun at a time: days with those that it waits, or what is consumed under way. */
  costOf(cell: number, x: number, y: number, time: number, from = cell): number {
    const end = this.through(cell, x, y, time, 1, from);
    return end === Infinity ? Infinity : this.aim === 'days' ? end - time : this.consumed;
  }

  /** When a leg ends that is begun by a vessel that is in the cell already: if that has closed, it goes on at the last open speed. */
  onward(cell: number, x: number, y: number, time: number): number {
    const { slices, starts } = this.sea;
    this.cell = cell;
    this.sign = 1;
    this.slice = sliceAt(this.sea, time);
    this.now = time;
    this.waited = 0;
    this.until = starts[slices[this.slice].next[cell]];
    return this.to(x, y);
  }

  /** Prepares for legs in a cell that begin at a time (sign −1: end then); false if the cell is closed from then on. */
  enter(cell: number, time: number, sign: 1 | -1, from = cell): boolean {
    const { slices, starts } = this.sea;
    const latest = sign > 0 ? time : this.whenPassed(cell, from, time);
    let k = sliceAt(this.sea, latest);
    if (sign > 0) k = whenEntered(this.sea, cell, from, k);
    else if (latest === starts[k] && k > 0) k--;
    if (k < 0) return false;
    this.now = sign > 0 ? Math.max(time, starts[k]) : latest;
    this.cell = cell;
    this.sign = sign;
    this.slice = k;
    this.waited = this.now - time;
    this.until = sign > 0 ? starts[slices[k].next[cell]] : starts[slices[k].first[cell]];
    return true;
  }

  /** When a leg of (x, y) metres from there ends (sign −1: begins). */
  to(x: number, y: number): number {
    const { cell, sign, now, until, slice } = this;
    this.take(this.sea.slices[slice], cell, x, y);
    this.consumed = this.burnt;
    const end = now + sign * this.days;
    const isWithin = sign > 0 ? end <= until : end >= until;
    const passed = isWithin ? end : this.across(cell, x, y, now, slice, sign);
    return sign > 0 || passed === -Infinity ? passed : this.whenOpen(cell, passed);
  }

  /** The latest time, not after a given one, at which a vessel can go from one cell into another. */
  private whenPassed(from: number, to: number, time: number): number {
    const { gaps, mesh, passesGaps } = this.sea;
    const between = passesGaps ? undefined : gaps.get(from * mesh.openCount + to);
    return between ? Math.max(...between.map((cell) => this.whenOpen(cell, time))) : time;
  }

  /** The latest time, not after a given one, at which a cell is open. */
  private whenOpen(cell: number, time: number): number {
    const { slices, starts } = this.sea;
    let k = sliceAt(this.sea, time);
    while (slices[k]?.open[cell] === 0) k--;
    return Math.min(time, starts[k + 1]);
  }

  /** A leg that is not done within one slice. */
  private across(cell: number, x: number, y: number, begin: number, first: number, sign: 1 | -1): number {
    const { slices, starts } = this.sea;
    let [now, cx, cy, ρ] = [begin, 0, 0, 0];
    this.consumed = 0;
    for (let k = first; ; ) {
      const { days, next, first: from } = slices[k];
      if (days.profile[cell] >= 0) return this.onBearing(cell, x, y, begin, first, sign);
      const [s, u, v] = perDay(days, cell);
      const room = sign > 0 ? starts[next[cell]] - now : now - starts[from[cell]];
      const rate = days.motion[4 * cell + 1];
      const τ = timeToReach(x - cx, y - cy, ρ, s, u, v);
      if (τ <= room) {
        this.consumed += rate * τ;
        return now + sign * τ;
      }
      if (room === Infinity) return sign * Infinity;
      this.consumed += rate * room;
      cx += u * room;
      cy += v * room;
      ρ += s * room;
      now += sign * room;
      k = sign > 0 ? next[cell] : from[cell] - 1;
    }
  }

  /** The same where headings differ. */
  private onBearing(cell: number, x: number, y: number, begin: number, first: number, sign: 1 | -1): number {
    const { slices, starts } = this.sea;
    let [now, rest] = [begin, 1];
    this.consumed = 0;
    for (let k = first; ; ) {
      const slice = slices[k];
      this.take(slice, cell, x, y);
      const room = sign > 0 ? starts[slice.next[cell]] - now : now - starts[slice.first[cell]];
      if (rest * this.days <= room) {
        this.consumed += rest * this.burnt;
        return now + sign * rest * this.days;
      }
      if (room === Infinity || (this.days === Infinity && !canHold(slice, cell))) return sign * Infinity;
      if (this.days < Infinity) {
        this.consumed += (room / this.days) * this.burnt;
        rest -= room / this.days;
      }
      now += sign * room;
      k = sign > 0 ? slice.next[cell] : slice.first[cell] - 1;
    }
  }

  /** Days of a leg if one slice held all along. */
  daysIn(k: number, cell: number, x: number, y: number): number {
    this.take(this.sea.slices[k], cell, x, y);
    return this.days;
  }

  /** The heading that a vessel keeps on a leg from one time to another, a unit vector; null where headings differ. */
  headingTo(cell: number, x: number, y: number, now: number, end: number): readonly [number, number] | null {
    const drift = this.drift(cell, now, end);
    return drift && [(x - drift.cx) / drift.ρ, (y - drift.cy) / drift.ρ];
  }

  /** How far the water moves in a cell, and the vessel through it, from one time to another; null where headings differ. */
  private drift(cell: number, begin: number, end: number) {
    const { slices, starts } = this.sea;
    let [cx, cy, ρ, now] = [0, 0, 0, begin];
    for (let k = sliceAt(this.sea, begin); ; k = slices[k].next[cell]) {
      const { days, next } = slices[k];
      if (days.profile[cell] >= 0) return null;
      const [s, u, v] = perDay(days, cell);
      const until = Math.min(end, starts[next[cell]]);
      cx += u * (until - now);
      cy += v * (until - now);
      ρ += s * (until - now);
      now = until;
      if (now >= end) return { cx, cy, ρ, last: days };
    }
  }

  /** Days and consumption of a whole leg as one slice has it. */
  private take(slice: Slice, cell: number, x: number, y: number): void {
    const { days, consumed } = slice;
    if (days.profile[cell] < 0) {
      this.days = legCost(days, cell, x, y);
      this.burnt = this.days * days.motion[4 * cell + 1];
      return;
    }
    const bridges = slice.turning[this.aim]?.bridgesOf?.(cell);
    const k = bridges ? bridgeAt(bridges, x, y) : -1;
    if (k < 0) {
      this.days = legCost(days, cell, x, y);
      this.burnt = consumed ? legCost(consumed, cell, x, y) : 0;
      return;
    }
    const [ax, ay, bx, by] = bridges!.subarray(k, k + 4);
    const cross = ax * by - ay * bx;
    const [α, β] = [(x * by - y * bx) / cross, (ax * y - ay * x) / cross];
    const both = (costs: Costs) => α * legCost(costs, cell, ax, ay) + β * legCost(costs, cell, bx, by);
    this.days = both(days);
    this.burnt = consumed ? both(consumed) : 0;
  }

  /**
   * When a leg ends that is begun at a time, and what it consumes: `arrival` and `consumption` with derivatives. A leg that waits before it begins has
   * the derivatives of its part under way, and 0 by the time.
   */
  differentiate(cell: number, x: number, y: number, time: number, from = cell): void {
    const end = this.through(cell, x, y, time, 1, from);
    const { waited, consumed, arrival, consumption } = this;
    const { slices, starts } = this.sea;
    const first = sliceAt(this.sea, time + waited);
    arrival.fill(0);
    consumption.fill(0);
    arrival[0] = end;
    consumption[0] = consumed;
    if (x === 0 && y === 0) {
      arrival[4] = waited > 0 ? 0 : 1;
      return;
    }
    if (end <= starts[slices[first].next[cell]]) {
      this.slopes(slices[first], cell, x, y);
      for (let i = 1; i < 4; i++) [arrival[i], consumption[i]] = [this.own[i], this.burning[i]];
      arrival[4] = 1;
    } else if (!this.slopesAcross(cell, x, y, time + waited, first, end)) {
      this.slopesOnBearing(cell, x, y, time + waited, first);
    }
    if (waited > 0) arrival[4] = consumption[4] = 0;
  }

  private slopes({ turning, days }: Slice, cell: number, x: number, y: number): void {
    legDerivatives(turning.days, cell, x, y, this.own);
    if (turning.consumed) legDerivatives(turning.consumed, cell, x, y, this.burning);
    else this.burning.fill(0);
    if (days.profile[cell] < 0)
      for (let i = 1; i < 4; i++) this.burning[i] = this.own[i] * days.motion[4 * cell + 1];
  }

  /** False where headings differ. */
  private slopesAcross(cell: number, x: number, y: number, now: number, first: number, end: number): boolean {
    const { arrival, consumption } = this;
    const drift = this.drift(cell, now, end);
    if (!drift) return false;
    const { cx, cy, ρ, last } = drift;
    const [s, u, v] = perDay(last, cell);
    const [wx, wy] = [(x - cx) / ρ, (y - cy) / ρ];
    const g = s + u * wx + v * wy;
    const [px, py] = [wx / g, wy / g];
    const across = u * wy - v * wx;
    // m = n − (n · c) p; of its direction only what is across the leg counts
    const [mx, my] = [wy - across * px, -wx - across * py];
    const turned = (mx * y - my * x) / (x * x + y * y);
    const { motion } = this.sea.slices[first].days;
    const [s0, u0, v0] = perDay(this.sea.slices[first].days, cell);
    const rate = last.motion[4 * cell + 1];
    arrival[1] = px;
    arrival[2] = py;
    arrival[3] = (turned * turned) / (ρ * g);
    arrival[4] = (s0 + u0 * wx + v0 * wy) / g;
    for (let i = 1; i < 5; i++) consumption[i] = rate * arrival[i];
    consumption[4] -= motion[4 * cell + 1];
    return true;
  }

  private slopesOnBearing(cell: number, x: number, y: number, begin: number, first: number): void {
    const { arrival, consumption } = this;
    const { slices, starts } = this.sea;
    const parts: { part: number; f: number; g: number; own: Float64Array; burning: Float64Array }[] = [];
    let [rest, now] = [1, begin];
    for (let k = first; rest > 0; k = slices[k].next[cell]) {
      const until = starts[slices[k].next[cell]];
      this.take(slices[k], cell, x, y);
      const { days: f, burnt: g } = this;
      const part = Math.min(rest, (until - now) / f);
      now = until;
      if (!(f < Infinity)) continue;
      rest -= part;
      this.slopes(slices[k], cell, x, y);
      parts.push({ part, f, g, own: this.own.slice(), burning: this.burning.slice() });
      if (until === Infinity) break;
    }
    const last = parts.at(-1)!;
    for (const { part, f, g, own, burning } of parts) {
      for (let i = 1; i < 4; i++) {
        const changes = own === last.own ? 0 : (part / f) * own[i];
        arrival[i] += own === last.own ? part * own[i] : last.f * changes;
        consumption[i] += part * burning[i] + (last.g - g) * changes;
      }
    }
    const [{ f, g }] = parts;
    arrival[4] = last.f / f;
    consumption[4] = (last.g - g) / f;
  }
}

/** Speed and current of a cell whose headings are alike, metres a day. */
export function perDay({ motion }: Costs, cell: number): [speed: number, east: number, north: number] {
  const day = SECONDS_PER_DAY;
  return [day * motion[4 * cell], day * motion[4 * cell + 2], day * motion[4 * cell + 3]];
}

/** Whether a vessel can keep its place in a cell. */
export function canHold({ days }: Slice, cell: number): boolean {
  return days.motion[4 * cell] > Math.hypot(days.motion[4 * cell + 2], days.motion[4 * cell + 3]);
}

/** The least τ ≥ 0 with |(x, y) − τ (u, v)| = ρ + τ s; Infinity if there is none. */
function timeToReach(x: number, y: number, ρ: number, s: number, u: number, v: number): number {
  const square = x * x + y * y - ρ * ρ;
  if (square <= 0) return 0;
  const a = s * s - u * u - v * v;
  const b = x * u + y * v + ρ * s;
  const root = Math.sqrt(b * b + a * square);
  if (!(root >= 0) || (a <= 0 && b <= 0)) return Infinity;
  return b >= 0 ? square / (b + root) : (root - b) / a;
}
