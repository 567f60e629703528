/** The legs of a cruise plan as voyages through stops. */
import { besideDegrees, type LatLon, wrapLongitude } from '../../engine/geometry/sphere.ts';
import { type CruisePlan, type CruisePlanLeg, CruisePlanUnreadable } from './cruise-plan.ts';

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

/**
 * @param freeOrder also where the plan says that its order is kept; its first and last activity stay
 * @throws CruisePlanUnreadable for a port without a place, or first and last activities that are one stop of several
 */
export function legsOf(plan: CruisePlan, { freeOrder }: { readonly freeOrder: boolean }): CruiseLeg[] {
  return plan.legs.map((leg) => {
    const leftOut = new Set<string>();
    const sites = sitesOf(plan, leg, { freeOrder, leftOut });
    const groups = [leg, ...(leg.clusters ?? [])];
    return {
      name: leg.name,
      from: portOf(plan, leg, leg.departure_port),
      to: portOf(plan, leg, leg.arrival_port),
      stops: sites.map(stopOf),
      keepsOrder: !freeOrder && groups.some(({ ordered }) => ordered === true),
      bufferHours: (leg.buffer_time ?? 0) / MINUTES_PER_HOUR,
      speedKnots: leg.vessel_speed ?? plan.default_vessel_speed ?? null,
      leftOut: [...leftOut],
    };
  });
}

function portOf({ ports }: CruisePlan, leg: CruisePlanLeg, name: string): CruisePort {
  const port = ports?.find((one) => one.name === name);
  if (!port) throw new CruisePlanUnreadable(`leg "${leg.name}": its port "${name}" is not among the ports`);
  return { name: port.display_name || port.name, lat: port.latitude, lon: port.longitude };
}

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
  const visit = (activity: string): Site[] => {
    const actions = actionsOf(plan, activity);
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
  if (sites.length > 1 && last.some((site) => first.includes(site)))
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
    const kept = keepsOrder ? planned.filter((site) => group.has(site)) : [];
    for (let i = 1; i < kept.length; i++) comeAfter(kept[i]!, kept[i - 1]!);
  }
  return planned;
}

const comeAfter = (site: Site, other: Site): void => {
  if (site !== other && !other.after.has(site)) site.after.add(other);
};

const isAt = (a: LatLon, b: LatLon): boolean =>
  a.lat === b.lat && wrapLongitude(a.lon) === wrapLongitude(b.lon);

/** The point or area of that name, else the points whose names begin with it, recoveries first. */
function actionsOf({ points, areas }: CruisePlan, activity: string): Action[] {
  const actions = (points ?? []).map(({ name, latitude, longitude, action, duration }) => ({
    name,
    lat: latitude,
    lon: longitude,
    minutes: duration ?? 0,
    isRecovery: action === 'recovery',
    mooring: action && name.endsWith(action) ? name.slice(0, -action.length) : name,
  }));
  const exact = actions.filter(({ name }) => name === activity);
  if (exact.length > 0) return exact;
  const area = areas?.find(({ name }) => name === activity);
  if (area) {
    const { name, corners, duration } = area;
    const minutes = duration ?? 0;
    return [{ name, ...middleOf(corners), minutes, isRecovery: false, mooring: name }];
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
