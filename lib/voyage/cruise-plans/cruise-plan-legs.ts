/** The legs of a cruise plan as voyages through stops. */
import { besideDegrees, type LatLon, wrapLongitude } from '../../engine/geometry/sphere.ts';
import { type CruisePlan, type CruisePlanLeg, CruisePlanUnreadable, listsNotRead } from './cruise-plan.ts';
import { knownPort } from './ports.ts';

const MINUTES_PER_HOUR = 60;

/** A stop as a request has it; in the order planned. */
export interface CruiseStop extends LatLon {
  readonly name: string;
  readonly stay_hours: number;
  /** Names of stops that come before it in every order. */
  readonly after: readonly string[];
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
  readonly bufferHours: number;
  /** Null where the plan has none. */
  readonly speedKnots: number | null;
  /** Activities that name nothing. */
  readonly leftOut: readonly string[];
  /** Keys that hold lists, of the plan, the leg or its clusters, and are not read. */
  readonly notRead: readonly string[];
  /** Lines among its activities: only their points are planned, not their work. */
  readonly lines: readonly string[];
  /** Whether the plan means the leg as a passage between ports. */
  readonly isPassage: boolean;
}

/** What is done at one place. */
interface Action extends LatLon {
  readonly name: string;
  readonly minutes: number;
  readonly isRecovery: boolean;
  /** The name without the action with which it may end: `X_` of `X_recovery` and `X_deployment`. */
  readonly mooring: string;
}

/** One or more actions at one place. */
interface Site extends LatLon {
  readonly names: string[];
  minutes: number;
  readonly after: Set<Site>;
}

/** Keys of a leg and of its clusters that are read, where they hold lists. */
const READ = ['activities', 'clusters'];
const READ_OF_PLAN = ['ports', 'points', 'lines', 'areas', 'legs'];

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
    const groups = [leg, ...(leg.clusters ?? [])];
    const names = groups.flatMap(({ activities }) => activities ?? []).map(nameOfActivity);
    const sites = sitesOf(plan, leg, { freeOrder, leftOut });
    const notRead = [
      ...listsNotRead(plan, READ_OF_PLAN),
      ...groups.flatMap((group) => listsNotRead(group, READ)),
    ];
    return {
      name: leg.name,
      from: portOf(plan, leg, 'departure_port', ports),
      to: portOf(plan, leg, 'arrival_port', ports),
      stops: sites.map(stopOf),
      keepsOrder: !freeOrder && groups.some(({ ordered }) => ordered === true),
      bufferHours: (leg.buffer_time ?? 0) / MINUTES_PER_HOUR,
      speedKnots: leg.vessel_speed ?? plan.default_vessel_speed ?? null,
      leftOut: [...leftOut],
      notRead: [...new Set(notRead)],
      lines: (plan.lines ?? []).map((line) => line.name).filter((line) => names.includes(line)),
      isPassage: names.length === 0 && groups.some(({ activities }) => activities),
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
});

interface SiteOptions {
  readonly freeOrder: boolean;
  /** Filled. */
  readonly leftOut: Set<string>;
}

/**
 * In the order planned: the first and the last activity where they belong, and of one activity recoveries before
 * deployments. A mooring that the plan recovers before it is deployed again, each by its full name, is so in every order.
 */
function sitesOf(plan: CruisePlan, leg: CruisePlanLeg, { freeOrder, leftOut }: SiteOptions): Site[] {
  const sites: Site[] = [];
  const done: { readonly site: Site; readonly action: Action }[] = [];
  const visit = (given: Activity): Site[] => {
    const activity = nameOfActivity(given);
    const actions = typeof given === 'string' ? actionsOf(plan, given) : [actionOf(given)];
    if (actions.length === 0) leftOut.add(activity);
    const isOnePlace = actions.every((action) => isAt(action, actions[0]!));
    const visited = actions.map((action) => addTo(sites, action, isOnePlace ? activity : action.name));
    done.push(...visited.map((site, i) => ({ site, action: actions[i]! })));
    if (plan.lines?.some(({ name }) => name === activity)) chain(visited);
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
  // one line may be all that a leg has
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

type Activity = NonNullable<CruisePlanLeg['activities']>[number];
type Point = NonNullable<CruisePlan['points']>[number];

const nameOfActivity = (activity: Activity): string =>
  typeof activity === 'string' ? activity : activity.name;

const actionOf = ({
  name,
  latitude,
  longitude,
  action,
  duration,
  delay_start,
  delay_end,
}: Point): Action => ({
  name,
  lat: latitude,
  lon: longitude,
  minutes: (duration ?? 0) + (delay_start ?? 0) + (delay_end ?? 0),
  isRecovery: action === 'recovery',
  mooring: action && name.toLowerCase().endsWith(action) ? name.slice(0, -action.length) : name,
});

/** The point, area or line of that name, else the points whose names begin with it, recoveries first. */
function actionsOf({ points, areas, lines }: CruisePlan, activity: string): Action[] {
  const actions = (points ?? []).map(actionOf);
  const exact = actions.filter(({ name }) => name === activity);
  if (exact.length > 0) return exact;
  const area = areas?.find(({ name }) => name === activity);
  if (area) {
    const { name, corners, duration } = area;
    const minutes = duration ?? 0;
    return [{ name, ...middleOf(corners), minutes, isRecovery: false, mooring: name }];
  }
  const line = lines?.find(({ name }) => name === activity);
  if (line) {
    return line.route.map(({ latitude, longitude }, i) => {
      const name = `${activity} ${i + 1}`;
      return { name, lat: latitude, lon: longitude, minutes: 0, isRecovery: false, mooring: name };
    });
  }
  return actions
    .filter(({ name }) => name.startsWith(activity))
    .sort((a, b) => Number(b.isRecovery) - Number(a.isRecovery));
}

/** The middle of the box round the corners, which may lie across the antimeridian. */
function middleOf(corners: readonly { latitude: number; longitude: number }[]): LatLon {
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return {
    lat: middle(corners.map(({ latitude }) => latitude)),
    lon: wrapLongitude(
      middle(corners.map(({ longitude }) => besideDegrees(longitude, corners[0]!.longitude))),
    ),
  };
}

function addTo(sites: Site[], action: Action, name: string): Site {
  let site = sites.find((one) => isAt(one, action));
  if (!site) {
    site = { lat: action.lat, lon: action.lon, names: [], minutes: 0, after: new Set() };
    sites.push(site);
  }
  site.minutes += action.minutes;
  if (!site.names.includes(name)) site.names.push(name);
  return site;
}
