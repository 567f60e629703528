/**
 * The mesh on which a metre costs, in every cell and on every bearing, the least of all slices that the vessel can meet there: no path
 * costs less on it than in the changing sea, so a bound that is proved on it (lib/engine/certificate) is one there.
 *
 * Where the slices of a cell differ, the reach of the vessel is the convex hull of its reaches in them. It is held by a polygon: by the
 * greatest support in each of many directions.
 */
import { BEARINGS, bearings, LEAST_REACH, reachIn, supportOf } from '../certificate/reach.ts';
import { computed } from '../computed.ts';
import { type Costs, leastRate, legCost } from '../cost/cost.ts';
import { SECONDS_PER_DAY } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { type Aim, type Sea, type Slice, sliceAt } from './sea.ts';

/** By cell: the earliest time at which the vessel can be there, and the latest at which it can be on a path that is wanted; days. */
export interface Windows {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export function leastSea(sea: Sea, aim: Aim, windows: Windows): Mesh {
  const { mesh, slices } = sea;
  const { openCount, headings } = mesh;
  const motion = new Float64Array(4 * openCount);
  const profile = new Int32Array(openCount).fill(-1);
  const rows: number[] = [];
  const waters = new Map<string, ReturnType<typeof addRow>>();
  const costsOf = (slice: Slice) => (aim === 'days' ? slice.days : slice.consumed!);
  const met = (cell: number) => slicesMet(sea, cell, windows);
  // pieces of one cell are the same water
  const waterOf = (own: Costs, cell: number) => [
    own.profile[cell],
    ...own.motion.subarray(4 * cell, 4 * cell + 4),
  ];
  const fastest = 1 / sea.leastPerMetre.reduce((a, b) => Math.min(a, b));
  const unmet = [(SLOWEST * fastest) / SECONDS_PER_DAY, leastRate(costsOf(slices[0])), 0, 0];
  for (let cell = 0; cell < openCount; cell++) {
    const own = met(cell);
    if (own.length === 0) {
      // nobody comes here in time: whatever it costs is a bound
      motion.set(unmet, 4 * cell);
    } else if (own.length === 1 && own[0].days.profile[cell] < 0) {
      motion.set(costsOf(own[0]).motion.subarray(4 * cell, 4 * cell + 4), 4 * cell);
    } else {
      const water = own.map((slice) => [slices.indexOf(slice), ...waterOf(costsOf(slice), cell)]).join();
      const make = () => addRow(rows, own.map(costsOf), cell, headings);
      const { row, speed, rate } = computed(waters, water, make);
      profile[cell] = row;
      motion.set([speed, rate, 0, 0], 4 * cell);
    }
  }
  const polygons = new Map<number, Float64Array>();
  const reachOf = (cell: number) =>
    computed(polygons, profile[cell], () => reachOfAll(met(cell).map(costsOf), cell));
  return { ...mesh, motion, profile, profiles: Float64Array.from(rows), reachOf, isForOneSearch: true };
}

/** A cell where the vessel can't be is this many times as slow as the fastest. */
const SLOWEST = 0.01;

/** The slices that can be met in a cell, one of each run of equal ones, and only those in which it can be sailed. */
function slicesMet({ slices, starts }: Sea, cell: number, { from, to }: Windows): Slice[] {
  const met: Slice[] = [];
  if (!(from[cell] <= to[cell])) return met;
  for (
    let k = sliceAt({ starts }, from[cell]);
    k < slices.length && starts[k] <= to[cell];
    k = slices[k].next[cell]
  ) {
    if (slices[k].days.motion[4 * cell] > 0) met.push(slices[k]);
  }
  return met;
}

/**
 * Adds a row of profiles that costs at each heading, without a current, what the best slice costs there: good enough to search by.
 * Returns its number, the greatest speed over ground and the rate by which no metre is too dear.
 */
function addRow(rows: number[], all: readonly Costs[], cell: number, headings: number) {
  const speeds: number[] = [];
  const rate = leastOf(all, cell);
  let least = Infinity;
  for (let h = 1; h <= headings; h++) {
    const bearing = (2 * Math.PI * h) / headings;
    const [x, y] = [Math.sin(bearing), Math.cos(bearing)];
    const perMetre = Math.min(...all.map((costs) => legCost(costs, cell, x, y)));
    speeds.push(perMetre < Infinity ? rate / perMetre / SECONDS_PER_DAY : 0);
  }
  for (const costs of all) {
    const [s, , u, v] = costs.motion.subarray(4 * cell, 4 * cell + 4);
    least = Math.min(least, leastOf([costs], cell) / (SECONDS_PER_DAY * (s + Math.hypot(u, v))));
  }
  const row = rows.length / (2 * headings);
  rows.push(...speeds, ...speeds.map(() => rate));
  return { row, speed: rate / least / SECONDS_PER_DAY, rate };
}

/** What a day costs at least. */
const leastOf = (all: readonly Costs[], cell: number) =>
  Math.min(...all.map(({ consumes, motion }) => (consumes ? motion[4 * cell + 1] : 1)));

/** Corners nearer to each other than this part of the greatest reach are one: where sides meet in one point, rounding tells their order wrong. */
const SAME_CORNER = 1e-11;
/** Round a polygon that reaches LEAST_REACH everywhere, by so many times as much there is room for what a left out corner held. */
const ROOM = 2 / LEAST_REACH;

/** The polygon round what can be reached at the cost 1 by any of some costs, as in Costs.reachOf. */
function reachOfAll(all: readonly Costs[], cell: number): Float64Array {
  const supports = all.map((costs) => {
    if (costs.profile[cell] >= 0) return supportOf(reachIn(costs, cell), 1).support();
    const [speed, , u, v] = costs.motion.subarray(4 * cell, 4 * cell + 4);
    const w = costs.perSecond[cell];
    return (x: number, y: number) => (speed + u * x + v * y) / w;
  });
  const { sin, cos } = bearings(BEARINGS);
  const h = Float64Array.from(sin, (_, k) => Math.max(...supports.map((support) => support(sin[k], cos[k]))));
  const most = h.reduce((a, b) => Math.max(a, b));
  const corners: number[] = [];
  const isNear = (x: number, y: number, at: number) =>
    Math.hypot(x - corners[at], y - corners[at + 1]) <= SAME_CORNER * most;
  for (let k = 0; k < BEARINGS; k++) {
    const next = k + 1 === BEARINGS ? 0 : k + 1;
    const [a, b] = [Math.max(LEAST_REACH * most, h[k]), Math.max(LEAST_REACH * most, h[next])];
    // where the lines n · r = h(n) of two directions meet
    const cross = sin[k] * cos[next] - cos[k] * sin[next];
    const [x, y] = [(a * cos[next] - b * cos[k]) / cross, (b * sin[k] - a * sin[next]) / cross];
    if (k > 0 && (isNear(x, y, corners.length - 2) || isNear(x, y, 0))) continue;
    corners.push(x, y);
  }
  return Float64Array.from(corners, (part) => (1 + ROOM * SAME_CORNER) * part);
}
