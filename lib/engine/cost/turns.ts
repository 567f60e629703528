/**
 * Turns inside a cell, where speed or rate differ by heading.
 *
 * Let ρ be the cost per metre at a bearing θ. At the cost 1 the vessel reaches the points (sin θ, cos θ) / ρ(θ).
 * If these do not enclose a convex set, two legs may cost less than the straight one, as when a sailing boat
 * tacks: legs on two bearings together reach any point of the straight line between their two points. The least
 * cost is therefore that of the convex hull. It is ρ, except between two bearings where the hull bridges a
 * hollow: there it is linear in the displacement, p · (x, y).
 */
import { computed } from '../computed.ts';
import { convexHull } from '../geometry/convex-hull.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { NEGLIGIBLE } from '../tolerances.ts';
import { type Costs, headingValues, legCost } from './cost.ts';
import { goldenSection } from './golden-section.ts';

/**
 * Bearings that are tried between two headings, as fractions: closer together at headings, where ρ has a kink; fewer of them
 * where there are more headings than eight.
 */
const TRIED = [0, 0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97];
const known = new WeakMap<Costs, Costs>();

/**
 * The costs of legs that may turn inside their cells; `costs` itself where headings are alike in all cells. The
 * bridges of a profile are computed at their first use, once for all cells that have it.
 */
export function withTurns(mesh: Mesh, costs: Costs): Costs {
  if (mesh.profiles.length === 0) return costs;
  return computed(known, costs, () => {
    const ofProfile = new Array<Float64Array>(costs.profiles.length / (2 * costs.headings));
    const bridgesOf = (cell: number) => (ofProfile[costs.profile[cell]] ??= computeBridges(costs, cell));
    return { ...costs, bridgesOf };
  });
}

/** The bridges of one cell, as in Costs.bridgesOf. */
function computeBridges(costs: Costs, cell: number): Float64Array {
  const bearings = bearingsOf(costs, cell);
  const hull = convexHull(bearings.flatMap((bearing) => reach(costs, cell, bearing)));
  const bridges: number[] = [];
  hull.forEach((first, k) => {
    const last = hull[(k + 1) % hull.length];
    // between two neighbours there is nothing to bridge: to try it there too is eight times the work
    const isHollow = (last - first + bearings.length) % bearings.length > 1;
    if (isHollow) bridges.push(...bridgeOver(costs, cell, bearings, [first, last]));
  });
  return Float64Array.from(bridges);
}

/**
 * The bearings that are tried, clockwise. Where not every bearing can be sailed, they include the bearing of the
 * current, with which a vessel of any speed can sail, and the edges of every range that can be sailed.
 */
function bearingsOf(costs: Costs, cell: number): readonly number[] {
  const { motion, profiles, profile, headings } = costs;
  const parts = TRIED.filter((_, k) => k % Math.ceil(headings / TRIED.length) === 0);
  const evenly = Array.from(
    { length: headings * parts.length },
    (_, k) => (Math.floor(k / parts.length) + parts[k % parts.length]) * ((2 * Math.PI) / headings),
  );
  const [u, v] = motion.subarray(4 * cell + 2, 4 * cell + 4);
  const first = 2 * headings * profile[cell];
  // saves a tenth of the work
  if (Math.min(...profiles.subarray(first, first + headings)) > Math.hypot(u, v)) return evenly;
  const current = (Math.atan2(u, v) + 2 * Math.PI) % (2 * Math.PI);
  // without speed of its own a vessel drifts on that one bearing only, which rounding errors close
  const canDrift = headingValues(costs, cell, u, v).speed > 0;
  const bearings = [...new Set(canDrift ? [...evenly, current] : evenly)].toSorted((a, b) => a - b);
  const canSail = (bearing: number) => legCost(costs, cell, Math.sin(bearing), Math.cos(bearing)) < Infinity;
  const isOpen = bearings.map(canSail);
  return bearings.flatMap((bearing, k) => {
    const isNextOpen = isOpen[(k + 1) % bearings.length];
    if (isOpen[k] === isNextOpen) return [bearing];
    const next = bearings[k + 1] ?? bearings[0] + 2 * Math.PI;
    let [open, closed] = isNextOpen ? [next, bearing] : [bearing, next];
    while (Math.abs(open - closed) > NEGLIGIBLE) {
      const middle = 0.5 * (open + closed);
      if (canSail(middle)) open = middle;
      else closed = middle;
    }
    return [bearing, open];
  });
}

/** The point that is reached on a bearing at the cost 1, east and north; the origin where it can't be sailed. */
function reach(costs: Costs, cell: number, bearing: number): [east: number, north: number] {
  const [east, north] = [Math.sin(bearing), Math.cos(bearing)];
  const cost = legCost(costs, cell, east, north);
  return [east / cost, north / cost];
}

/**
 * A line that touches the reached points near two bearings and bridges the hollow between them: the two points that it
 * touches, clockwise, and p. Empty if there is none.
 *
 * @param near the indices of its ends in `bearings`
 */
function bridgeOver(
  costs: Costs,
  cell: number,
  bearings: readonly number[],
  near: readonly [number, number],
): number[] {
  const [first, last] = near.map((k) => bearings[k]);
  // a displacement midway between the two: the bridge is moved to where its cost is least
  const [x, y] = [Math.sin(first) + Math.sin(last), Math.cos(first) + Math.cos(last)];
  const costBy = ([ax, ay, bx, by]: readonly number[]) => {
    const cross = ax * by - ay * bx;
    // (x, y) is α times one end and β times the other
    const α = (x * by - y * bx) / cross;
    const β = (ax * y - ay * x) / cross;
    // between bearings half a turn apart or more, or to the origin, nothing is bridged
    return Math.min(α, β) >= 0 ? α + β : Infinity;
  };
  let ends = [...reach(costs, cell, first), ...reach(costs, cell, last)];
  let least = costBy(ends);
  const tryAt = (end: number, bearing: number) => {
    const moved = ends.toSpliced(2 * end, 2, ...reach(costs, cell, bearing));
    const cost = costBy(moved);
    if (cost < least) [least, ends] = [cost, moved];
    return cost;
  };
  const bearingAt = (k: number) =>
    bearings.at(k % bearings.length)! + 2 * Math.PI * Math.floor(k / bearings.length);
  // each end twice: where one is best depends on the other
  for (const end of [0, 1, 0, 1]) {
    const [before, after] = [bearingAt(near[end] - 1), bearingAt(near[end] + 1)];
    goldenSection((part) => tryAt(end, before + part * (after - before)));
  }
  if (least === Infinity) return [];
  const [ax, ay, bx, by] = ends;
  const cross = ax * by - ay * bx;
  return [...ends, (by - ay) / cross, (ax - bx) / cross];
}
