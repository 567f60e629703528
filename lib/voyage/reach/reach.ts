/**
 * Where a vessel can be within hours, tonnes or miles; from where it can come; and how much room a voyage has. All from the
 * field of the engine (field.ts), whose costs are those of paths that can be sailed.
 */
import type { Objective } from '../../engine/cost/cost.ts';
import { type Field, FieldSolver, type FieldSource } from '../../engine/field.ts';
import { type LatLon, METRES_PER_NM, SECONDS_PER_DAY } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { type Area, AreaFinder } from './area.ts';
import { sumOf, type ValueField, valuesOf } from './value-field.ts';

export type ReachMetric = 'hours' | 'fuel' | 'battery' | 'nm' | 'percent';

export interface ReachQuery {
  readonly origins: readonly (LatLon & { readonly delayHours: number })[];
  readonly metric: ReachMetric;
  /** In the unit of the metric: hours, tonnes, units of battery, nautical miles, per cent above the best. */
  readonly contours: readonly number[];
  /** What `percent` is of. */
  readonly objective: Objective;
  /** From where the origins can be reached, instead of where from them. */
  readonly isReverse: boolean;
  /** Places by way of which a voyage from an origin to here costs at most the contour. */
  readonly destination: LatLon | null;
}

export interface Reach extends Area {
  readonly contour: number;
  readonly origin: number;
}

const HOURS_PER_DAY = 24;
/** Neighbouring points of a contour are this part of its radius apart: a chord is then off by a thousandth of it at most. */
const PART_OF_RADIUS = 1 / 12;
/** The same for the half width of the room round a best way, which is far from its ends. */
const PART_OF_WIDTH = 1 / 4;
/**
 * Points on an edge, so that a search costs no more than two or three requests: it grows with the cells that are reached
 * and with the square of the points.
 */
const POINTS_PER_EDGE = { few: 2, most: 32, budget: 8000 * 16 };
/** Costs of a field with one point an edge are too high by less than this factor. */
const COARSE = 1.05;
/** Costs below this part of the contour count as none. */
const NOTHING = 1e-9;

/**
 * The areas, largest contour first, by contour and then by origin.
 *
 * @param isOver whether time is up: what is not known then is told by a `ReachTooLarge`
 */
export function reachOn(mesh: Mesh, query: ReachQuery, isOver: () => boolean = () => false): Reach[] {
  const { origins, metric, destination, isReverse } = query;
  const [sea, objective] =
    metric === 'nm' ? [inMiles(mesh), 'traveltime' as const] : [mesh, objectiveOf(query)];
  const unit = metric === 'hours' ? 1 / HOURS_PER_DAY : 1;
  const sources = origins.map(({ lat, lon, delayHours }) => ({ at: { lat, lon }, cost: delayHours * unit }));
  const coarse = new FieldSolver(sea, objective, { pointsPerEdge: 1 }).from(sources, { isOver });
  const most = Math.max(...query.contours);
  const bound = metric === 'percent' ? COARSE * coarse.costAt(destination!) * (1 + most / 100) : most * unit;
  const pointsPerEdge = pointsFor(sea, coarse, bound);
  const solver = new FieldSolver(sea, objective, { pointsPerEdge });
  const excess = meanExcess(pointsPerEdge);
  const solve = (places: readonly FieldSource[], isTo: boolean): Field => {
    const field = isTo ? solver.to(places, { bound, isOver }) : solver.from(places, { bound, isOver });
    if (!field.complete) throw new ReachTooLarge();
    return field;
  };
  const finder = new AreaFinder(sea, [...origins, ...(destination ? [destination] : [])]);
  const there = solve(sources, isReverse);
  const back = destination && solve([{ at: destination }], !isReverse);
  const reaches: Reach[] = [];
  for (const contour of [...query.contours].sort((a, b) => b - a)) {
    for (const origin of origins.keys()) {
      if (isOver()) throw new ReachTooLarge();
      const own = valuesOf(there, origin, origins.length);
      const values = back ? sumOf(own, valuesOf(back, 0, 1)) : own;
      const best = back && destination ? there.costAt(destination) : (sources[origin]!.cost ?? 0);
      const limit = metric === 'percent' ? best * (1 + contour / 100) : contour * unit * (1 + excess);
      reaches.push({ contour, origin, ...areaOf(finder, values, limit, best) });
    }
  }
  return reaches;
}

/**
 * By how much the costs of a field are too high, as a part. On each edge a path is off the straight way by up to half the
 * distance of points, 1 / (p + 1) of a cell: that makes a leg longer by (a − b)² / 2 of it, a and b being uniform in ± half that,
 * 1 / (12 (p + 1)²) at the mean; the best of many paths has half of it.
 */
const meanExcess = (pointsPerEdge: number): number => 1 / (24 * (pointsPerEdge + 1) ** 2);

function pointsFor(mesh: Mesh, coarse: Field, bound: number): number {
  let reached = 1;
  for (let cell = 0; cell < mesh.openCount; cell++) if (coarse.rangeOf(cell).least <= bound) reached++;
  const { few, most, budget } = POINTS_PER_EDGE;
  return Math.max(few, Math.min(most, Math.floor(Math.sqrt(budget / reached))));
}

const EMPTY: Area = { polygons: [], lines: [], areaKm2: 0, touchesEdge: false };

function areaOf(finder: AreaFinder, values: ValueField, limit: number, best: number): Area {
  const room = limit - best;
  if (!(room > NOTHING * limit)) return EMPTY;
  // of an ellipse whose foci are `best` apart: half its width, or the radius of a circle
  const step = Math.max(PART_OF_RADIUS * room, 0.5 * PART_OF_WIDTH * Math.sqrt(room * (limit + best)));
  return finder.find(values, limit, best > 0 ? step : PART_OF_RADIUS * room);
}

function objectiveOf({ metric, objective }: ReachQuery): Objective {
  if (metric === 'percent') return objective;
  return metric === 'hours' ? 'traveltime' : metric === 'fuel' ? 'fuel' : 'battery';
}

/** The same mesh with a day for every nautical mile. */
function inMiles(mesh: Mesh): Mesh {
  const motion = new Float64Array(mesh.motion.length);
  for (let cell = 0; cell < mesh.openCount; cell++) motion[4 * cell] = METRES_PER_NM / SECONDS_PER_DAY;
  return { ...mesh, motion, profile: new Int32Array(mesh.openCount).fill(-1), consumption: null };
}

/** Time ran out before everything was known. */
export class ReachTooLarge extends Error {
  override readonly name = 'ReachTooLarge';
  readonly kind = 'unprocessable';

  constructor() {
    super(
      'The area could not be drawn in the time there is: ask for fewer contours or origins, or smaller contours.',
    );
  }
}
