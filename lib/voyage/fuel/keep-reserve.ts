/** The routes of a plan that keep what has to stay in the bunkers. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { Impossible, ImpossibleOnMesh } from '../../request/impossible.ts';
import { PathSpeeds } from '../../speed/path-speeds.ts';
import { SpeedCurves } from '../../speed/speed-curves.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { choosesSpeedOn } from '../speeds/slow-down.ts';
import { daysAllowed, leastSpeed, leavesOut, vehicleUnderWay } from '../speeds/speed-wish.ts';
import type { Voyage } from '../voyage-fields.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { TradeOffVoyage, VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import { type Bunkers, bunkersOf, type Reckoned, reckon } from './fuel-aboard.ts';

const HOURS_PER_DAY = 24;

type Aboard = VoyageRoute & IsReckoned;

interface IsReckoned {
  readonly reckoned: Reckoned;
}

/**
 * The plan with what is left aboard, without the routes that would go below the reserve, which its notes tell. Voyages of a trade-off that
 * would are left in it, and tell it themselves: what slower ones save is seen beside them.
 *
 * @param mesh before zones or a forecast change it
 * @throws Impossible where none of its routes keeps the reserve, ImpossibleOnMesh where the mesh does not tell of fuel
 */
export function withReserve(mesh: Mesh, request: PlannedRequest, plan: VoyagePlan): VoyagePlan {
  const bunkers = bunkersOf(request.voyage);
  if (!bunkers) return plan;
  if (mesh.consumption !== 'fuel') {
    throw new ImpossibleOnMesh(
      'What fuel is left can not be told on this mesh, which has no consumption of fuel: leave out fuel_aboard_tonnes.',
    );
  }
  const all = plan.routes.map((route): Aboard => {
    const reckoned = reckonedOf(route, bunkers);
    const fuel = { left: reckoned.left, refuelled: reckoned.refuelled };
    const alternatives = route.alternatives?.map((other) => ({
      ...other,
      fuelLeft: reckonedOf(other, bunkers).left.at(-1)!,
    }));
    return { ...route, fuel, reckoned, ...(alternatives && { alternatives }) };
  });
  const short = all.filter(({ reckoned }) => reckoned.shortfall);
  if (short.length === all.length) {
    const best = lackingLeast(all);
    const slower = ofTradeOff(plan, bunkers) ?? ofSlower(mesh, request, best, plan.mesh ?? mesh, bunkers);
    throw new Impossible(`${sentence(NOT_ENOUGH, best, bunkers)}${ofOrders(request, best)}. ${slower}`);
  }
  const notes = short.map(
    (route) =>
      sentence(`The route of type ${route.objective} is left out: it`, route, bunkers) +
      ofOrders(request, route),
  );
  const kept = all.filter(({ reckoned }) => !reckoned.shortfall).map(({ reckoned: _, ...route }) => route);
  const tradeOff = plan.tradeOff?.map((point) => withFuelLeft(point, bunkers));
  return {
    ...plan,
    routes: kept,
    ...(tradeOff && { tradeOff }),
    ...(notes.length > 0 && { notes: [...(plan.notes ?? []), ...notes] }),
  };
}

/** Whether all voyages of a trade-off keep the reserve. */
export function tradeOffKeeps(
  voyage: Voyage | null,
  { tradeOff = [] }: Pick<VoyagePlan, 'tradeOff'>,
): boolean {
  const bunkers = bunkersOf(voyage);
  return !bunkers || tradeOff.every(({ route }) => !reckonedOf(route!, bunkers).shortfall);
}

const reckonedOf = (route: Pick<VoyageRoute, 'track' | 'stops'>, bunkers: Bunkers): Reckoned =>
  reckon(route, route.track.consumption!, bunkers);

function withFuelLeft({ route, note, ...point }: TradeOffVoyage, bunkers: Bunkers): TradeOffVoyage {
  const reckoned = reckonedOf(route!, bunkers);
  const short = reckoned.shortfall && sentence('It', { reckoned }, bunkers);
  const notes = [note, short].filter((text) => text !== null);
  return { ...point, fuelLeft: reckoned.left.at(-1)!, note: notes.join('. ') || null };
}

/**
 * Of the routes of one of many departures, those that keep the reserve, the fastest first.
 *
 * @throws Impossible where none does
 */
export function keepingReserve<R extends Pick<VoyageRoute, 'track' | 'stops'>>(
  { consumption }: Pick<Mesh, 'consumption'>,
  voyage: Voyage | null,
  routes: readonly R[],
): readonly R[] {
  const bunkers = bunkersOf(voyage);
  if (!bunkers || consumption !== 'fuel') return routes;
  const all = routes.map((route) => ({ route, reckoned: reckonedOf(route, bunkers) }));
  const kept = all.filter(({ reckoned }) => !reckoned.shortfall);
  const daysOf = ({ track }: R) => track.timeDays.at(-1)!;
  if (kept.length > 0) return kept.map(({ route }) => route).sort((a, b) => daysOf(a) - daysOf(b));
  throw new Impossible(`${sentence(NOT_ENOUGH, lackingLeast(all), bunkers)}.`);
}

const NOT_ENOUGH = 'The fuel aboard does not last: the voyage';

/** Of routes of which none keeps the reserve, the one that comes nearest to it. */
const lackingLeast = <R extends IsReckoned>(all: readonly R[]): R =>
  all.reduce((one, other) => (lacks(other) < lacks(one) ? other : one));

const lacks = ({ reckoned }: IsReckoned): number => reckoned.shortfall!.tonnes;

function sentence(what: string, { reckoned }: IsReckoned, { reserve }: Bunkers): string {
  const { tonnes, where, when } = reckoned.shortfall!;
  const limit = reserve > 0 ? `its reserve of ${reserve} t` : 'nothing';
  return `${what} comes down to ${limit} ${where}, and would lack ${tonnesUp(tonnes)} t ${when}`;
}

/** Whether its stops in another order would do, where that is free. */
function ofOrders({ voyage }: PlannedRequest, { belowReserve }: VoyageRoute): string {
  if (!belowReserve || voyage?.stop_order !== 'best') return '';
  return belowReserve === 'proved'
    ? '. No order of its stops keeps the reserve; this one was found to come nearest'
    : '. No order of its stops was found that keeps the reserve, which does not prove that there is none; this one comes nearest of those that were tried';
}

/** Not less than it is. */
const tonnesUp = (tonnes: number): string => (Math.ceil(100 * tonnes - 1e-6) / 100).toFixed(2);

/** Which of its voyages would do; null where none would, or there are none. */
function ofTradeOff({ tradeOff = [] }: VoyagePlan, bunkers: Bunkers): string | null {
  const kept = tradeOff.find(({ route }) => !reckonedOf(route!, bunkers).shortfall);
  if (!kept) return null;
  const hours = (Math.ceil(100 * HOURS_PER_DAY * kept.days) / 100).toFixed(2);
  return `Slower would do: of the trade-off, the voyage of ${hours} hours is the fastest that keeps the reserve: send "within_hours": ${hours}.`;
}

/** Whether the same way would do at the speeds at which it takes the least fuel. */
function ofSlower(mesh: Mesh, request: PlannedRequest, route: Aboard, on: Mesh, bunkers: Bunkers): string {
  if (!choosesSpeedOn(mesh, request)) {
    return 'Whether slower would do can be told on an environment mesh, for a vehicle whose consumption depends on its speed.';
  }
  const slow = slowest(on, request, route);
  if (!slow) return 'Whether slower would do is told where "choose_speed": true is sent.';
  const { shortfall } = reckon(route, slow, bunkers);
  // a slower vessel would be elsewhere when it changes
  const where = route.dated ? ' in the sea that it meets at full speed' : '';
  return shortfall
    ? `Slower would not do either: at the speeds that take least, this way would still lack ${tonnesUp(shortfall.tonnes)} t ${shortfall.when}${where}.`
    : `Slower would do: at the speeds that take least, this way keeps the reserve${where}${howSlower(request, bunkers)}.`;
}

function howSlower({ voyage }: PlannedRequest, { taken }: Bunkers): string {
  if (taken.size === 0 || !(daysAllowed(voyage!) !== null || leavesOut(voyage!)))
    return ': send "choose_speed": true';
  // then speeds are not chosen by what is taken on the way
  return voyage!.trade_off ? '' : ': send "trade_off": 9 to be told in what time';
}

/** What is consumed along its way at the speeds that take least; stays and work as they are. Null where a cell closes around it. */
function slowest(
  mesh: Mesh,
  { vehicle, voyage }: PlannedRequest,
  { track, stops = [] }: VoyageRoute,
): number[] | null {
  const vessel = vesselOf(vehicleUnderWay(vehicle, voyage)!);
  const cellOf = new Map(Array.from(mesh.row.subarray(0, mesh.openCount), (row, cell) => [row, cell]));
  const cells = track.cells.slice(1).map((row) => cellOf.get(row)!);
  const curves = new SpeedCurves(mesh, vessel, leastSpeed(vehicle!, voyage!));
  const least = new PathSpeeds(curves, track.coordinates, cells).within(Infinity);
  if (!least) return null;
  const isWork = (i: number) => stops.some(({ work }) => work && i > work.begins && i <= work.ends);
  let sum = 0;
  return track.coordinates.map((_, i) => {
    if (i === 0) return 0;
    const stays = track.speedKmh[i] === 0 || isWork(i);
    const along = stays ? track.consumption! : least.consumption!;
    sum += along[i]! - along[i - 1]!;
    return sum;
  });
}
