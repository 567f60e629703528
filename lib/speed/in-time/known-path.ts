/** A path through a sea that changes, leg by leg of a voyage, and how it is sailed once its speeds are settled. */
import type { LatLon, Point } from '../../engine/geometry/sphere.ts';
import { PathNotSailable } from '../../engine/path/evaluate.ts';
import type { DatedRoute, SailedTrack } from '../../engine/plan-dated.ts';
import { cutDated } from '../../engine/sea/cut-dated.ts';
import type { DatedTrack } from '../../engine/sea/dated-track.ts';
import { sliceAt } from '../../engine/sea/sea.ts';
import { atPoints } from '../at-points.ts';
import { PathInTime } from './path-in-time.ts';
import type { SeaCurves } from './sea-curves.ts';
import { type Settled, settle, settleByLabels } from './settle.ts';
import { trackInSea, trackInTime } from './track-in-time.ts';

/** A leg of a voyage, and how long the vessel stays at its end, days. */
export interface LegEnds {
  readonly from: LatLon;
  readonly to: LatLon;
  readonly stayDays: number;
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

  private constructor(
    routes: readonly DatedRoute[],
    path: PathInTime,
    when: When,
    firsts: readonly number[],
    begins: number,
  ) {
    this.routes = routes;
    this.path = path;
    this.when = when;
    this.firsts = firsts;
    this.begins = begins;
  }

  /** That of the routes of the legs of a voyage, each left when the one before has ended; null where it can't be sailed. */
  static of(
    curves: SeaCurves,
    legs: readonly LegEnds[],
    routes: readonly DatedRoute[],
    when: When,
  ): KnownPath | null {
    const [wait] = routes[0]!.track.waits;
    const begins = wait?.vertex === 0 && wait.why === 'cheaper' ? wait.until : when.leaves;
    const coordinates: Point[] = [routes[0]!.track.coordinates[0]!];
    const cells: number[] = [];
    const firsts: number[] = [];
    const stays = new Map<number, number>();
    let now = begins;
    for (const [k, { track }] of routes.entries()) {
      firsts.push(cells.length);
      const pieces = cut(curves, track.coordinates, now);
      if (!pieces) return null;
      coordinates.push(...pieces.map(({ to }) => to));
      cells.push(...pieces.map(({ cell }) => cell));
      const { stayDays } = legs[k]!;
      if (stayDays > 0) stays.set(cells.length, (stays.get(cells.length) ?? 0) + stayDays);
      now += track.timeDays.at(-1)! + stayDays;
    }
    firsts.push(cells.length);
    return new KnownPath(routes, new PathInTime(curves, coordinates, cells, stays), when, firsts, begins);
  }

  /** At the speeds at which it costs least in so many days; null where it takes longer. @param worth of an earlier day of arrival */
  settled(days: number, worth: number): Settled | null {
    return this.settledBy(settle, days, worth);
  }

  /** The same, with more care. */
  settledByLabels(days: number, worth: number): Settled | null {
    return this.settledBy(settleByLabels, days, worth);
  }

  private settledBy(by: typeof settle, days: number, worth: number): Settled | null {
    const { path, begins } = this;
    const { leaves, idleRate } = this.when;
    const slice = sliceAt(path.curves.sea, begins);
    const settled = by(path, { now: begins, slice }, { until: leaves + days, worth, idleRate });
    return settled && { ...settled, consumed: settled.consumed + idleRate * (begins - leaves) };
  }

  /** All of it as it is sailed, without stays. */
  trackOf({ pieces }: Settled): SailedTrack {
    const { leaves, idleRate } = this.when;
    const underWay = pieces.filter(({ why }) => why !== 'stay');
    return trackInTime(this.path, 0, underWay, leaves, idleRate);
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
    const own = pieces.filter(({ leg, why }) => leg >= first && leg < next && why !== 'stay');
    const { leaves } = this.when;
    return { first, pieces: own, begins: k === 0 ? leaves : (own[0]?.begins ?? leaves) };
  }

  /** Another line of the same leg, at its points only, without waits; null where it can't be sailed so. */
  private alike(line: SailedTrack, begins: number, days: number): SailedTrack | null {
    const track = this.sailedAlong(line, begins, days);
    if (!track || track.waits.length > 0) return null;
    const few = atPoints(track, withoutRepeated(line.coordinates));
    const meshes = few.timeDays.map((time) => track.meshes[track.timeDays.indexOf(time)]!);
    return { ...few, meshes, waits: [], closedUnderWay: [] };
  }

  /** Another line of the same leg, at speeds of its own for the same time; null where it can't be sailed in it. */
  private sailedAlong({ coordinates }: SailedTrack, begins: number, days: number): SailedTrack | null {
    const { curves } = this.path;
    const { idleRate } = this.when;
    const pieces = cut(curves, coordinates, begins);
    if (!pieces || pieces.length === 0) return null;
    const points = [coordinates[0]!, ...pieces.map(({ to }) => to)];
    const cells = pieces.map(({ cell }) => cell);
    const path = new PathInTime(curves, points, cells);
    const start = { now: begins, slice: sliceAt(curves.sea, begins) };
    const settled = settle(path, start, { until: begins + days, worth: 0, idleRate });
    return settled && trackInTime(path, 0, settled.pieces, begins, idleRate);
  }
}

/** Pieces of a line, each in one cell; null where it can't be sailed from then on. */
function cut({ sea }: SeaCurves, coordinates: readonly Point[], begins: number) {
  try {
    return cutDated(sea, withoutRepeated(coordinates), begins).flat();
  } catch (error) {
    if (error instanceof PathNotSailable) return null;
    throw error;
  }
}

/** Where a vessel waits, a point is there twice. */
const withoutRepeated = (coordinates: readonly Point[]): Point[] =>
  coordinates.filter(
    ([lon, lat], k) => k === 0 || coordinates[k - 1]![0] !== lon || coordinates[k - 1]![1] !== lat,
  );
