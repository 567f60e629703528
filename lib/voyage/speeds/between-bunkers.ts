/** A voyage that takes fuel at stops, by what it may consume between them. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { WithinVoyage } from '../../speed/choose-speeds.ts';
import { fastestInStretches, type InStretches } from '../../speed/in-stretches.ts';
import type { Legs, Passage } from '../../speed/passage.ts';
import type { Totals } from '../../speed/path-speeds.ts';
import type { Voyages } from '../../speed/voyages.ts';
import { type Bunkers, bunkersOf, reckon, takenAt } from '../fuel/fuel-aboard.ts';
import type { Voyage } from '../voyage-fields.ts';
import type { VoyageRoute } from '../voyage-route.ts';

/** The legs of a voyage in one order. */
export interface LegByLeg {
  /** Of the start, the stops and the end. */
  readonly names: readonly string[];
  /** What is stayed where they end. */
  readonly staysAfter: (legs: readonly number[]) => Totals;
  readonly passageOver: (legs: readonly number[]) => Passage;
}

type Sailed = Pick<VoyageRoute, 'track' | 'stops'>;
type Make = (key: string, known: readonly Legs[], passage: Passage) => Voyages;

/** Whether speeds are asked for that keep the reserve of a voyage that takes fuel on the way. */
export const keepsBetween = (voyage: Voyage): boolean =>
  Boolean(voyage.choose_speed) && bunkersOf(voyage)!.taken.size > 0;

/**
 * The fastest of those that keep the reserve; null where that is the fastest of all.
 *
 * @param known in the order of the legs, at full speed, the fastest voyage first
 * @param make the voyages of a passage, kept by a key
 * @throws FuelTooLittle
 */
export function fastestBetween(
  mesh: Pick<Mesh, 'consumption'>,
  voyage: Voyage,
  fastest: Sailed,
  known: readonly Legs[],
  legs: LegByLeg,
  make: Make,
): WithinVoyage | null {
  const bunkers = bunkersToKeep(mesh, voyage, fastest);
  return bunkers && fastestInStretches(stretchesOf(bunkers, known, legs, make));
}

/** The bunkers of a voyage whose speeds have to keep the reserve between the places where fuel is taken; null where the fastest one does. */
export function bunkersToKeep(
  mesh: Pick<Mesh, 'consumption'>,
  voyage: Voyage,
  fastest: Sailed,
): Bunkers | null {
  if (!keepsBetween(voyage)) return null;
  const bunkers = bunkersOf(voyage)!;
  return isShort(mesh, fastest, bunkers) ? bunkers : null;
}

/** Whether a voyage goes below the reserve. */
const isShort = ({ consumption }: Pick<Mesh, 'consumption'>, sailed: Sailed, bunkers: Bunkers): boolean =>
  consumption === 'fuel' && reckon(sailed, sailed.track.consumption!, bunkers).shortfall !== null;

function stretchesOf(
  bunkers: Bunkers,
  known: readonly Legs[],
  { names, staysAfter, passageOver }: LegByLeg,
  make: Make,
): InStretches {
  const last = names.length - 1;
  /** By which points stretches begin and end. An end may have the name of a stop. */
  const points = [...names.keys()].filter(
    (point) => point === 0 || point === last || bunkers.taken.has(names[point]!),
  );
  const legsOf = points.slice(1).map((ends, k) => range(points[k]!, ends));
  const [{ routes, order }] = known as [Legs, ...Legs[]];
  const { aboard, reserve, capacity } = bunkers;
  /** Before the next stretch, as far as there is room: for where there is not, the limit from there on counts. */
  const takenAfter = (stretch: number) => takenAt(bunkers, names[points[stretch + 1]!]!);
  return {
    order,
    stretches: legsOf.map((legs) => ({
      legs: legs.map((k) => routes[k]!),
      stays: staysAfter(legs),
    })),
    mostBetween: (from, to) => {
      const taken = range(from, to - 1).reduce((sum, k) => sum + takenAfter(k), 0);
      return (from === 0 ? aboard : capacity) - reserve + taken;
    },
    along: (stretches) => {
      const legs = stretches.flatMap((k) => legsOf[k]!);
      const own = known.map((voyage) => ({ order, routes: legs.map((k) => voyage.routes[k]!) }));
      return make(legs.join(), own, passageOver(legs));
    },
    nameOf: (from, to) => `The way from ${names[points[from]!]} to ${names[points[to]!]}`,
  };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);
