/**
 * What it costs to come to, or to leave from, the places of one cell, told apart by the nearest source and the nearest of the
 * others. The last leg begins at a source in the cell or on the cell's border: at a point of the field, or between two of
 * them, where costs are linear. Without the latter a place near the border would cost up to half the distance of two points too much.
 */
import type { Costs } from '../../engine/cost/cost.ts';
import { goldenSection } from '../../engine/cost/golden-section.ts';
import type { Field } from '../../engine/field.ts';
import {
  EARTH_RADIUS_M,
  isometricLatitude,
  type LatLon,
  RADIANS,
  shortWay,
} from '../../engine/geometry/sphere.ts';
import { leastPerRadian, legTo, type Place, placeOf } from '../../engine/search/place.ts';
import { stretchesOf } from './border-stretches.ts';
import type { CellBorder } from './cell-border.ts';

/** A source of a field and the cost between it and a place; −1 and Infinity where there is none. */
export interface NearSource {
  readonly cost: number;
  readonly source: number;
}

/** The nearest source of a place, and the nearest of the others. */
export type Nearest = readonly [nearest: NearSource, second: NearSource];

export interface SourceInCell {
  readonly at: LatLon;
  readonly cost: number;
  readonly source: number;
}

/** Of a last leg: its cost is not sought more exactly than to this part of the whole. */
const EXACT_PART = 2e-5;
const NONE: NearSource = { cost: Infinity, source: -1 };

/** The cheapest way to a place from one source: through which point of the border, −1 = from the source itself. */
interface Best {
  cost: number;
  source: number;
  through: number;
}

export class CellCosts {
  readonly #costs: Costs;
  readonly #sign: 1 | -1;
  readonly #cell: number;
  readonly #within: readonly (SourceInCell & { readonly place: Place })[];
  readonly #cost: Float64Array;
  readonly #source: Int32Array;
  readonly #λ: Float64Array;
  readonly #φ: Float64Array;
  readonly #ψ: Float64Array;
  readonly #cosφ: Float64Array;
  /** By point: metres along the border to the next one; 0 where costs between the two are not linear. */
  readonly #stretch: Float64Array;
  readonly #perRadian: number;
  #hint = 0;

  /** @param within the sources in the cell */
  constructor(field: Field, cell: number, border: CellBorder, within: readonly SourceInCell[]) {
    const { costs, sign, mesh } = field;
    this.#costs = costs;
    this.#sign = sign;
    this.#cell = cell;
    this.#within = within.map((source) => ({ ...source, place: placeOf(source.at) }));
    this.#cost = border.cost;
    this.#source = border.source;
    this.#λ = border.lon.map((lon) => lon * RADIANS);
    this.#φ = border.lat.map((lat) => lat * RADIANS);
    this.#ψ = isometricLatitudes(this.#φ);
    this.#cosφ = this.#φ.map(Math.cos);
    this.#perRadian = leastPerRadian(mesh, costs, cell);
    this.#stretch = stretchesOf(border, this.#perRadian / EARTH_RADIUS_M);
  }

  nearestTwo(at: LatLon): Nearest {
    const place = placeOf(at);
    const first: Best = { cost: Infinity, source: -1, through: -1 };
    const second: Best = { cost: Infinity, source: -1, through: -1 };
    for (const { place: from, cost, source } of this.#within) {
      const total = cost + legTo(this.#costs, this.#cell, place, this.#sign, from.λ, from.φ, from.ψ);
      take(first, second, total, source, -1);
    }
    if (this.#cost.length > 0) this.#passPoints(place, first, second);
    return [this.#between(place, first), this.#between(place, second)];
  }

  /** Tries all points; the one that was best for the place before first, which shows of nearly all that they cost more. */
  #passPoints(place: Place, first: Best, second: Best): void {
    const [cost, source, λ, φ, cosφ] = [this.#cost, this.#source, this.#λ, this.#φ, this.#cosφ];
    const perRadian = this.#perRadian;
    const hint = this.#hint;
    this.#pass(hint, place, first, second);
    for (let k = 0; k < cost.length; k++) {
      const room = (source[k] === first.source ? first.cost : second.cost) - cost[k]!;
      const y = φ[k]! - place.φ;
      if (!(room > perRadian * (y < 0 ? -y : y)) || k === hint) continue;
      const x = shortWay(λ[k]!, place.λ) * (cosφ[k]! < place.cosφ ? cosφ[k]! : place.cosφ);
      if (perRadian * perRadian * (y * y + x * x) < room * room) this.#pass(k, place, first, second);
    }
    if (first.through >= 0) this.#hint = first.through;
  }

  #pass(k: number, place: Place, first: Best, second: Best): void {
    if (!(this.#cost[k]! < Infinity)) return;
    const total = this.#cost[k]! + this.#legFrom(this.#λ[k]!, this.#φ[k]!, this.#ψ[k]!, place);
    take(first, second, total, this.#source[k]!, k);
  }

  #legFrom(λ: number, φ: number, ψ: number, place: Place): number {
    return legTo(this.#costs, this.#cell, place, this.#sign, λ, φ, ψ);
  }

  /** The same by way of the border on either side of its point. */
  #between(place: Place, { cost, source, through }: Best): NearSource {
    if (source < 0) return NONE;
    let least = cost;
    if (through >= 0) {
      const count = this.#cost.length;
      const before = (through + count - 1) % count;
      for (let side = 0; side < 2; side++) {
        const other = side === 0 ? before : (through + 1) % count;
        const metres = this.#stretch[side === 0 ? before : through]!;
        if (metres === 0) continue;
        // a leg that begins off its best place by half a stretch costs so much too much at most
        const gain = 0.5 * metres * this.#mostPerMetre(through, other, metres);
        if (gain > EXACT_PART * cost) least = Math.min(least, this.#along(place, through, other, metres));
      }
    }
    return { cost: least, source };
  }

  #mostPerMetre(one: number, other: number, metres: number): number {
    return this.#perRadian / EARTH_RADIUS_M + Math.abs(this.#cost[other]! - this.#cost[one]!) / metres;
  }

  /** The least cost by way of the border between two neighbouring points. */
  #along(place: Place, one: number, other: number, metres: number): number {
    const [λ, φ, cost] = [this.#λ, this.#φ, this.#cost];
    const isMeridian = λ[one] === λ[other];
    const costBy = (part: number): number => {
      const at = φ[one]! + part * (φ[other]! - φ[one]!);
      const ψ = isMeridian ? isometricLatitude(at) : this.#ψ[one]!;
      const leg = this.#legFrom(λ[one]! + part * (λ[other]! - λ[one]!), at, ψ, place);
      return cost[one]! + part * (cost[other]! - cost[one]!) + leg;
    };
    if (this.#costs.profile[this.#cell]! >= 0) {
      let least = Infinity;
      goldenSection((part) => {
        const by = costBy(part);
        if (by < least) least = by;
        return by;
      });
      return least;
    }
    const x = EARTH_RADIUS_M * Math.cos(place.φ) * shortWay(λ[one]!, place.λ);
    const y = EARTH_RADIUS_M * (place.φ - φ[one]!);
    const perMetre = (cost[other]! - cost[one]!) / metres;
    // metres along the stretch, and off it
    const isForward = isMeridian ? φ[other]! > φ[one]! : λ[other]! > λ[one]!;
    const along = (isMeridian ? y : x) * (isForward ? 1 : -1);
    const slope = this.#slopeOff(isMeridian, isForward ? perMetre : -perMetre, isMeridian ? x : y);
    const part = (along - (isForward ? slope : -slope)) / metres;
    return part > 0 && Number.isFinite(part) ? costBy(Math.min(1, part)) : Infinity;
  }

  /**
   * Metres along a side (to the north or east) that the best last leg goes on its way to a place this far off it, where the cost on the
   * side rises by so much per metre. With w the cost of a second, s the speed and c the current, its slowness p, whose
   * part along the side is that rise, has s |p| + c · p = w (the eikonal equation), and it goes along s p / |p| + c.
   */
  #slopeOff(isMeridian: boolean, rise: number, off: number): number {
    const { motion, perSecond } = this.#costs;
    const speed = motion[4 * this.#cell]!;
    const [u, v] = [this.#sign * motion[4 * this.#cell + 2]!, this.#sign * motion[4 * this.#cell + 3]!];
    const [along, inward] = isMeridian ? [v, off < 0 ? -u : u] : [u, off < 0 ? -v : v];
    const rest = perSecond[this.#cell]! - along * rise;
    const a = speed * speed - inward * inward;
    const b = inward * rest;
    const root = Math.sqrt(b * b - a * (speed * speed * rise * rise - rest * rest));
    const p = (root - b) / a;
    const size = Math.hypot(rise, p);
    return (Math.abs(off) * ((speed * rise) / size + along)) / ((speed * p) / size + inward);
  }
}

/** Those of one parallel, which follow each other on a border, are computed once. */
function isometricLatitudes(φ: Float64Array): Float64Array {
  const ψ = new Float64Array(φ.length);
  for (let k = 0; k < φ.length; k++) ψ[k] = k > 0 && φ[k] === φ[k - 1] ? ψ[k - 1]! : isometricLatitude(φ[k]!);
  return ψ;
}

/** A way to a place: kept where it is the cheapest of all, or of those from other sources than the cheapest. */
function take(first: Best, second: Best, cost: number, source: number, through: number): void {
  if (source === first.source) {
    if (cost < first.cost) [first.cost, first.through] = [cost, through];
  } else if (cost < first.cost) {
    [second.cost, second.source, second.through] = [first.cost, first.source, first.through];
    [first.cost, first.source, first.through] = [cost, source, through];
  } else if (cost < second.cost) [second.cost, second.source, second.through] = [cost, source, through];
}
