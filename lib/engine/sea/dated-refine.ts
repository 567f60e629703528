/**
 * Refines a path in a changing sea: descent with the times that follow, and moves round corners in the sea as it is when the path passes
 * there, until neither saves.
 */
import { type Costs, costsFor } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import { refine } from '../refine/refine.ts';
import { WORTHWHILE } from '../tolerances.ts';
import { chainAlong } from './cut-dated.ts';
import { DatedDescent } from './dated-descent.ts';
import { costOf, DatedSailing, trackOfDated } from './dated-track.ts';
import { type Aim, type Sea, sliceAt } from './sea.ts';

interface Frozen {
  readonly mesh: Mesh;
  readonly costs: Costs;
}

/** Rounds of both: as a rule the second saves nothing. */
const ROUNDS = 8;

/** The best path that descent from `path` finds, and its cost; `path` itself is not changed. */
export function refineDated(sea: Sea, aim: Aim, path: Chain, start: number): { chain: Chain; cost: number } {
  const descent = new DatedDescent(sea, aim, start);
  let chain = path.copy();
  let cost = descent.run(chain);
  for (let round = 0; round < ROUNDS && cost < Infinity; round++) {
    const { mesh, costs } = seaAlong(sea, aim, chain, descent.timesOf(chain));
    const moved = refine(mesh, costs, chain).chain;
    const less = descent.run(moved);
    if (!(less < cost * (1 - WORTHWHILE / 10))) break;
    [chain, cost] = [moved, less];
  }
  return bentInside(sea, aim, chain, cost, start);
}

/**
 * A leg that bends outside its cell costs more than promised: the cells that it bends into take part then, where that costs less. The
 * cost that is returned is that of the track.
 */
function bentInside(sea: Sea, aim: Aim, chain: Chain, cost: number, start: number) {
  const sailed = (one: Chain) => {
    const track = trackOfDated(sea, aim, one, start);
    return track ? costOf(aim, track) : Infinity;
  };
  const own = sailed(chain);
  if (!(own > cost * (1 + WORTHWHILE))) return { chain, cost: own };
  const sailing = new DatedSailing(sea, aim, chain.point(0), start, 0, true);
  for (let i = 1; i < chain.length; i++)
    if (!sailing.sailTo(chain.point(i), chain.cell[i])) return { chain, cost: own };
  const around = chainAlong(sea, aim, sailing.track().coordinates, start);
  if (!around) return { chain, cost: own };
  new DatedDescent(sea, aim, start).run(around);
  const less = sailed(around);
  return less < own ? { chain: around, cost: less } : { chain, cost: own };
}

/** The sea as it is in each cell beside a path when the path passes there, elsewhere when it begins. */
export function seaAlong(sea: Sea, aim: Aim, chain: Chain, times: readonly number[]): Frozen {
  const { openCount, cellCorner, cellCornerStart, cornerCell } = sea.mesh;
  const sliceOf = new Uint8Array(openCount).fill(sliceAt(sea, times[0]));
  // of several legs that a cell is beside the first counts, and more than these those that it has itself
  for (let i = chain.length - 1; i > 0; i--) {
    const cell = chain.cell[i];
    for (let k = cellCornerStart[cell]; k < cellCornerStart[cell + 1]; k++) {
      const corner = 4 * cellCorner[k];
      for (const beside of cornerCell.subarray(corner, corner + 4))
        if (beside >= 0) sliceOf[beside] = sliceAt(sea, times[i]);
    }
  }
  for (let i = chain.length - 1; i > 0; i--) sliceOf[chain.cell[i]] = sliceAt(sea, times[i - 1]);
  return frozenSea(sea, aim, sliceOf);
}

/** The sea as one slice has it in each cell, and the costs of legs that may turn. */
export function frozenSea({ mesh, slices }: Sea, aim: Aim, sliceOf: ArrayLike<number>): Frozen {
  const { openCount } = mesh;
  const motion = new Float64Array(4 * openCount);
  const profile = new Int32Array(openCount);
  for (let cell = 0; cell < openCount; cell++) {
    const { days, open } = slices[sliceOf[cell]];
    for (let k = 4 * cell; k < 4 * cell + 4; k++) motion[k] = open[cell] === 1 ? days.motion[k] : 0;
    profile[cell] = open[cell] === 1 ? days.profile[cell] : -1;
  }
  const frozen = { ...mesh, motion, profile };
  const consumes = aim === 'consumed' && mesh.consumption;
  const straight = costsFor(frozen, consumes || 'traveltime');
  const turningOf = (cell: number) => slices[sliceOf[cell]].turning[consumes ? 'consumed' : 'days']!;
  const bridgesOf = mesh.profiles.length > 0 ? (cell: number) => turningOf(cell).bridgesOf!(cell) : null;
  return { mesh: frozen, costs: { ...straight, bridgesOf } };
}
