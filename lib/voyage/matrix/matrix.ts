/**
 * The matrix: what the best route between each source and each target takes. Few pairs are planned as single requests are;
 * many come from a field per source, or per target where those are fewer, along whose paths routes are refined.
 */
import { findCandidates } from '../../engine/candidates.ts';
import { costsFor, type Objective } from '../../engine/cost/cost.ts';
import { type Field, FieldSolver } from '../../engine/field.ts';
import { shortWayDegrees } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { type Track, totalOf } from '../../engine/path/track.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import type { Terminal } from '../../engine/waypoints/waypoints.ts';

/** What one pair takes; Infinity where there is no way. */
export interface PairCosts {
  readonly days: number;
  /** Along the fastest route. */
  readonly metres: number;
  /** Of the route that consumes least; null where the mesh does not say what is consumed. */
  readonly consumption: number | null;
}

/** Up to so many pairs are planned as single requests. */
const SINGLE_PAIRS = 400;
/** Costs of single routes, and of fields' routes, are at most so much too high, per cent. */
const ACCURACY_PERCENT = { singles: 0.01, fields: 0.3 };

/** By how much at most the costs of so many pairs are too high, per cent. */
export const accuracyPercent = (pairs: number): number =>
  pairs > SINGLE_PAIRS ? ACCURACY_PERCENT.fields : ACCURACY_PERCENT.singles;

/** Refined, the costs are then at most 0.13 % above those of single routes on real meshes of 3,000 and 5,000 open cells. */
const POINTS_PER_EDGE = 3;
/** The work of a field grows as the square of its points on an edge: fewer, wider cells have more, up to these. */
const USUAL_CELLS = 3000;
const MOST_POINTS_PER_EDGE = 12;
/** Of the pairs that are expected to be done in time, so many fit with certainty. */
const CERTAIN = 0.8;
/** After this part of the time that there is, it is refused what would not be done in so many times all of it. */
const EARLY = 0.2;
const TOO_LONG = 1.2;

/** The pairs take more time than there is. */
export class MatrixTooLarge extends Error {
  override readonly name = 'MatrixTooLarge';
  readonly kind = 'unprocessable';

  constructor(pairs: number, possible: number) {
    const fit = Math.max(1, Math.floor(CERTAIN * possible));
    super(
      `${pairs} pairs take more time on this mesh than there is: about ${fit} fit in a request. Ask for fewer at a time.`,
    );
  }
}

/** Which part of the time that there is has passed: 1 or more where it is up. */
export type PassedPart = () => number;
type IsOver = () => boolean;

/**
 * By source, then by target.
 *
 * @throws MatrixTooLarge, early where it can be told
 */
export function matrixOn(
  mesh: Mesh,
  sources: readonly Terminal[],
  targets: readonly Terminal[],
  passed: PassedPart = () => 0,
): PairCosts[][] {
  const pairs = sources.length * targets.length;
  const isTo = targets.length < sources.length;
  const [from, to] = isTo ? [targets, sources] : [sources, targets];
  const isSingle = pairs <= SINGLE_PAIRS;
  const isOver = () => passed() >= 1;
  const rowOf = isSingle ? singleRows(mesh, isTo, isOver) : fieldRows(mesh, isTo, isOver);
  const begun = passed();
  let done = 0;
  const rows = from.map((one) => {
    const costTo = rowOf(one);
    return to.map((other, column): PairCosts => {
      const costs = isSamePlace(one, other) ? nothing(mesh) : costTo(other);
      const part = passed();
      // a search that was ended may have missed a better way, or any
      if (part < 1) done++;
      const possible = (done * (1 - begun)) / (part - begun);
      // the field of a row is made for its first pair
      const isTold = (isSingle || column + 1 === to.length) && part - begun > EARLY * (1 - begun);
      if (part >= 1 || (isTold && TOO_LONG * possible < pairs)) {
        throw new MatrixTooLarge(pairs, possible);
      }
      return costs;
    });
  });
  return isTo ? sources.map((_, row) => rows.map((column) => column[row]!)) : rows;
}

/** What pairs of one place cost. */
type Row = (other: Terminal) => PairCosts;

function singleRows(mesh: Mesh, isTo: boolean, isOver: IsOver): (one: Terminal) => Row {
  const costs = objectivesOf(mesh).map((objective) => costsFor(mesh, objective));
  return (one) => (other) => {
    const [start, end] = isTo ? [other, one] : [one, other];
    try {
      const candidates = findCandidates(mesh, costs, { start, end }, isOver);
      const [fastest, least] = candidates.map(({ refined }) => refined.track);
      return costsOf(mesh, fastest!, least ?? fastest!);
    } catch (error) {
      if (error instanceof RouteInaccessible) return noWay(mesh);
      throw error;
    }
  };
}

function fieldRows(mesh: Mesh, isTo: boolean, isOver: IsOver): (one: Terminal) => Row {
  const objectives = objectivesOf(mesh);
  const points = Math.round(POINTS_PER_EDGE * Math.sqrt(USUAL_CELLS / mesh.openCount));
  const pointsPerEdge = Math.min(MOST_POINTS_PER_EDGE, Math.max(POINTS_PER_EDGE, points));
  const solverOf = remembered(
    (objective, pinches) => new FieldSolver(mesh, objective, { pointsPerEdge, pinches }),
  );
  // through pinches only where there is no way without
  const ways = mesh.pinch.length > 0 ? [false, true] : [false];
  return (one) => {
    const places = [{ at: one.used }];
    const fieldOf = remembered((objective, pinches): Field => {
      const solver = solverOf(objective, pinches);
      return isTo ? solver.to(places, { isOver }) : solver.from(places, { isOver });
    });
    return (other) => {
      for (const pinches of ways) {
        const fields = objectives.map((objective) => fieldOf(objective, pinches));
        const [fastest, least] = fields.map((field) => field.trackTo(other.used));
        if (fastest) return costsOf(mesh, fastest, least ?? fastest);
      }
      return noWay(mesh);
    };
  };
}

/** The same by objective, and by whether pinches are used, made when it is first asked for. */
function remembered<T>(make: (objective: Objective, pinches: boolean) => T) {
  const made = new Map<string, T>();
  return (objective: Objective, pinches: boolean): T => {
    const key = `${objective} ${pinches}`;
    const one = made.get(key) ?? make(objective, pinches);
    made.set(key, one);
    return one;
  };
}

/** Either may have come upon a better route by the objective of the other. */
function costsOf(mesh: Mesh, first: Track, second: Track): PairCosts {
  const { consumption } = mesh;
  const fastest = totalOf(second, 'traveltime') < totalOf(first, 'traveltime') ? second : first;
  return {
    days: fastest.timeDays.at(-1)!,
    metres: fastest.distanceM.at(-1)!,
    consumption: consumption && Math.min(totalOf(first, consumption), totalOf(second, consumption)),
  };
}

const objectivesOf = ({ consumption }: Mesh): Objective[] =>
  consumption ? ['traveltime', consumption] : ['traveltime'];

const nothing = ({ consumption }: Mesh): PairCosts => ({ days: 0, metres: 0, consumption: consumption && 0 });
const noWay = ({ consumption }: Mesh): PairCosts => ({
  days: Infinity,
  metres: Infinity,
  consumption: consumption && Infinity,
});

const isSamePlace = ({ used: one }: Terminal, { used: other }: Terminal) =>
  one.lat === other.lat && shortWayDegrees(one.lon - other.lon) === 0;
