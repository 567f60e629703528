/**
 * A check of a watch in the newest sea: the rest of its way is priced there, and planned anew. The order of writes makes every change
 * be told once to the feed, and at least once to the topic, at whatever point the process dies:
 *
 * 1. The new route is kept, if something is to be told, under a key of the watch and the sea: again it is the same route.
 * 2. The check is noted with its event, unless one of this sea was: from here on the event is not lost.
 * 3. The event is added to the feed, under its time: again it is the same entry. Then it is told, and noted as told.
 *
 * A check that finds an event untold begins with step 3.
 */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { PlannedNow } from '../routes/plan-now.ts';
import type { DatedEntry, PlannedRoute } from '../routes/planned-way.ts';
import { requestOfRest } from '../routes/request-of-rest.ts';
import type { RouteRequest } from '../routes/route-request.ts';
import { choosesTime } from '../voyage/speeds/speed-step.ts';
import { plainVoyage, type Voyage } from '../voyage/voyage-fields.ts';
import { isNews, judgeRest, type RestFigures, sentenceOf, type WayCost } from './judge-rest.ts';
import type { PricedRest } from './price-rest.ts';
import { fuelAt, type RestOfWay, restOf, touches } from './rest-of-way.ts';
import { expiryOf, hasEnded, statusOf, type Watch, type WatchCheck, type WatchEvent } from './watch.ts';
import type { WatchStore } from './watch-store.ts';

export interface CheckPorts {
  readonly watches: Pick<WatchStore, 'find' | 'noteCheck' | 'addEvent' | 'markTold'>;
  readonly routeOf: (routeId: number) => Promise<PlannedRoute | null>;
  readonly price: (
    rest: RestOfWay,
    of: { readonly vehicleType: string | null; readonly voyage: Voyage | null },
  ) => Promise<PricedRest>;
  /** Null where there is no way. */
  readonly plan: (request: RouteRequest) => Promise<PlannedNow | null>;
  /** Keeps it as a route of its own, once for each key; answers its number. */
  readonly keep: (request: RouteRequest, planned: PlannedNow, watch: Watch, key: string) => Promise<number>;
  readonly tell: (watch: Watch, event: WatchEvent) => Promise<void>;
}

const MS_PER_HOUR = 3_600_000;
const HOURS_PER_DAY = 24;
const MS_PER_DAY = HOURS_PER_DAY * MS_PER_HOUR;

/** @param isNew whether there are new data at a place */
export async function checkWatch(
  ports: CheckPorts,
  id: string,
  isNew: (place: LatLon) => boolean,
  now: Date,
): Promise<void> {
  const watch = await ports.watches.find(id);
  if (!watch || hasEnded(watch, now)) return;
  await tellUntold(ports, watch);
  const rest = restOf(watch, now);
  if (!rest || !touches(rest, isNew)) return;
  const route = await ports.routeOf(watch.routeId);
  const entry = route?.routes.find(({ type }) => type === watch.objective);
  if (!route || !entry) throw new Error(`Route ${watch.routeId} can't be read any more.`);
  const voyage = route.voyage ? { ...plainVoyage(), ...route.voyage } : null;
  const priced = await ports.price(rest, { vehicleType: watch.way.vehicleType, voyage });
  const key = `${watch.routeId}/${priced.meshes.join(',')}`;
  if (watch.check?.key === key) return;
  // a stop where the ship is counts as called at: it leaves when its stay ends
  const stays = rest.still[1]!;
  const request = requestFor(watch, { ...rest, leaves: rest.leaves + stays }, entry, voyage);
  const planned = await planOrNull(ports, request);
  const figures = figuresOf(watch, rest, priced, entry, voyage, planned, stays);
  const judged = judgeRest(figures, watch.tellFromPercent);
  const before = watch.check?.told ?? null;
  const isTold = isNews(judged, before, watch.tellFromPercent);
  const newRoute = isTold && planned ? await ports.keep(request, planned, watch, key) : null;
  const { status } = judged;
  const event: WatchEvent | null = isTold
    ? {
        time: now.toISOString(),
        status,
        was: statusOf(watch),
        sentence: sentenceOf(status, figures, newRoute),
        rest: restPart(figures),
        ...(judged.place && { place: judged.place }),
        meshes: priced.meshes,
        ...(newRoute !== null && { route_id: newRoute }),
      }
    : null;
  const check: WatchCheck = {
    key,
    time: now.toISOString(),
    meshes: priced.meshes,
    arrives: figures.now ? new Date(rest.leaves + figures.now.hours * MS_PER_HOUR).toISOString() : null,
    status,
    reason: null,
    fuelLeft: figures.fuelLeft,
    told: isTold ? judged : before,
    untold: event,
  };
  const noted = await ports.watches.noteCheck(id, check, watch.routeId, now);
  if (noted) await tellUntold(ports, noted);
}

/** The request for a route from where the ship is; what is behind it, the plan says and reports do. */
export function requestFor(
  { way: { times, vehicleType }, done: reported }: Pick<Watch, 'way' | 'done'>,
  { waypoints, leaves, planned: [here] }: Pick<RestOfWay, 'waypoints' | 'leaves' | 'planned'>,
  { stops = [] }: Pick<DatedEntry, 'stops'>,
  asked: Voyage | null,
): RouteRequest {
  const [begun, end] = [times[0]!, { ...waypoints.at(-1)!, name: null }];
  const isDone = ({ arrives_days }: (typeof stops)[number]) => begun + arrives_days * MS_PER_DAY <= here!;
  const done = new Set([...reported, ...stops.filter(isDone).map(({ name }) => name)]);
  const ship = { ...waypoints[0]!, time: leaves, done };
  const once = asked && { ...asked, trade_off: null, alternatives: null };
  return requestOfRest({ asked: once, begun, end, vehicleType, tags: ['watch'] }, ship);
}

/** Notes that the check of a watch keeps failing. */
export async function noteFailure(
  ports: Pick<CheckPorts, 'watches' | 'tell'>,
  id: string,
  reason: string,
  now: Date,
): Promise<void> {
  const watch = await ports.watches.find(id);
  if (!watch || hasEnded(watch, now)) return;
  await tellUntold(ports, watch);
  const rest = restOf(watch, now);
  const [was, time] = [statusOf(watch), now.toISOString()];
  const figures = {
    hours: null,
    tonnes: null,
    planned_hours: rest ? rest.plannedMs / MS_PER_HOUR : 0,
    planned_tonnes: null,
  };
  const event: WatchEvent = { time, status: 'unknown', was, sentence: reason, rest: figures, meshes: [] };
  const check: WatchCheck = {
    key: null,
    time,
    meshes: watch.check?.meshes ?? [],
    arrives: null,
    status: 'unknown',
    reason,
    told: watch.check?.told ?? null,
    untold: was === 'unknown' ? null : event,
  };
  const noted = await ports.watches.noteCheck(id, check, watch.routeId, now);
  if (noted) await tellUntold(ports, noted);
}

async function tellUntold(
  { watches, tell }: Pick<CheckPorts, 'watches' | 'tell'>,
  watch: Watch,
): Promise<void> {
  const event = watch.check?.untold;
  if (!event) return;
  await watches.addEvent(watch.id, event, expiryOf(watch.endsAt));
  await tell(watch, event);
  await watches.markTold(watch.id, event);
}

/** No way, and nothing that the request asks for, is no fault of the check. */
async function planOrNull({ plan }: CheckPorts, request: RouteRequest): Promise<PlannedNow | null> {
  try {
    return await plan(request);
  } catch (error) {
    const isAboutTheRequest = 'kind' in (error as object) && (error as { kind: unknown }).kind !== 'busy';
    if (isAboutTheRequest || NO_WAY.has((error as Error).name)) return null;
    throw error;
  }
}

/** Errors that say that what is asked can't be had in this sea. */
const NO_WAY = new Set(['Impossible', 'VesselUnusable']);

function figuresOf(
  watch: Watch,
  rest: RestOfWay,
  priced: PricedRest,
  entry: DatedEntry,
  voyage: Voyage | null,
  planned: PlannedNow | null,
  stays: number,
): RestFigures {
  const { times, closed, beyond } = priced;
  const found = planned?.plan.routes.find(({ objective }) => objective === watch.objective);
  const best: WayCost | null = found
    ? {
        hours: stays / MS_PER_HOUR + found.track.timeDays.at(-1)! * HOURS_PER_DAY,
        consumption: found.track.consumption?.at(-1) ?? null,
      }
    : null;
  const sailed = times && {
    hours: (times.at(-1)! - rest.leaves) / MS_PER_HOUR,
    consumption: priced.consumption,
  };
  // along the planned way the ship would be priced at the speeds of the mesh, which were not those of the plan
  const now = closed || !choosesTime(voyage) ? sailed : best;
  const aboard = fuelAt(watch, rest.planned[0]!);
  const burns = now?.consumption ?? null;
  return {
    by: watch.objective === 'traveltime' ? 'hours' : 'consumption',
    unit: entry.path.features[0]?.properties.battery ? 'Ah' : 't',
    planned: { hours: rest.plannedMs / MS_PER_HOUR, consumption: rest.consumption },
    now,
    closed,
    late: times && lateness(watch, rest, times, entry, voyage),
    // a plan that went on after its data, or was made on one mesh, has lost none
    beyond: entry.meshes && !entry.beyond_forecast ? beyond : null,
    best,
    fuelLeft: aboard === null || burns === null ? null : aboard - burns,
  };
}

/** The window of the rest that is missed by most. */
function lateness(
  watch: Watch,
  { planned }: RestOfWay,
  times: readonly number[],
  { stops = [] }: DatedEntry,
  voyage: Voyage | null,
): RestFigures['late'] {
  const windows = (voyage?.stops ?? []).flatMap(({ name, not_after, windows }) => {
    const by = not_after ?? windows?.at(-1)?.to;
    const stop = by ? stops.find((each) => each.name === name) : undefined;
    if (!stop) return [];
    const due = watch.way.times[0]! + stop.arrives_days * HOURS_PER_DAY * MS_PER_HOUR;
    const at = planned.findIndex((time) => Math.abs(time - due) < 1);
    return at < 1 ? [] : [{ what: `The window of stop "${name}"`, by: by!, comes: times[at]! }];
  });
  if (voyage?.arrive_by) windows.push({ what: 'The arrival', by: voyage.arrive_by, comes: times.at(-1)! });
  const late = windows.map(({ what, by, comes }) => ({
    what,
    hours: (comes - Date.parse(by)) / MS_PER_HOUR,
  }));
  return late.filter(({ hours }) => hours > 0).sort((a, b) => b.hours - a.hours)[0] ?? null;
}

function restPart({ now, planned, unit, fuelLeft }: RestFigures): WatchEvent['rest'] {
  const tonnes = (cost: WayCost | null) => (unit === 't' ? (cost?.consumption ?? null) : null);
  return {
    hours: now?.hours ?? null,
    tonnes: tonnes(now),
    planned_hours: planned.hours,
    planned_tonnes: tonnes(planned),
    ...(fuelLeft !== null && { fuel_left_tonnes: fuelLeft }),
  };
}
