/**
 * The widest clearance that leaves a way.
 *
 * A way is as wide as the least room on it. Of paths from box to box, each box counted with the most room at any place in it,
 * the widest (Pollack 1960) is at least as wide as any way. Boxes on it that have less at some place are halved, and it is
 * looked for again, until the least room for certain is near enough to the most. So only boxes where it is narrow become small.
 */
import FlatQueue from 'flatqueue';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Boxes, RoomBox } from './boxes.ts';

export interface Widest {
  readonly nm: number;
  /** Where the way is narrowest. */
  readonly at: LatLon;
  /** Where there is little more room than the widest that was looked for. */
  readonly narrow: readonly LatLon[];
}

/** A place in open cells. */
export interface Place extends LatLon {
  readonly cells: readonly number[];
}

/** The answer is too small by this at most, nautical miles. */
const EXACT_NM = 0.01;
/** A smaller box has the room of its centre all over, nautical miles. */
const SMALL_NM = 0.0025;
/** So much more room is little, nautical miles: boxes at the border of a clearance may take 250 m of it, and its polygon 12 m. */
export const LITTLE_NM = 0.15;
/** Room is compared in steps of this, nautical miles: of equally wide paths, that with the fewest boxes to halve is taken. */
const STEP_NM = 0.001;
/** More than the boxes of any path. */
const MANY = 2 ** 24;

/**
 * Null where no clearance leaves a way.
 *
 * @param mostNm the widest that is looked for
 * @param exemptTimes round some places none is required, within so many times the clearance
 */
export function widestClearance(
  boxes: Boxes,
  from: Place,
  to: Place,
  { mostNm, exemptTimes }: { readonly mostNm: number; readonly exemptTimes: number },
): Widest | null {
  // with a narrower clearance less is exempt: each round leaves a way at most as wide as the one before
  for (let limit = mostNm; ; ) {
    const found = widestPath(boxes, from, to, { limit, exempt: exemptTimes * limit });
    if (!found || found.nm <= EXACT_NM) return null;
    if (found.nm > limit - 2 * EXACT_NM) return found;
    limit = found.nm + EXACT_NM;
  }
}

/** Nautical miles: room beyond the limit is no more than it; so far round the exempt places there is all of it. */
interface Terms {
  readonly limit: number;
  readonly exempt: number;
}

const mostIn = ({ roomNm, exemptNm, radiusNm }: RoomBox, { limit, exempt }: Terms): number =>
  exemptNm - radiusNm <= exempt ? limit : Math.min(limit, roomNm + radiusNm);

function leastIn(box: RoomBox, terms: Terms): number {
  const { roomNm, exemptNm, radiusNm } = box;
  if (radiusNm <= SMALL_NM) return mostIn(box, terms);
  return exemptNm + radiusNm <= terms.exempt ? terms.limit : Math.min(terms.limit, roomNm - radiusNm);
}

function widestPath(boxes: Boxes, from: Place, to: Place, terms: Terms): Widest | null {
  for (;;) {
    const path = pathOf(boxes, from, to, terms);
    if (!path) return null;
    const most = Math.min(...path.map((box) => mostIn(box, terms)));
    const unsure = path.filter((box) => leastIn(box, terms) < most - EXACT_NM);
    if (unsure.length === 0) {
      const nm = Math.min(...path.map((box) => leastIn(box, terms)));
      const narrowest = path.reduce((a, b) => (mostIn(b, terms) < mostIn(a, terms) ? b : a));
      const narrow = path.filter(({ roomNm }) => roomNm < terms.limit + LITTLE_NM);
      return {
        nm,
        at: narrowest.centre,
        narrow: narrow.map(({ centre }) => centre),
      };
    }
    for (const box of unsure) boxes.halve(box);
  }
}

/** The path of boxes whose least of the most room is greatest; null where there is no path. */
function pathOf(boxes: Boxes, from: Place, to: Place, terms: Terms): RoomBox[] | null {
  const before = new Map<RoomBox, RoomBox | null>();
  const waiting = new FlatQueue<{ box: RoomBox; last: RoomBox | null; width: number; unsure: number }>();
  const push = (box: RoomBox, last: RoomBox | null, widthBefore: number, unsureBefore: number) => {
    if (before.has(box)) return;
    const width = Math.min(widthBefore, Math.floor(mostIn(box, terms) / STEP_NM));
    if (width <= 0) return;
    const unsure = unsureBefore + (leastIn(box, terms) < width * STEP_NM - EXACT_NM ? 1 : 0);
    waiting.push({ box, last, width, unsure }, unsure - width * MANY);
  };
  for (const box of boxesAt(boxes, from)) push(box, null, Infinity, 0);
  const ends = new Set(boxesAt(boxes, to));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { box, last, width, unsure } = next;
    if (before.has(box)) continue;
    before.set(box, last);
    if (ends.has(box)) return backFrom(box, before);
    for (const other of boxes.neighboursOf(box)) push(other, box, width, unsure);
  }
  return null;
}

function backFrom(end: RoomBox, before: ReadonlyMap<RoomBox, RoomBox | null>): RoomBox[] {
  const path: RoomBox[] = [];
  for (let box: RoomBox | null = end; box; box = before.get(box) ?? null) path.push(box);
  return path;
}

const boxesAt = (boxes: Boxes, { lat, lon, cells }: Place): RoomBox[] =>
  cells
    .flatMap((cell) => [...boxes.partsOf(cell)])
    .filter(({ west, south, east, north }) => {
      const isLon = [lon, lon - 360, lon + 360].some((turned) => west <= turned && turned <= east);
      return isLon && south <= lat && lat <= north;
    });
