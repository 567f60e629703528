/** The speeds that a vessel may choose in each cell of a sea that changes, by slice. */
import { bearings } from '../../engine/certificate/reach.ts';
import { computed } from '../../engine/computed.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { HEADINGS } from '../../engine/mesh/mesh-format.ts';
import type { Prices } from '../../engine/sea/priced-sea.ts';
import { type Sea, type Span, seaOf } from '../../engine/sea/sea.ts';
import type { Vessel } from '../../vessel/vessel.ts';
import { type BestSpeed, bestSpeed, type Course, courseOf } from '../best-speed.ts';
import { multiplierMesh } from '../multiplier-mesh.ts';
import { SPEEDS, type SpeedCurve } from '../speed-curve.ts';
import { SpeedCurves } from '../speed-curves.ts';

const KMH_PER_MPS = 3.6;
/** Of the speed through the water: beside a weaker current the best speed is nearly that of still water. */
const WEAK_CURRENT = 0.1;
const STILL = courseOf(0, 1, 0, 0);
/** So much is left of the least rate at the lowest price. */
const LEFT = 0.1;

/** A day has no price below this: else one under way would cost nothing. */
export const leastPriceOf = ({ rates }: SpeedCurve): number =>
  (LEFT - 1) * rates.reduce((a, b) => Math.min(a, b));

/** A cell in a slice: what the vessel can do there, and the current, km/h. */
export interface Water {
  readonly curve: SpeedCurve;
  readonly u: number;
  readonly v: number;
}

/** A price at which a day of the sea costs as much on its mesh as `price`. */
export interface CostSea {
  readonly sea: Sea;
  readonly price: number;
}

export class SeaCurves {
  readonly sea: Sea;
  /** The same in a sea of the same meshes. */
  readonly inSea: (sea: Sea) => SeaCurves;
  private readonly ofMesh: readonly SpeedCurves[];

  /**
   * @param sea of meshes that were made for the vessel at its greatest speed
   * @param leastKmh the vessel's least speed
   */
  constructor(
    sea: Sea,
    vessel: Vessel,
    leastKmh: number,
    ofMesh = sea.meshes.map((mesh) => new SpeedCurves(mesh, vessel, leastKmh)),
  ) {
    this.sea = sea;
    this.ofMesh = ofMesh;
    this.inSea = (other) => new SeaCurves(other, vessel, leastKmh, ofMesh);
  }

  /** In a cell that has closed it is that of when it was last open; null where it never was. */
  in(slice: number, cell: number): Water | null {
    const { sea, ofMesh } = this;
    const from = sea.slices[slice]!.lastOpen[cell]!;
    if (from < 0) return null;
    const own = sea.cellOf[from]![cell]!;
    const { motion } = sea.meshes[from]!;
    return {
      curve: ofMesh[from]!.of(own),
      u: KMH_PER_MPS * motion[4 * own + 2]!,
      v: KMH_PER_MPS * motion[4 * own + 3]!,
    };
  }

  /** The least price at which a day of a slice costs something in each cell. */
  leastPrice(slice: number): number {
    const { sea, ofMesh } = this;
    const { mesh } = sea.slices[slice]!;
    let price = -Infinity;
    for (let cell = 0; cell < sea.meshes[mesh]!.openCount; cell++)
      price = Math.max(price, leastPriceOf(ofMesh[mesh]!.of(cell)));
    return price;
  }

  /**
   * The sea as it is sailed where a day has a price in each slice, at the speeds that are the cheapest by it: with times, and with
   * consumption to which the price of the last day is added. Where currents are weak it is the speed of still water.
   *
   * @param arrives slices that begin later do not count, days
   */
  sailedAt(prices: Prices, arrives: number): Sea {
    return this.of(arrives, (mesh, slice) => this.sailed(mesh, prices[slice]!, prices.at(-1)!));
  }

  /** The sea in which a metre costs the least of all speeds at such prices, as multiplierMesh. */
  costsAt(prices: Prices, arrives: number): CostSea {
    const first = this.ofMesh[this.sea.slices[0]!.mesh]!;
    const price = Math.max(...prices) + first.of(0).rates[SPEEDS - 1]! || 1;
    const ofMesh = (mesh: number, slice: number) =>
      multiplierMesh(this.ofMesh[mesh]!, prices[slice]!, null, price).mesh;
    return { sea: this.of(arrives, ofMesh), price };
  }

  /** A sea of other meshes with the same cells. */
  private of(arrives: number, meshOf: (mesh: number, slice: number) => Mesh): Sea {
    const { mesh, slices, starts, cellOf, gaps } = this.sea;
    const used = slices.filter((_, k) => k === 0 || starts[k]! < arrives);
    const meshes = used.map((slice, k) => meshOf(slice.mesh, k));
    const spans: Span[] = used.map((_, k) => ({ from: starts[k]!, mesh: k }));
    const { headings, consumption } = meshes[0]!;
    return seaOf(meshes, spans, {
      mesh: { ...mesh, headings, consumption },
      cellOf: used.map((slice) => cellOf[slice.mesh]!),
      gaps,
    });
  }

  private sailed(number: number, λ: number, perDay: number): Mesh {
    const mesh = this.sea.meshes[number]!;
    const curves = this.ofMesh[number]!;
    const motion = mesh.motion.slice();
    const profile = new Int32Array(mesh.openCount).fill(-1);
    const rows: number[] = [];
    const inStillWater = new Map<SpeedCurve, BestSpeed>();
    const made = new Map<number, number>();
    for (let cell = 0; cell < mesh.openCount; cell++) {
      const alike = computed(made, curves.firstAlike(cell), () => cell);
      if (alike !== cell) {
        motion.copyWithin(4 * cell, 4 * alike, 4 * alike + 4);
        profile[cell] = profile[alike]!;
        continue;
      }
      const curve = curves.of(cell);
      const [u, v] = [KMH_PER_MPS * motion[4 * cell + 2]!, KMH_PER_MPS * motion[4 * cell + 3]!];
      // where a day under way cost nothing or less, no path would be the cheapest
      const [price, last] = [Math.max(λ, leastPriceOf(curve)), Math.max(perDay, leastPriceOf(curve))];
      const best = computed(inStillWater, curve, () => bestSpeed(curve, STILL, price)!);
      motion[4 * cell] = best.speedKmh / KMH_PER_MPS;
      motion[4 * cell + 1] = best.rate + last;
      if (!curve.differs && Math.hypot(u, v) <= WEAK_CURRENT * best.speedKmh) continue;
      profile[cell] = rows.length / (2 * HEADINGS);
      const all = COURSES.map(([x, y]) => bestOn(curve, courseOf(x, y, u, v), price));
      rows.push(...all.map(({ speedKmh }) => speedKmh / KMH_PER_MPS));
      rows.push(...all.map(({ rate }) => rate + last));
      motion[4 * cell] = Math.max(...all.map(({ speedKmh }) => speedKmh)) / KMH_PER_MPS;
      motion[4 * cell + 1] = Math.min(...all.map(({ rate }) => rate)) + last;
    }
    return { ...mesh, motion, profile, profiles: Float64Array.from(rows), isForOneSearch: true };
  }
}

/** At the bearings of the headings of a profile. */
const COURSES = [...Array(HEADINGS).keys()].map((k) => {
  const { sin, cos } = bearings(HEADINGS);
  return [sin[(k + 1) % HEADINGS]!, cos[(k + 1) % HEADINGS]!] as const;
});

/** The best speed; where the course can't be held, the greatest. */
function bestOn(curve: SpeedCurve, course: Course, λ: number) {
  return bestSpeed(curve, course, λ) ?? curve.sail(curve.most, course.low, course.high, course.fraction);
}
