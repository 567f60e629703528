/**
 * How far from the best a route in a changing sea is at most.
 *
 * What is proved on the mesh of the least costs (least-sea.ts) holds for every path whose times are within the windows that it was made
 * with. A window begins when the vessel can be in a cell at the earliest, and ends when it has to have left, if the path is to be better
 * than the route that is known: after that, the rest alone costs too much. The first windows are by great circles at the greatest speed.
 * What is proved with these, from the start and to the end, makes narrower ones, with which it is proved again.
 */
import type { Claim } from '../certificate/border.ts';
import { Certifier, type Optimality } from '../certificate/certificate.ts';
import type { LowerBound } from '../certificate/lower-bound.ts';
import { costsFor, leastRate } from '../cost/cost.ts';
import { haversineNm, type LatLon, METRES_PER_NM } from '../geometry/sphere.ts';
import type { Track } from '../path/track.ts';
import type { Aim } from './dated-descent.ts';
import { leastSea, type Windows } from './least-sea.ts';
import type { Sea } from './sea.ts';

/** Windows are not narrowed further where the gap is at most this; nor more often than so; nor after a round that saved less than this part. */
const ENOUGH_PERCENT = 0.3;
const ROUNDS = 3;
const WORTH = 0.1;
/** What is bounded by time is not proved by itself if its gap is wider by at most this, percentage points. */
const WIDER_PERCENT = 0.1;

export interface DatedClaim extends Claim {
  /** When the vessel leaves, and how long it may wait in all, days. */
  readonly leaves: number;
  readonly mostWait: number;
}

/**
 * @param cost of the route: days, or what is consumed
 * @param track of the route, by cells of the sea
 * @param fewestDays of all paths, where known: times the least rate they bound what is consumed
 * @returns null if nothing is proved
 */
export function certifyDated(
  sea: Sea,
  aim: Aim,
  claim: DatedClaim,
  cost: number,
  track: Track,
  isOver: () => boolean,
  fewestDays: Optimality | null = null,
): Optimality | null {
  const rate = aim === 'days' ? 1 : Math.min(...sea.slices.map(({ consumed }) => leastRate(consumed!)));
  // by cell: days from the start, and cost to the end, at least
  const before = daysByGreatCircle(sea, claim.start.used);
  const after = daysByGreatCircle(sea, claim.end.used).map((days) => rate * days);
  const least = aim === 'days' ? 0 : rate * (fewestDays?.least ?? 0);
  let best: Optimality | null =
    least > 0
      ? { least, gapPercent: Math.max(0, 100 * (cost / least - 1)), endedBy: fewestDays!.endedBy }
      : null;
  if (best && best.gapPercent <= fewestDays!.gapPercent + WIDER_PERCENT) return best;
  for (let round = 0; round < ROUNDS; round++) {
    const mesh = leastSea(sea, aim, windowsOf(claim, cost, rate, before, after));
    const costs = costsFor(mesh, aim === 'days' ? 'traveltime' : mesh.consumption!);
    const proofs: LowerBound[] = [];
    const inspect = (bound: LowerBound) => proofs.push(bound);
    const certifier = new Certifier(mesh, claim);
    const proved = certifier.certify(costs, cost, track, { isOver, inspect });
    if (!proved) break;
    const gain = best ? 1 - proved.gapPercent / best.gapPercent : 1;
    if (!best || proved.least > best.least) best = proved;
    if (best.gapPercent <= ENOUGH_PERCENT || gain < WORTH || round + 1 === ROUNDS || isOver()) break;
    const towards = proofs[0]?.proposal.momenta.sign === 1 ? -1 : 1;
    // what a path consumes up to a cell says nothing about when it is there at the earliest
    if (aim === 'days' || towards === 1) certifier.certify(costs, cost, track, { isOver, inspect, towards });
    for (const proof of proofs) {
      const { sign } = proof.proposal.momenta;
      if (sign === 1) raise(after, proof);
      else if (aim === 'days') raise(before, proof);
    }
  }
  return best;
}

/** No path is in a cell before the days to get there, nor after what may be spent up to there has been. */
function windowsOf(
  { leaves, mostWait }: DatedClaim,
  cost: number,
  rate: number,
  before: Float64Array,
  after: Float64Array,
): Windows {
  return {
    from: before.map((days) => leaves + days),
    to: after.map((rest) => leaves + (cost - rest) / rate + (rate === 1 ? 0 : mostWait)),
  };
}

/** By cell: the days of a great circle at the greatest speed between a place and the nearest point of the cell. */
function daysByGreatCircle({ mesh, leastPerMetre }: Sea, place: LatLon): Float64Array {
  const least = leastPerMetre.reduce((a, b) => Math.min(a, b));
  return new Float64Array(mesh.openCount).map((_, cell) => {
    const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4);
    const middle = { lat: 0.5 * (south + north), lon: 0.5 * (west + east) };
    const radius = Math.max(...[south, north].map((lat) => haversineNm(middle, { lat, lon: west })));
    return Math.max(0, haversineNm(place, middle) - radius) * METRES_PER_NM * least * (1 - 1e-9);
  });
}

/** Raises the bounds of the cells whose whole borders a proof has looked at to the least that it proves there. */
function raise(bounds: Float64Array, proof: LowerBound): void {
  const { layout, cap, cells } = proof.proposal;
  for (const [cell, { border }] of cells) {
    let least = Infinity;
    for (const node of border.nodes) {
      // between two nodes the bound is at most this much below both
      least = Math.min(least, proof.at(node) - 0.5 * cap.perMetre * layout.border.longestAt(node));
    }
    bounds[cell] = Math.max(bounds[cell], least);
  }
}
