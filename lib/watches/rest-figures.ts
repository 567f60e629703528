/** What the rest of a voyage costs: as planned, in the new sea, and on the best way there; and which of its windows it misses. */
import type { Track } from '../engine/path/track.ts';
import type { PlannedNow } from '../routes/plan-now.ts';
import type { DatedEntry } from '../routes/planned-way.ts';
import { costOf } from '../voyage/money/total-cost.ts';
import { choosesTime } from '../voyage/speeds/speed-wish.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import type { RestFigures, WayCost } from './judge-rest.ts';
import type { PricedRest } from './price-rest.ts';
import { fuelAt, type RestOfWay } from './rest-of-way.ts';
import type { Watch, WatchEvent } from './watch.ts';

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
/** What ways of an objective are compared by; of others, by what they consume. Where that is not known of all, by their hours. */
const COMPARED: Readonly<Record<string, keyof WayCost>> = { traveltime: 'hours', cost: 'money' };

export function figuresOf(
  watch: Watch,
  rest: RestOfWay,
  priced: PricedRest,
  entry: DatedEntry,
  voyage: Voyage | null,
  planned: PlannedNow | null,
): RestFigures {
  const { times, closed, beyond, idled } = priced;
  const found = planned?.plan.routes.find(({ objective }) => objective === watch.objective);
  const wayCost = (ms: number, consumption: number | null): WayCost => ({
    hours: ms / MS_PER_HOUR,
    consumption,
    money: voyage?.price && consumption !== null ? costOf(voyage.price, ms / MS_PER_DAY, consumption) : null,
  });
  const best = found ? wayCost(...afterStay(found.track, priced.leaves - rest.leaves, idled)) : null;
  const sailed = times && wayCost(times.at(-1)! - rest.leaves, priced.consumption);
  // along the planned way the ship would be priced at the speeds of the mesh, which were not those of the plan
  const now = closed || !choosesTime(voyage) ? sailed : (best ?? sailed);
  const cost = wayCost(rest.plannedMs, rest.consumption);
  const by = COMPARED[watch.objective] ?? 'consumption';
  const aboard = fuelAt(watch, rest.planned[0]!);
  const burns = now?.consumption ?? null;
  return {
    by: [cost, now, best].some((each) => each && each[by] === null) ? 'hours' : by,
    unit: entry.path.features[0]?.properties.battery ? 'Ah' : 't',
    planned: cost,
    now,
    closed,
    late: times && lateness(rest, priced, voyage),
    // a plan that went on after its data, or was made on one mesh, has lost none
    beyond: entry.meshes && !entry.beyond_forecast ? beyond : null,
    best,
    fuelLeft: aboard === null || burns === null ? null : aboard - burns,
  };
}

/** What a way takes that is left when the stay ends where the ship is. @param idled what is consumed in it */
function afterStay({ timeDays, consumption }: Track, stay: number, idled: number): [number, number | null] {
  return [stay + timeDays.at(-1)! * MS_PER_DAY, consumption && consumption.at(-1)! + idled];
}

/** The window of the rest that is missed by most. */
function lateness(
  { calls }: RestOfWay,
  { times, comes }: PricedRest,
  voyage: Voyage | null,
): RestFigures['late'] {
  const windows = calls.flatMap(({ name, isThere }, k) => {
    const stop = voyage?.stops?.find((each) => each.name === name);
    const by = stop?.not_after ?? stop?.windows?.at(-1)?.to;
    return by && !isThere ? [{ what: `The window of stop "${name}"`, by, comes: comes![k]! }] : [];
  });
  if (voyage?.arrive_by) windows.push({ what: 'The arrival', by: voyage.arrive_by, comes: times!.at(-1)! });
  const late = windows.map(({ what, by, comes }) => ({
    what,
    hours: (comes - Date.parse(by)) / MS_PER_HOUR,
  }));
  return late.filter(({ hours }) => hours > 0).sort((a, b) => b.hours - a.hours)[0] ?? null;
}

/** What an event says of the rest. */
export function restPart({ by, now, planned, unit, fuelLeft }: RestFigures): WatchEvent['rest'] {
  const tonnes = (cost: WayCost | null) => (unit === 't' ? (cost?.consumption ?? null) : null);
  return {
    hours: now?.hours ?? null,
    tonnes: tonnes(now),
    planned_hours: planned.hours,
    planned_tonnes: tonnes(planned),
    ...(by === 'money' && { cost: now?.money ?? null, planned_cost: planned.money }),
    ...(fuelLeft !== null && { fuel_left_tonnes: fuelLeft }),
  };
}
