/** What is done at the places of a cruise plan, and for how long. */
import { besideDegrees, type LatLon, wrapLongitude } from '../../engine/geometry/sphere.ts';
import type { CruisePlan, CruisePlanLeg, PlannedArea, PlannedLine, PlannedPoint } from './cruise-plan.ts';
import { areaWork, type CruiseWork, isLine, lineWork } from './cruise-work.ts';

const SECONDS_PER_MINUTE = 60;
/** What the planner takes where a plan has none. */
const TURNAROUND_MINUTES = 30;
const CAST_METRES_PER_SECOND = 1;
/** What is lowered to a depth and heaved, as the planner counts it. */
const LOWERED = ['station', 'ctd', 'adcp', 'xbt', 'xctd'];

export type Activity = NonNullable<CruisePlanLeg['activities']>[number];

/** What is done at one place. */
export interface Action extends LatLon {
  readonly name: string;
  readonly minutes: number;
  readonly isRecovery: boolean;
  /** The name without the action with which it may end: `X_` of `X_recovery` and `X_deployment`. */
  readonly mooring: string;
  /** Of a line or an area; null where it is called at for its minutes. */
  readonly work: CruiseWork | null;
}

export interface ActionRules {
  readonly plan: CruisePlan;
  /** Of a leg, minutes. */
  readonly turnaround: number | null | undefined;
  readonly knots: number;
  /** Lines of one area together, at most. */
  readonly mostNm: number;
  /** Told of what is no work though it is a line or an area. */
  readonly tell: (remark: string) => void;
}

export const nameOfActivity = (activity: Activity): string =>
  typeof activity === 'string' ? activity : activity.name;

/** The line or area of an activity; null for points and prefixes of their names, which come first. */
export function shapeOf(plan: CruisePlan, activity: Activity): PlannedLine | PlannedArea | null {
  if (typeof activity !== 'string') return 'route' in activity || 'corners' in activity ? activity : null;
  const isNamed = ({ name }: { readonly name: string }) => name === activity;
  if (plan.points?.some(isNamed)) return null;
  return plan.areas?.find(isNamed) ?? plan.lines?.find(isNamed) ?? null;
}

/** The point, area or line of that name, else the points whose names begin with it, recoveries first. */
export function actionsOf(activity: Activity, rules: ActionRules): Action[] {
  const shape = shapeOf(rules.plan, activity);
  if (shape) return [isLine(shape) ? lineAction(shape, rules) : areaAction(shape, rules)];
  const pointed = (point: PlannedPoint) => pointAction(point, rules);
  if (typeof activity !== 'string') return [pointed(activity as PlannedPoint)];
  const points = rules.plan.points ?? [];
  const exact = points.filter(({ name }) => name === activity);
  if (exact.length > 0) return exact.map(pointed);
  return points
    .filter(({ name }) => name.startsWith(activity))
    .map(pointed)
    .sort((a, b) => Number(b.isRecovery) - Number(a.isRecovery));
}

function pointAction(point: PlannedPoint, rules: ActionRules): Action {
  const { name, latitude, longitude, action, duration, delay_start, delay_end } = point;
  return {
    name,
    lat: latitude,
    lon: longitude,
    minutes: (duration || castMinutes(point, rules)) + (delay_start ?? 0) + (delay_end ?? 0),
    isRecovery: action === 'recovery',
    mooring: action && name.toLowerCase().endsWith(action) ? name.slice(0, -action.length) : name,
    work: null,
  };
}

/** Down, up and the turnaround; 0 for what is not lowered or has no depth. */
function castMinutes(
  { operation_type: type, action, operation_depth, water_depth }: PlannedPoint,
  { plan, turnaround }: ActionRules,
): number {
  const isLowered = LOWERED.includes(type?.toLowerCase() ?? '') || (operation_depth ?? 0) > 0;
  const depth = operation_depth ?? water_depth ?? 0;
  if (!isLowered || action === 'yo_yo' || depth === 0) return 0;
  const seconds = (rate: number | null | undefined) => depth / (rate ?? CAST_METRES_PER_SECOND);
  return (
    (seconds(plan.ctd_descent_rate) + seconds(plan.ctd_ascent_rate)) / SECONDS_PER_MINUTE +
    (turnaround ?? plan.turnaround_time ?? TURNAROUND_MINUTES)
  );
}

const plainAction = (name: string, at: LatLon, work: CruiseWork | null) => ({
  ...{ name, lat: at.lat, lon: at.lon, isRecovery: false, mooring: name, work },
});

/** It is where it begins. */
function lineAction(line: PlannedLine, rules: ActionRules): Action {
  const { name, route, delay_start, delay_end } = line;
  const { latitude: lat, longitude: lon } = route[0]!;
  const work = lineWork(line);
  rules.tell(work?.remark ?? `line "${name}" has no length: its place is called at`);
  return { ...plainAction(name, { lat, lon }, work), minutes: (delay_start ?? 0) + (delay_end ?? 0) };
}

/** It is at its middle, and stayed there as long as its work takes. */
function areaAction(area: PlannedArea, rules: ActionRules): Action {
  const { name, corners, duration, delay_start, delay_end } = area;
  const work = areaWork(area, rules);
  const isWork = 'fields' in work;
  rules.tell(isWork ? work.remark : `area "${name}": called at its middle, as ${work.reason}`);
  return {
    ...plainAction(name, middleOf(corners), isWork ? work : null),
    minutes: (duration ?? 0) + (delay_start ?? 0) + (delay_end ?? 0),
  };
}

/** The middle of the box round the corners, which may lie across the antimeridian. */
function middleOf(corners: PlannedArea['corners']): LatLon {
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return {
    lat: middle(corners.map(({ latitude }) => latitude)),
    lon: wrapLongitude(
      middle(corners.map(({ longitude }) => besideDegrees(longitude, corners[0]!.longitude))),
    ),
  };
}
