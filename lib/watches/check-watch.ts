/**
 * A check of a watch in the newest sea: the rest of its way is priced there, and planned anew. The order of writes makes every change
 * be told once to the feed, and at least once to the topic, at whatever point the process dies:
 *
 * 1. The new route is kept, if something is to be told, under a key of the watch and the sea: again it is the same route.
 * 2. The check is noted with its event, unless another check was since the watch was read, which is then made again: from here on the
 *    event is not lost.
 * 3. The event is added to the feed, under its time: again it is the same entry. Then it is told, and noted as told.
 *
 * A check that finds an event untold begins with step 3, of whichever route it was, and where the watch has ended too.
 */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { PlannedNow } from '../routes/plan-now.ts';
import { plannedAboard } from '../routes/planned-rest.ts';
import type { DatedEntry, PlannedRoute } from '../routes/planned-way.ts';
import { requestOfRest } from '../routes/request-of-rest.ts';
import type { SentRequest } from '../routes/route-request.ts';
import { choosesTime } from '../voyage/speeds/speed-wish.ts';
import { toCompare } from '../voyage/to-compare.ts';
import { plainVoyage, type Voyage } from '../voyage/voyage-fields.ts';
import { isNews, isWorse, judgeRest, sentenceOf } from './judge-rest.ts';
import type { PricedRest } from './price-rest.ts';
import { figuresOf, restPart } from './rest-figures.ts';
import { fuelAt, hasCalled, type RestOfWay, restOf, touches } from './rest-of-way.ts';
import { expiryOf, hasEnded, statusOf, type Watch, type WatchCheck, type WatchEvent } from './watch.ts';
import type { WatchStore } from './watch-store.ts';

export interface CheckPorts {
  readonly watches: Pick<WatchStore, 'find' | 'noteCheck' | 'addEvent' | 'markTold'>;
  readonly routeOf: (routeId: number) => Promise<PlannedRoute | null>;
  readonly price: (
    rest: RestOfWay,
    of: { readonly vehicleType: string | null; readonly voyage: Voyage | null },
  ) => Promise<PricedRest>;
  /** Null where there is no way. What is not told needs a proof only where that may improve it. */
  readonly plan: (request: SentRequest, isTold: boolean) => Promise<PlannedNow | null>;
  /** Keeps it as a route of its own, once for each key; answers its number. */
  readonly keep: (request: SentRequest, planned: PlannedNow, watch: Watch, key: string) => Promise<number>;
  readonly tell: (watch: Watch, event: WatchEvent) => Promise<void>;
}

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;

/** Checks of one watch that come between each other's reading and noting, before another invocation has to go on. */
const ATTEMPTS = 5;

/** @param isNew whether there are new data at a place */
export async function checkWatch(
  ports: CheckPorts,
  id: string,
  isNew: (place: LatLon) => boolean,
  now: Date,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const watch = await ports.watches.find(id);
    if (!watch) return;
    await tellUntold(ports, watch);
    if (hasEnded(watch, now)) return;
    const rest = restOf(watch, now);
    if (!rest || !touches(rest, isNew)) return;
    const found = await checkOf(ports, watch, rest, now);
    if (!found || (await noteAndTell(ports, watch, found, now))) return;
  }
  throw new Error(`Watch ${id} changed each time that it was checked.`);
}

/** What a check found, and what is to be told of it. */
interface Found {
  readonly check: WatchCheck;
  readonly untold: WatchEvent | null;
}

/** What the newest sea means for the watch; null where it was checked in it. */
async function checkOf(ports: CheckPorts, watch: Watch, rest: RestOfWay, now: Date): Promise<Found | null> {
  const route = await ports.routeOf(watch.routeId);
  const entry = route?.routes.find(({ type }) => type === watch.objective);
  if (!route || !entry) {
    const reason = `Route ${watch.routeId}, which it follows, is not there any more. Watch another route.`;
    return failureOf(watch, rest, reason, now);
  }
  const voyage = route.voyage ? { ...plainVoyage(), ...route.voyage } : null;
  const { vehicleType } = watch.way;
  const priced = await orRefusal(ports.price(rest, { vehicleType, voyage }));
  if (priced instanceof Error)
    return failureOf(watch, rest, `The rest can not be priced. ${priced.message}`, now);
  const key = `${watch.routeId}/${priced.meshes.join(',')}`;
  if (watch.check?.key === key) return null;
  const request = requestFor(watch, { ...rest, leaves: priced.leaves }, entry, voyage);
  const before = watch.check?.told ?? null;
  const judge = (planned: PlannedNow | null) => {
    const figures = figuresOf(watch, rest, priced, entry, voyage, planned);
    const judged = judgeRest(figures, watch.tellFromPercent);
    // that it was unknown was told
    const isTold = statusOf(watch) === 'unknown' || isNews(judged, before, watch.tellFromPercent);
    return { planned, figures, judged, isTold };
  };
  const plan = async (isTold: boolean) => judge(await planOrNull(ports, request, isTold));
  // a plan takes most of a check, and its proof half of the plan
  let found = judge(null);
  const isPlanned = choosesTime(voyage) ? !priced.closed : !isWorse(found.judged);
  if (isPlanned) found = await plan(false);
  if (found.isTold && !isProved(found.planned)) found = await plan(true);
  const { planned, figures, judged, isTold } = found;
  const newRoute = isTold && planned ? await ports.keep(request, planned, watch, key) : null;
  const { status } = judged;
  const untold: WatchEvent | null = isTold
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
  const check = {
    key,
    time: now.toISOString(),
    meshes: priced.meshes,
    arrives: figures.now ? new Date(rest.leaves + figures.now.hours * MS_PER_HOUR).toISOString() : null,
    status,
    reason: null,
    fuelLeft: figures.fuelLeft,
    movedNm: priced.movedNm,
    told: isTold ? judged : before,
  };
  return { check, untold };
}

/** False where another check or another route came between: then the check was of a watch that is no more. */
async function noteAndTell(
  ports: Pick<CheckPorts, 'watches' | 'tell'>,
  watch: Watch,
  found: Found,
  now: Date,
): Promise<boolean> {
  const noted = await ports.watches.noteCheck(watch, found, now);
  if (noted) await tellUntold(ports, noted);
  return noted !== null;
}

/** The request for a route from where the ship is; what is behind it, the plan says and reports do. */
export function requestFor(
  watch: Pick<Watch, 'objective' | 'way' | 'done' | 'fuel'>,
  { waypoints, leaves, planned: [here], consumption, calls }: RestOfWay,
  entry: Pick<DatedEntry, 'stops' | 'fuel_left_tonnes'>,
  asked: Voyage | null,
): SentRequest {
  const { times, vehicleType } = watch.way;
  const [begun, end] = [times[0]!, { ...waypoints.at(-1)!, name: null }];
  const { stops = [] } = entry;
  const isDone = ({ arrives_days }: (typeof stops)[number]) =>
    hasCalled(begun + arrives_days * MS_PER_DAY, here!);
  // the ship leaves when it has stayed at all stops of its place
  const ofItsPlace = calls.filter(({ at }) => at === 0);
  const done = new Set([...watch.done, ...[...stops.filter(isDone), ...ofItsPlace].map(({ name }) => name)]);
  const planned = plannedAboard(entry, consumption, ({ name }) => done.has(name));
  // only a plan that was made for what is aboard is made for it again
  const fuelAboard = planned === null ? null : (fuelAt(watch, here!) ?? planned);
  const burnt = consumption === null ? null : watch.way.consumed!.at(-1)! - consumption;
  const ship = { ...waypoints[0]!, time: leaves, done, fuelAboard, burnt };
  const once = asked && { ...asked, trade_off: null, alternatives: null };
  const request = requestOfRest({ asked: once, begun, end, vehicleType, tags: ['watch'] }, ship);
  const objectives = toCompare(watch.objective, request.voyage);
  return { ...request, ...(objectives && { objectives }) };
}

/**
 * Notes that the check of a watch keeps failing, unless one that began later has looked at newer data.
 *
 * @param failure why, and when the check began
 */
export async function noteFailure(
  ports: Pick<CheckPorts, 'watches' | 'tell'>,
  id: string,
  { reason, began }: { readonly reason: string; readonly began: Date },
  now: Date,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const watch = await ports.watches.find(id);
    if (!watch) return;
    await tellUntold(ports, watch);
    if (hasEnded(watch, now)) return;
    const { check: last } = watch;
    if (last && last.key !== null && Date.parse(last.time) >= began.getTime()) return;
    const found = failureOf(watch, restOf(watch, now), reason, now);
    if (await noteAndTell(ports, watch, found, now)) return;
  }
  throw new Error(`Watch ${id} changed each time that its failure was noted.`);
}

function failureOf(watch: Watch, rest: RestOfWay | null, reason: string, now: Date): Found {
  const [was, time] = [statusOf(watch), now.toISOString()];
  const figures = {
    hours: null,
    tonnes: null,
    planned_hours: rest ? rest.plannedMs / MS_PER_HOUR : 0,
    planned_tonnes: null,
  };
  const event: WatchEvent = { time, status: 'unknown', was, sentence: reason, rest: figures, meshes: [] };
  const check = {
    key: null,
    time,
    meshes: watch.check?.meshes ?? [],
    arrives: null,
    status: 'unknown' as const,
    reason,
    told: watch.check?.told ?? null,
  };
  return { check, untold: was === 'unknown' ? null : event };
}

async function tellUntold(
  { watches, tell }: Pick<CheckPorts, 'watches' | 'tell'>,
  watch: Watch,
): Promise<void> {
  const event = watch.untold;
  if (!event) return;
  await watches.addEvent(watch.id, event, expiryOf(watch.endsAt));
  await tell(watch, event);
  await watches.markTold(watch.id, event);
}

/** No way, and nothing that the request asks for, is no fault of the check. */
async function planOrNull(
  { plan }: CheckPorts,
  ...asked: Parameters<CheckPorts['plan']>
): Promise<PlannedNow | null> {
  const planned = await orRefusal(plan(...asked));
  return planned instanceof Error ? null : planned;
}

const isProved = (planned: PlannedNow | null): boolean =>
  planned?.plan.routes.some(({ optimality }) => optimality !== undefined) ?? false;

/** What comes of it, or why what is asked can't be had, which another attempt would not change. */
async function orRefusal<T>(asked: Promise<T>): Promise<T | Error> {
  try {
    return await asked;
  } catch (error) {
    const isAboutTheRequest = 'kind' in (error as object) && (error as { kind: unknown }).kind !== 'busy';
    if (isAboutTheRequest || NO_WAY.has((error as Error).name)) return error as Error;
    throw error;
  }
}

/** Errors that say that what is asked can't be had in this sea. */
const NO_WAY = new Set(['Impossible', 'VesselUnusable']);
