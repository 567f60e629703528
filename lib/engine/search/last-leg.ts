/** The cheapest last leg between the points of a search, or its sources, and any place: the value of a field there. */
import { computed } from '../computed.ts';
import type { Costs } from '../cost/cost.ts';
import { type LatLon, shortWay } from '../geometry/sphere.ts';
import { numberIn } from './patch.ts';
import { leastPerRadian, legTo, type Place, placeOf } from './place.ts';
import type { Search } from './search.ts';
import { originsOf } from './trace.ts';

export interface LastLeg {
  /** In all; Infinity where no path leads. */
  cost: number;
  /** The point before the place, −1 − k: source k; NaN = none. */
  through: number;
  /** Its cell, a number in the patch; −1 = none. */
  cell: number;
}

export class LastLegs {
  private readonly search: Search;
  private readonly costs: Costs;
  /** By cell of the patch: the sources in it. */
  private readonly sourcesIn = new Map<number, { place: Place; cost: number; source: number }[]>();
  private origins: Int32Array | null = null;
  /** What was best for the place before. */
  private readonly hint = nowhere();

  constructor(search: Search) {
    this.search = search;
    this.costs = search.costs;
    search.task.sources.forEach(({ used, cells, cost }, source) => {
      for (const meshCell of cells) {
        const cell = numberIn(search.patch, meshCell);
        computed(this.sourcesIn, cell, () => []).push({ place: placeOf(used), cost, source });
      }
    });
  }

  /** @param cells that the place is in or on the border of, numbers in the patch; −1 is left out */
  to(at: LatLon, cells: readonly number[]): LastLeg {
    const place = placeOf(at);
    const best = nowhere();
    for (const cell of cells) {
      if (cell < 0) continue;
      for (const { place: from, cost: before, source } of this.sourcesIn.get(cell) ?? []) {
        if (!(before < best.cost)) continue;
        const cost = before + this.leg(cell, from.λ, from.φ, from.ψ, place);
        if (cost < best.cost) Object.assign(best, { cost, through: -1 - source, cell });
      }
      this.fromPoints(cell, place, best);
    }
    return best;
  }

  /** The number of the source that a path through a point (−1 − k: source k; NaN = none) is from, −1 = none. */
  sourceOf(through: number): number {
    if (Number.isNaN(through)) return -1;
    if (through < 0) return -1 - through;
    if (this.search.task.sources.length === 1) return this.search.cost[through] < Infinity ? 0 : -1;
    this.origins ??= originsOf(this.search);
    return this.origins[through];
  }

  /** Tries the points of a cell; the one that was best for the place before first, which shows of nearly all that they cost more. */
  private fromPoints(cell: number, place: Place, best: LastLeg): void {
    const { cost } = this.search;
    const { cells, cellStart, cellPoint, λ, φ, ψ, cosφ } = this.search.patch;
    const perRadian = leastPerRadian(this.search.mesh, this.costs, cells[cell]);
    const attempt = (p: number) => {
      const total = cost[p] + this.leg(cell, λ[p], φ[p], ψ[p], place);
      if (!(total < best.cost)) return;
      best.cost = total;
      best.through = p;
      best.cell = cell;
    };
    const { hint } = this;
    if (hint.cell === cell && hint.through >= 0) attempt(hint.through);
    for (let k = cellStart[cell], end = cellStart[cell + 1]; k < end; k++) {
      const p = cellPoint[k];
      const room = best.cost - cost[p];
      const Δφ = φ[p] - place.φ;
      if (!(room > perRadian * (Δφ < 0 ? -Δφ : Δφ))) continue;
      const x = shortWay(λ[p], place.λ) * (cosφ[p] < place.cosφ ? cosφ[p] : place.cosφ);
      if (perRadian * perRadian * (Δφ * Δφ + x * x) < room * room) attempt(p);
    }
    if (best.cell === cell) Object.assign(hint, best);
  }

  private leg(cell: number, λ: number, φ: number, ψ: number, place: Place): number {
    const { task, patch } = this.search;
    return legTo(this.costs, patch.cells[cell], place, task.sign, λ, φ, ψ);
  }
}

const nowhere = (): LastLeg => ({ cost: Infinity, through: Number.NaN, cell: -1 });
