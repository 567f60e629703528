/** A path through a sea that changes, leg by leg of a voyage, and how it is sailed once its speeds are settled. */
import { computed } from '../../engine/computed.ts';
import type { LatLon, Point } from '../../engine/geometry/sphere.ts';
import type { DatedRoute, SailedTrack } from '../../engine/plan-dated.ts';
import { cutDated, sailable } from '../../engine/sea/cut-dated.ts';
import type { DatedTrack } from '../../engine/sea/dated-track.ts';
import type { Prices } from '../../engine/sea/priced-sea.ts';
import { type Aim, sliceAt } from '../../engine/sea/sea.ts';
import { atPoints } from '../at-points.ts';
import { type Call, goesOnAt, type Stretch } from './call.ts';
import { INSTANT, PathInTime, type Piece } from './path-in-time.ts';
import type { SeaCurves } from './sea-curves.ts';
import { type Arrivals, type Settled, settle, settleByLabels } from './settle.ts';
import { trackInSea, trackInTime } from './track-in-time.ts';

/** A leg of a voyage, and what is done at its end. */
export interface LegEnds {
  readonly from: LatLon;
  readonly to: LatLon;
  readonly call: Call | null;
}

interface When {
  /** Days. */
  readonly leaves: number;
  /** What a day of waiting consumes. */
  readonly idleRate: number;
}

export class KnownPath {
  readonly routes: readonly DatedRoute[];
  private readonly path: PathInTime;
  private readonly when: When;
  /** By leg of the voyage: the leg of the path with which it begins; then how many there are. */
  private readonly firsts: readonly number[];
  /** When it gets under way, days. */
  private readonly begins: number;
  /** By what it is one of two cells in which a leg along their edge is sailed. */
  private readonly aim: Aim;
  private readonly byLabels = new Map<string, { readonly settled: Settled | null }>();

  private constructor(
    routes: readonly DatedRoute[],
    path: PathInTime,
    when: When,
    firsts: readonly number[],
    begins: number,
    aim: Aim,
  ) {
    this.routes = routes;
    this.path = path;
    this.when = when;
    this.firsts = firsts;
    this.begins = begins;
    this.aim = aim;
  }

  /**
   * That of the routes of the legs of a voyage, each left when the one before has ended; null where it can't be sailed.
   *
   * @param begins when it gets under way, days
   * @param aim by what it is one of two cells in which a leg along their edge is sailed
   */
  static of(
    curves: SeaCurves,
    legs: readonly LegEnds[],
    routes: readonly DatedRoute[],
    when: When,
    begins: number,
    aim: Aim,
  ): KnownPath | null {
    const coordinates: Point[] = [routes[0]!.track.coordinates[0]!];
    const cells: number[] = [];
    const firsts: number[] = [];
    const calls = new Map<number, Call>();
    let now = begins;
    for (const [k, { track }] of routes.entries()) {
      const before = legs[k - 1]?.call;
      if (before) {
        calls.set(cells.length, before);
        // work ends where it ends
        const isThere = isAt(coordinates.at(-1)!, track.coordinates[0]!);
        coordinates.push(track.coordinates[0]!);
        cells.push(isThere ? (cells.at(-1) ?? -1) : -1);
      }
      firsts.push(cells.length);
      const pieces = cut(curves, track.coordinates, now, aim);
      if (!pieces) return null;
      coordinates.push(...pieces.map(({ to }) => to));
      cells.push(...pieces.map(({ cell }) => cell));
      now = goesOnAt(legs[k]!.call, now + track.timeDays.at(-1)!);
    }
    firsts.push(cells.length);
    return new KnownPath(
      routes,
      new PathInTime(curves, coordinates, cells, calls),
      when,
      firsts,
      begins,
      aim,
    );
  }

  /** Whether another path of the same routes is sailed in the same cells. */
  isIn({ path, begins }: KnownPath): boolean {
    return begins === this.begins && this.path.legs.every(({ cell }, i) => cell === path.legs[i]?.cell);
  }

  /**
   * At the speeds at which it costs least in so many days; null where it takes longer.
   *
   * @param worth of an earlier day of arrival
   * @param arrivals at the calls, where they are bounded
   */
  settled(days: number, worth: number, arrivals: readonly Stretch[] = []): Settled | null {
    const by = this.firsts.slice(1, -1).map((first, k) => [first - 1, arrivals[k]!] as const);
    return this.settledBy(settle, days, worth, new Map(arrivals.length > 0 ? by : []));
  }

  /** The same, with more care; found once, for the voyage with its proof is that without. */
  settledByLabels(days: number, worth: number): Settled | null {
    const own = () => ({ settled: this.settledBy(settleByLabels, days, worth) });
    return computed(this.byLabels, `${days} ${worth}`, own).settled;
  }

  private settledBy(by: typeof settle, days: number, worth: number, arrivals?: Arrivals): Settled | null {
    const { path, begins } = this;
    const { leaves, idleRate } = this.when;
    const slice = sliceAt(path.curves.sea, begins);
    const settled = by(path, { now: begins, slice }, { until: leaves + days, worth, idleRate }, arrivals);
    return settled && { ...settled, consumed: settled.consumed + idleRate * (begins - leaves) };
  }

  /** By leg of the voyage: the prices of a day in it, by slice. */
  pricesOf({ stretches }: Settled): Prices[] {
    return this.firsts.slice(0, -1).map((first) => stretches.findLast(({ leg }) => leg <= first)!.prices);
  }

  /** When the legs of the voyage have ended, days. */
  arrivalsOf(settled: Settled): number[] {
    let now = this.when.leaves;
    return this.routes.map((_, k) => {
      const last = this.sailedOf(settled, k).pieces.at(-1);
      now = last ? last.begins + last.days : now;
      return now;
    });
  }

  /** A leg of the voyage by cells of the sea. */
  legOf(settled: Settled, k: number): DatedTrack {
    const { first, pieces, begins } = this.sailedOf(settled, k);
    return trackInSea(this.path, first, pieces, begins, this.when.idleRate);
  }

  /**
   * The routes of its legs: waypoints and the path of the coarse search are sailed at speeds of their own for the same time, and are the
   * path itself where that would take them longer.
   */
  routesOf(settled: Settled): DatedRoute[] {
    return this.routes.map((route, k) => {
      const { first, pieces, begins } = this.sailedOf(settled, k);
      const track = trackInTime(this.path, first, pieces, begins, this.when.idleRate);
      const days = track.timeDays.at(-1)!;
      const alike = (other: SailedTrack) => this.alike(other, begins, days) ?? track;
      const isStraight = track.waits.length === 0 && days > 0;
      return {
        ...route,
        track,
        unsmoothed: isStraight ? alike(route.unsmoothed as SailedTrack) : track,
        sailing: isStraight ? alike(route.sailing) : track,
        // what knew only the sea of the departure at the end of one leg does not begin the next at its time
        blind: route.blind && this.routes.length === 1 ? this.sailedAlong(route.blind, begins, days) : null,
      };
    });
  }

  private sailedOf({ pieces }: Settled, k: number) {
    const [first, next] = [this.firsts[k]!, this.firsts[k + 1]!];
    const own = pieces.filter((piece) => piece.leg >= first && piece.leg < next && isUnderWay(piece));
    const { leaves } = this.when;
    return { first, pieces: own, begins: k === 0 ? leaves : (own[0]?.begins ?? leaves) };
  }

  /**
   * Another line of the same leg, at its points only, without waits and in the very same time, so that what comes after it is sailed when it was
   * planned; null where it can't be sailed so.
   */
  private alike(line: SailedTrack, begins: number, days: number): SailedTrack | null {
    const track = this.sailedAlong(line, begins, days);
    const isAsLong = track && Math.abs(track.timeDays.at(-1)! - days) < 2 * INSTANT;
    if (!isAsLong || track.waits.length > 0) return null;
    const few = atPoints(track, withoutRepeated(line.coordinates));
    const meshes = few.timeDays.map((time) => track.meshes[track.timeDays.indexOf(time)]!);
    const last = few.timeDays.length - 1;
    const timeDays = few.timeDays.map((time, k) => (k === last ? days : Math.min(time, days)));
    return { ...few, timeDays, meshes, waits: [], closedUnderWay: [] };
  }

  /** Another line of the same leg, at speeds of its own for the same time; null where it can't be sailed in it. */
  private sailedAlong({ coordinates }: SailedTrack, begins: number, days: number): SailedTrack | null {
    const { curves } = this.path;
    const { idleRate } = this.when;
    const pieces = cut(curves, coordinates, begins, this.aim);
    if (!pieces || pieces.length === 0) return null;
    const points = [coordinates[0]!, ...pieces.map(({ to }) => to)];
    const cells = pieces.map(({ cell }) => cell);
    const path = new PathInTime(curves, points, cells);
    const start = { now: begins, slice: sliceAt(curves.sea, begins) };
    const settled = settle(path, start, { until: begins + days, worth: 0, idleRate });
    return settled && trackInTime(path, 0, settled.pieces, begins, idleRate);
  }
}

const isUnderWay = ({ consumed }: Piece): boolean => consumed === undefined;

const isAt = ([lon, lat]: Point, [otherLon, otherLat]: Point): boolean =>
  lon === otherLon && lat === otherLat;

/** Pieces of a line, each in one cell; null where it can't be sailed from then on. */
const cut = ({ sea }: SeaCurves, coordinates: readonly Point[], begins: number, aim: Aim) =>
  sailable(() => cutDated(sea, withoutRepeated(coordinates), begins, true, aim).flat());

/** Where a vessel waits, a point is there twice. */
const withoutRepeated = (coordinates: readonly Point[]): Point[] =>
  coordinates.filter((point, k) => k === 0 || !isAt(coordinates[k - 1]!, point));
