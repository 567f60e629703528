/** The track of a path whose speeds are settled. */
import type { Point } from '../../engine/geometry/sphere.ts';
import { type Leg, trackOfLegs } from '../../engine/path/track.ts';
import { type SailedTrack, sailedOn } from '../../engine/plan-dated.ts';
import type { DatedTrack, Wait } from '../../engine/sea/dated-track.ts';
import { sliceAt } from '../../engine/sea/sea.ts';
import { pointAlong } from '../path-speeds.ts';
import type { PathInTime, Piece } from './path-in-time.ts';

const KMH_PER_MPS = 3.6;

/**
 * @param first leg of the path with which the track begins
 * @param pieces from there on, without calls
 * @param leaves since when it could be under way, days
 * @param idleRate what a day of waiting consumes
 */
export const trackInTime = (
  path: PathInTime,
  first: number,
  pieces: readonly Piece[],
  leaves: number,
  idleRate: number,
): SailedTrack => sailedOn(path.curves.sea, trackInSea(path, first, pieces, leaves, idleRate));

/** The same by cells of the sea. */
export function trackInSea(
  { curves: { sea }, coordinates: path, legs: own }: PathInTime,
  first: number,
  pieces: readonly Piece[],
  leaves: number,
  idleRate: number,
): DatedTrack {
  const coordinates: Point[] = [path[first]!];
  const legs: Leg[] = [];
  const slices = [sliceAt(sea, leaves)];
  const waits: Wait[] = [];
  const closedUnderWay: number[] = [];
  const add = (to: Point, slice: number, leg: Leg) => {
    coordinates.push(to);
    slices.push(slice);
    legs.push(leg);
  };
  const wait = (from: number, days: number, why: Wait['why'], slice: number) => {
    waits.push({ vertex: coordinates.length - 1, from, until: from + days, why });
    const cell = legs.at(-1)?.cell ?? -1;
    add(coordinates.at(-1)!, slice, { cell, lengthM: 0, days, consumption: days * idleRate, speed: 0 });
  };
  const begins = pieces[0]?.begins ?? leaves;
  if (begins > leaves) wait(leaves, begins - leaves, 'cheaper', slices[0]!);
  for (const { leg, from, to, slice, begins, days, best, why } of pieces) {
    if (!best) {
      wait(begins, days, why!, slice);
      continue;
    }
    const { cell, lengthM } = own[leg]!;
    if (sea.slices[slice]!.open[cell] === 0) closedUnderWay.push(coordinates.length);
    const end = to === 1 ? path[leg + 1]! : pointAlong(path[leg]!, path[leg + 1]!, to);
    const consumption = days * best.rate;
    const speed = best.speedKmh / KMH_PER_MPS;
    add(end, slice, { cell, lengthM: (to - from) * lengthM, days, consumption, speed });
  }
  return { ...trackOfLegs(sea.mesh, coordinates, legs), slices, waits, closedUnderWay };
}

/** When a route gets under way that waits at its start to consume less; else when it leaves. Days. */
export function underWayFrom({ waits: [first] }: Pick<SailedTrack, 'waits'>, leaves: number): number {
  return first?.vertex === 0 && first.why === 'cheaper' ? first.until : leaves;
}
