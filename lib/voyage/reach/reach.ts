/**
 * Where a vessel can be within hours, tonnes or miles; from where it can come; and how much room a voyage has. All from the
 * field of the engine (field.ts), whose costs are those of paths that can be sailed.
 */
import type { Objective } from '../../engine/cost/cost.ts';
import { type LatLon, METRES_PER_NM, SECONDS_PER_DAY } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { type Area, AreaFinder } from './area.ts';
import { type Care, FULL_CARE } from './care.ts';
import { fieldsFor, type ReachFields } from './fields.ts';
import { ReachTooLarge } from './reach-too-large.ts';
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
  /** Full by default. */
  readonly care?: Care;
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
/** What errors of the value are a part of, in rooms: across one it rises with the square of the distance, faster and faster. */
const PARTS_OF_ROOM = 4;
/** Costs below this part of the contour count as none. */
const NOTHING = 1e-9;

/**
 * The areas, largest contour first, by contour and then by origin.
 *
 * @param isOver whether time is up: what is not known then is told by a `ReachTooLarge`
 */
export function reachOn(mesh: Mesh, query: ReachQuery, isOver: () => boolean = () => false): Reach[] {
  const { origins, metric, destination, isReverse, care = FULL_CARE } = query;
  const sea = metric === 'nm' ? inMiles(mesh) : mesh;
  const objective = objectiveOf(query);
  const unit = metric === 'hours' ? 1 / HOURS_PER_DAY : 1;
  const first = firstAtTheirPlaces(origins);
  const sources = first.map(({ lat, lon, delayHours }) => ({ at: { lat, lon }, cost: delayHours * unit }));
  const most = Math.max(...query.contours);
  const fields = fieldsFor(
    sea,
    objective,
    {
      sources,
      isReverse,
      destination,
      most: metric === 'percent' ? { part: most / 100 } : { cost: most * unit },
      care,
    },
    isOver,
  );
  const ends = [...first, ...(destination ? [destination] : [])];
  const finder = new AreaFinder(sea, objective, ends, care);
  const bestIn = ({ there }: ReachFields): number => there.costAt(destination!);
  const valuesIn = ({ there, back }: ReachFields): ValueField[] => {
    const [rest] = back ? valuesOf(back, [{ at: destination! }], ends) : [];
    return valuesOf(there, sources, ends).map((own) => (rest ? sumOf(own, rest) : own));
  };
  const valuesOfAll = valuesIn(fields);
  const reaches: Reach[] = [];
  for (const contour of [...query.contours].sort((a, b) => b - a)) {
    const limitIn = (own: ReachFields): number =>
      metric === 'percent' ? bestIn(own) * (1 + contour / 100) : contour * unit * (1 + own.excess);
    const own = fields.narrowed(limitIn(fields));
    const values = own === fields ? valuesOfAll : valuesIn(own);
    for (const [origin, each] of origins.entries()) {
      if (isOver()) throw new ReachTooLarge();
      const best = destination ? bestIn(own) : each.delayHours * unit;
      const value = values[first.indexOf(each)];
      reaches.push({ contour, origin, ...(value ? areaOf(finder, value, limitIn(own), best) : EMPTY) });
    }
  }
  return reaches;
}

type Origin = ReachQuery['origins'][number];

/** Without those that another one leaves from the same place no later than: they are nowhere first. */
function firstAtTheirPlaces(origins: readonly Origin[]): Origin[] {
  const byPlace = new Map<string, Origin>();
  for (const origin of origins) {
    const place = `${origin.lat} ${origin.lon}`;
    const other = byPlace.get(place);
    if (!other || origin.delayHours < other.delayHours) byPlace.set(place, origin);
  }
  return [...byPlace.values()];
}

const EMPTY: Area = { polygons: [], lines: [], areaKm2: 0, touchesEdge: false };

function areaOf(finder: AreaFinder, values: ValueField, limit: number, best: number): Area {
  const room = limit - best;
  if (!(room > NOTHING * limit)) return EMPTY;
  // of an ellipse whose foci are `best` apart: half its width, or the radius of a circle
  const step = Math.max(PART_OF_RADIUS * room, 0.5 * PART_OF_WIDTH * Math.sqrt(room * (limit + best)));
  const scale = Math.min(limit, PARTS_OF_ROOM * room);
  return finder.find(values, limit, scale, best > 0 ? step : PART_OF_RADIUS * room);
}

function objectiveOf({ metric, objective }: ReachQuery): Objective {
  if (metric === 'percent') return objective;
  return metric === 'fuel' || metric === 'battery' ? metric : 'traveltime';
}

/** The same mesh with a day for every nautical mile. */
function inMiles(mesh: Mesh): Mesh {
  const motion = new Float64Array(mesh.motion.length);
  for (let cell = 0; cell < mesh.openCount; cell++) motion[4 * cell] = METRES_PER_NM / SECONDS_PER_DAY;
  return { ...mesh, motion, profile: new Int32Array(mesh.openCount).fill(-1), consumption: null };
}
