/** The legs of a cruise plan as voyages through stops. */
import { type LatLon, wrapLongitude } from '../../engine/geometry/sphere.ts';
import { MOST_NM } from '../work/work-ways.ts';
import {
  type Action,
  type ActionRules,
  type Activity,
  actionsOf,
  nameOfActivity,
  shapeOf,
} from './cruise-actions.ts';
import { type CruisePlan, type CruisePlanLeg, CruisePlanUnreadable } from './cruise-plan.ts';
import { type CruiseWork, isLine, MINUTES_PER_HOUR, nmOfLine } from './cruise-work.ts';
import { KNOWN_KEYS, keysNotRead, listsNotRead } from './older-keys.ts';
import { knownPort } from './ports.ts';

/** What the planner takes where a plan has no speed. */
export const DEFAULT_SPEED_KNOTS = 10;

/** In the order planned. */
export interface CruiseStop extends LatLon {
  readonly name: string;
  /** Of a line or an area, where it is only called at: all of its duration. */
  readonly stay_hours: number;
  /** Names of stops that come before it in every order. */
  readonly after: readonly string[];
  /** The fields of a line or an area, instead of its place and stay. */
  readonly work?: CruiseWork['fields'];
}

/** A stop as a request has it. @param isFree whether a line may be begun at its end, which its plan begins at its first point */
export function sentStop({ work, lat, lon, stay_hours, name, after }: CruiseStop, isFree: boolean) {
  const turned = work?.line && { either_way: isFree && work.either_way };
  return { name, after: [...after], ...(work ?? { lat, lon, stay_hours }), ...turned };
}

export interface CruisePort extends LatLon {
  readonly name: string;
}

export interface CruiseLeg {
  readonly name: string;
  readonly from: CruisePort;
  readonly to: CruisePort;
  readonly stops: readonly CruiseStop[];
  /** Whether the plan says so of some of its stops. */
  readonly keepsOrder: boolean;
  /** In port or at sea: before it departs, and for the weather. */
  readonly bufferHours: number;
  /** Null where the plan has none. */
  readonly speedKnots: number | null;
  /** Activities that name nothing. */
  readonly leftOut: readonly string[];
  /** Keys of the leg, its clusters, lines and areas, and lists of the plan, that are not read. */
  readonly notRead: readonly string[];
  /** How its lines and areas are sailed. */
  readonly remarks: readonly string[];
  /** Whether the plan means the leg as a passage between ports. */
  readonly isPassage: boolean;
}

/** One or more actions at one place. */
interface Site extends LatLon {
  readonly names: string[];
  minutes: number;
  readonly work: CruiseWork | null;
  readonly after: Set<Site>;
}

/**
 * @param ports places of ports by name, beside those of the plan and those that are known
 * @param freeOrder also where the plan says that its order is kept; its first and last activity stay
 * @throws CruisePlanUnreadable for a port without a position, or first and last activities that are one stop of several
 */
export function legsOf(
  plan: CruisePlan,
  {
    freeOrder,
    ports = {},
  }: { readonly freeOrder: boolean; readonly ports?: Readonly<Record<string, LatLon>> },
): CruiseLeg[] {
  return plan.legs.map((leg) => {
    const leftOut = new Set<string>();
    const remarks = new Set<string>();
    const groups = [leg, ...(leg.clusters ?? [])];
    const activities = groups.flatMap((group) => group.activities ?? []);
    const shapes = activities.flatMap((activity) => shapeOf(plan, activity) ?? []);
    const lines = shapes.filter(isLine);
    const linesNm = lines.reduce((sum, line) => sum + nmOfLine(line), 0);
    const rules: ActionRules = {
      plan,
      turnaround: leg.turnaround_time,
      knots: leg.vessel_speed ?? plan.default_vessel_speed ?? DEFAULT_SPEED_KNOTS,
      mostNm: Math.max(0, MOST_NM - linesNm) / Math.max(1, shapes.length - lines.length),
      tell: (remark) => remarks.add(remark),
    };
    const sites = sitesOf(leg, { freeOrder, leftOut, rules });
    const notRead = [
      ...listsNotRead(plan),
      ...keysNotRead(leg, KNOWN_KEYS.leg),
      ...(leg.clusters ?? []).flatMap((cluster) => keysNotRead(cluster, KNOWN_KEYS.cluster)),
      ...shapes.flatMap((shape) =>
        keysNotRead(shape, isLine(shape) ? KNOWN_KEYS.line : KNOWN_KEYS.area).map(
          (key) => `${shape.name}: ${key}`,
        ),
      ),
    ];
    return {
      name: leg.name,
      from: portOf(plan, leg, 'departure_port', ports),
      to: portOf(plan, leg, 'arrival_port', ports),
      stops: sites.map(stopOf),
      keepsOrder: !freeOrder && groups.some(({ ordered }) => ordered === true),
      bufferHours: ((leg.buffer_time ?? 0) + (leg.delay_start ?? 0)) / MINUTES_PER_HOUR,
      speedKnots: leg.vessel_speed ?? plan.default_vessel_speed ?? null,
      leftOut: [...leftOut],
      notRead: [...new Set(notRead)],
      remarks: [...remarks],
      isPassage: activities.length === 0 && groups.some((group) => group.activities),
    };
  });
}

/** By name: of `ports`, of the plan, else a known one; a leg without a port has that of the plan. */
function portOf(
  plan: CruisePlan,
  leg: CruisePlanLeg,
  end: 'departure_port' | 'arrival_port',
  ports: Readonly<Record<string, LatLon>>,
): CruisePort {
  const given = leg[end] ?? plan[end];
  if (given == null) throw new CruisePlanUnreadable(`leg "${leg.name}" has no ${end}`);
  if (typeof given !== 'string' && !ports[given.name]) return named(given);
  const name = typeof given === 'string' ? given : given.name;
  const own = ports[name];
  if (own) return { name, ...own };
  const port = plan.ports?.find((one) => one.name === name);
  const known = port ? named(port) : knownPort(name);
  if (known) return known;
  throw new CruisePlanUnreadable(
    `leg "${leg.name}": its port "${name}" is not among the ports of the plan, nor a known one: add it there, or give its position (plan_cruise --port "${name}=LAT,LON")`,
  );
}

const named = ({
  name,
  display_name,
  latitude,
  longitude,
}: NonNullable<CruisePlan['ports']>[number]): CruisePort => ({
  name: display_name || name,
  lat: latitude,
  lon: longitude,
});

const nameOf = ({ names }: Site): string => names.join(' + ');

const stopOf = (site: Site): CruiseStop => ({
  name: nameOf(site),
  lat: site.lat,
  lon: site.lon,
  stay_hours: site.minutes / MINUTES_PER_HOUR,
  after: [...site.after].map(nameOf),
  ...(site.work && { work: site.work.fields }),
});

interface SiteOptions {
  readonly freeOrder: boolean;
  /** Filled. */
  readonly leftOut: Set<string>;
  readonly rules: ActionRules;
}

/**
 * In the order planned: the first and the last activity where they belong, and of one activity recoveries before
 * deployments. A mooring that the plan recovers before it is deployed again, each by its full name, is so in every order.
 */
function sitesOf(leg: CruisePlanLeg, { freeOrder, leftOut, rules }: SiteOptions): Site[] {
  const sites: Site[] = [];
  const done: { readonly site: Site; readonly action: Action }[] = [];
  const visit = (given: Activity): Site[] => {
    const activity = nameOfActivity(given);
    const actions = actionsOf(given, rules);
    if (actions.length === 0) leftOut.add(activity);
    const isOnePlace = actions.every((action) => isAt(action, actions[0]!));
    const visited = actions.map((action) => addTo(sites, action, isOnePlace ? activity : action.name));
    done.push(...visited.map((site, i) => ({ site, action: actions[i]! })));
    const recovered = visited.filter((_, i) => actions[i]!.isRecovery);
    visited.forEach((site, i) => {
      if (!actions[i]!.isRecovery) for (const other of recovered) comeAfter(site, other);
    });
    return visited;
  };
  const groups = [leg, ...(leg.clusters ?? [])].map(({ ordered, activities }) => ({
    keepsOrder: !freeOrder && (ordered || leg.ordered),
    sites: new Set((activities ?? []).flatMap(visit)),
  }));
  const end = (activity: string | null | undefined): Site[] => {
    const known = activity ? sites.filter(({ names }) => names.includes(activity)) : [];
    return known.length > 0 || !activity ? known : visit(activity);
  };
  const first = end(leg.first_activity);
  const last = end(leg.last_activity);
  // one may be all that a leg has
  if (first.length < sites.length && last.some((site) => first.includes(site)))
    throw new CruisePlanUnreadable(`leg "${leg.name}": its first and its last activity are one stop`);
  const rank = (site: Site) => (first.includes(site) ? 0 : last.includes(site) ? 2 : 1);
  const planned = sites.toSorted((a, b) => rank(a) - rank(b));
  for (const site of planned)
    for (const other of planned) if (rank(other) < rank(site)) comeAfter(site, other);
  for (const { site, action } of done.filter(({ action }) => !action.isRecovery))
    for (const recovered of done.filter((other) => other.action.isRecovery))
      if (
        recovered.action.mooring === action.mooring &&
        planned.indexOf(recovered.site) < planned.indexOf(site)
      )
        comeAfter(site, recovered.site);
  for (const { keepsOrder, sites: group } of groups) {
    if (keepsOrder) chain(planned.filter((site) => group.has(site)));
  }
  return planned;
}

function chain(sites: readonly Site[]): void {
  for (let i = 1; i < sites.length; i++) comeAfter(sites[i]!, sites[i - 1]!);
}

const comeAfter = (site: Site, other: Site): void => {
  if (site !== other && !other.after.has(site)) site.after.add(other);
};

const isAt = (a: LatLon, b: LatLon): boolean =>
  a.lat === b.lat && wrapLongitude(a.lon) === wrapLongitude(b.lon);

/** What is done at one place is one stop; each line or area is one of its own. */
function addTo(sites: Site[], action: Action, name: string): Site {
  const { lat, lon, work } = action;
  let site = work ? undefined : sites.find((one) => !one.work && isAt(one, action));
  if (!site) {
    site = { lat, lon, names: [], minutes: 0, work, after: new Set() };
    sites.push(site);
  }
  site.minutes += action.minutes;
  const own = work ? freeName(sites, name) : name;
  if (!site.names.includes(own)) site.names.push(own);
  return site;
}

/** What a plan does twice is two stops: `X`, `X (2)`. */
function freeName(sites: readonly Site[], name: string): string {
  const taken = new Set(sites.flatMap(({ names }) => names));
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name} (${count})`;
  return free;
}
