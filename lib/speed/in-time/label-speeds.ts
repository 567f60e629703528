/**
 * Speeds on a path that consume little, by labels: how late, and having consumed how much, a vessel can be at the end of each leg. Every leg
 * is sailed at one of the speeds of its table; of the labels in an interval of time the one is kept that costs least at a price of
 * time. It finds what the search by the first price (settle.ts) may miss where the sea changes at once and much, and is nearly the best there.
 */
import { type BestSpeed, overGround } from '../best-speed.ts';
import { SPEEDS } from '../speed-curve.ts';
import type { PathInTime, Piece, Place, Sailed } from './path-in-time.ts';

/** Intervals between the departure and the latest arrival. */
const INTERVALS = 1000;
const HOURS_PER_DAY = 24;
/** Times, days, and parts of a leg are equal within this. */
const SAME_TIME = 1e-9;
const SAME_PART = 1e-12;
/** Legs are divided into parts of at most so much, metres: a vessel may wait for a slice at a low speed, and go on at a high one. */
const LONGEST_PART = 20_000;

type Labelled = Pick<Sailed, 'arrives' | 'pieces'>;

interface Query {
  /** Days. */
  readonly until: number;
  /** What an earlier day of arrival is worth. */
  readonly worth: number;
  readonly idleRate: number;
  /** What a day is worth on the way, nearly. */
  readonly price: number;
}

/** By interval of time at the end of a leg; Infinity where none is. */
interface Labels {
  readonly now: Float64Array;
  readonly used: Float64Array;
  /** Which label it came from, and by which speed. */
  readonly from: Int32Array;
  readonly speed: Int8Array;
}

const noLabels = (): Labels => ({
  now: new Float64Array(INTERVALS + 1).fill(Infinity),
  used: new Float64Array(INTERVALS + 1).fill(Infinity),
  from: new Int32Array(INTERVALS + 1),
  speed: new Int8Array(INTERVALS + 1),
});

/** Null where no such speeds arrive in time. */
export function labelSpeeds(
  path: PathInTime,
  start: Pick<Place, 'now' | 'slice'>,
  query: Query,
): Labelled | null {
  const { until, worth, price } = query;
  const ways = new LegWays(path, query.idleRate);
  const width = (until - start.now) / INTERVALS;
  if (!(width > 0 && width < Infinity)) return null;
  const first = noLabels();
  [first.now[0], first.used[0]] = [start.now, 0];
  const all: Labels[] = [first];
  const parts = partsOf(path);
  for (const part of parts) {
    const { now, used } = all.at(-1)!;
    const next = noLabels();
    const speeds = path.legs[part.leg]!.lengthM === 0 ? 1 : SPEEDS;
    for (let label = 0; label <= INTERVALS; label++) {
      if (now[label] === Infinity) continue;
      for (let speed = 0; speed < speeds; speed++) {
        if (!ways.pass(part, speed, now[label]!)) continue;
        const [arrives, burnt] = [ways.now, used[label]! + ways.used];
        if (!(arrives <= until + SAME_TIME)) continue;
        const at = Math.min(INTERVALS, Math.floor((arrives - start.now) / width));
        const isBetter =
          next.used[at] === Infinity || burnt + price * arrives < next.used[at]! + price * next.now[at]!;
        if (!isBetter) continue;
        [next.now[at], next.used[at], next.from[at], next.speed[at]] = [arrives, burnt, label, speed];
      }
    }
    all.push(next);
  }
  const { now, used } = all.at(-1)!;
  let best = -1;
  let least = Infinity;
  for (let label = 0; label <= INTERVALS; label++) {
    const cost = used[label]! + worth * now[label]!;
    if (cost < least) [best, least] = [label, cost];
  }
  return best < 0 ? null : sailed(ways, parts, all, best);
}

/** Of a leg. */
interface Part {
  readonly leg: number;
  readonly from: number;
  readonly to: number;
}

const partsOf = ({ legs }: PathInTime): Part[] =>
  legs.flatMap(({ lengthM }, leg) => {
    const count = Math.max(1, Math.ceil(lengthM / LONGEST_PART));
    return Array.from({ length: count }, (_, k) => ({ leg, from: k / count, to: (k + 1) / count }));
  });

function sailed(ways: LegWays, parts: readonly Part[], all: readonly Labels[], best: number): Labelled {
  const speeds: number[] = [];
  for (let [k, label] = [parts.length, best]; k > 0; k--) {
    speeds.unshift(all[k]!.speed[label]!);
    label = all[k]!.from[label]!;
  }
  const pieces: Piece[] = [];
  let now = all[0]!.now[0]!;
  for (const [k, part] of parts.entries()) {
    ways.pass(part, speeds[k]!, now, pieces);
    now = ways.now;
  }
  return { arrives: now, pieces };
}

type Way = NonNullable<ReturnType<PathInTime['way']>>;

function sailAt({ curve, course }: Way, v: number): BestSpeed {
  const sailing = curve.sail(v, course.low, course.high, course.fraction);
  return { v, ...sailing, groundKmh: overGround(sailing.speedKmh, course) };
}

/** Legs at the speeds of their tables. */
class LegWays {
  /** When the last leg that was passed is done, and what it consumed. */
  now = 0;
  used = 0;
  private readonly path: PathInTime;
  private readonly idleRate: number;
  /** By slice, by leg, by speed. */
  private readonly known: (readonly BestSpeed[] | null)[][];

  constructor(path: PathInTime, idleRate: number) {
    this.path = path;
    this.idleRate = idleRate;
    this.known = path.curves.sea.slices.map(() => []);
  }

  /** A part of a leg, with the call before it; false where it can't be done. */
  pass({ leg, from, to: end }: Part, speed: number, begins: number, pieces?: Piece[]): boolean {
    const { path, idleRate } = this;
    const { starts } = path.curves.sea;
    const { lengthM } = path.legs[leg]!;
    let slice = 0;
    while (starts[slice + 1]! <= begins + SAME_TIME) slice++;
    this.now = begins;
    this.used = 0;
    const add = (
      part: number,
      days: number,
      best: BestSpeed | null,
      other: Pick<Piece, 'why' | 'consumed'> = {},
    ) => {
      const to = done + part;
      pieces?.push({
        leg,
        from: done,
        to: Math.abs(to - 1) < SAME_PART ? 1 : to,
        slice,
        begins: this.now,
        days,
        best,
        ...other,
      });
      done = to;
      this.now += days;
      this.used += other.consumed ?? days * (best?.rate ?? idleRate);
      while (starts[slice + 1]! <= this.now + SAME_TIME) slice++;
    };
    let done = from;
    const call = from === 0 ? path.calls.get(leg) : undefined;
    if (call) {
      if (begins > call.latest) return false;
      const { ends, consumed } = call.doneAt(begins);
      add(0, ends - begins, null, { consumed });
    }
    const entered = from === 0 ? path.whenEntered(leg, slice) : slice;
    if (entered < 0) return false;
    if (entered > slice) add(0, starts[entered]! - this.now, null, { why: 'closed' });
    if (lengthM === 0) return true;
    while (done < end) {
      const best = this.at(slice, leg)?.[speed];
      const room = starts[slice + 1]! - this.now;
      if (!(best && best.groundKmh > 0)) {
        if (room === Infinity) return false;
        add(0, room, null, { why: 'no way' });
        continue;
      }
      const rest = end - done;
      const whole = (rest * lengthM) / 1000 / best.groundKmh / HOURS_PER_DAY;
      if (whole <= room + SAME_TIME) {
        add(rest, whole, best);
        return true;
      }
      add((rest * room) / whole, room, best);
    }
    return true;
  }

  private at(slice: number, leg: number): readonly BestSpeed[] | null {
    const legs = this.known[slice]!;
    if (legs[leg] === undefined) {
      const way = this.path.way(slice, leg);
      legs[leg] = way && Array.from({ length: SPEEDS }, (_, m) => sailAt(way, way.curve.speedAt(m)));
    }
    return legs[leg];
  }
}
