/**
 * The curvature of sides: V as steep as the proof of one pair accepts, on an interval and a beginning of another
 * at the same node, is nowhere steeper than a leg costs. Intervals are whole edges of wide cells, and close to
 * the common node the direction of an arc differs most from that of its chord.
 */
import { it } from 'vitest';
import { Budget } from '../../../lib/engine/certificate/budget.ts';
import { CellProof } from '../../../lib/engine/certificate/cell-proof.ts';
import { Layout } from '../../../lib/engine/certificate/layout.ts';
import { Momenta } from '../../../lib/engine/certificate/momenta.ts';
import { costsFor } from '../../../lib/engine/cost/cost.ts';
import { shortWay } from '../../../lib/engine/geometry/sphere.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { runs } from '../../thorough.ts';
import { forRandomMeshes, type Trial } from '../for-random-meshes.ts';
import { pathCost } from './attack.ts';

/** Fractions of an interval, from the common node or from either end. */
const PARTS = [0, 1e-3, 0.05, 0.5, 0.95, 0.999, 1];

function faultsOf({ mesh, start, random }: Trial): string[] {
  const claim = { ...placeWaypoints(mesh, start, start, 300), pinches: false };
  const costs = costsFor(mesh, 'traveltime');
  const momenta = new Momenta(mesh, costs);
  const faults: string[] = [];
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const layout = new Layout(mesh, claim, () => []);
    const border = layout.of(cell);
    const proof = new CellProof(momenta, 1e3, new Budget());
    const value = new Float64Array(layout.border.count).fill(1e3);
    proof.enter(border, value);
    const { a, b, nodes: node } = border;
    const { points } = layout.border;
    const spot = (a: number, b: number, u: number) => {
      const λ = (n: number) => Math.atan2(points[n]![1], points[n]![0]);
      const φ = (n: number) => Math.asin(points[n]![2]);
      const atPole = (n: number) => Math.hypot(points[n]![0], points[n]![1]) < 1e-12;
      const [from, to] = [atPole(a) ? λ(b) : λ(a), atPole(b) ? λ(a) : λ(b)];
      return { λ: from + u * shortWay(from, to), φ: φ(a) + u * (φ(b) - φ(a)) };
    };
    for (let i = 0; i < proof.cell.count; i++) {
      for (let j = 0; j < proof.cell.count; j++) {
        if (!proof.cell.touches(i, j)) continue;
        const [ia, ib, ja, jb] = [node[a[i]!]!, node[b[i]!]!, node[a[j]!]!, node[b[j]!]!];
        if (ia === ib || ja === jb) continue;
        const shared = i === j ? (random() < 0.5 ? ia : ib) : ia === ja || ia === jb ? ia : ib;
        const s = shared === ia ? ib : ia;
        const t = i === j ? s : shared === ja ? jb : ja;
        const costOf = (u: number, w: number) =>
          pathCost(costs, cell, [spot(shared, s, u), spot(shared, t, w)]);
        value[shared] = 500;
        if (i !== j) value[t] = 500 - random() * costOf(0, 1);
        // the steepest V on i that is proved
        let [low, high] = [Number.NaN, 500 + 2 * costOf(1, 0)];
        for (let k = 0; k < 80; k++) {
          value[s] = Number.isNaN(low) ? high : 0.5 * (low + high);
          proof.enter(border, value);
          if (proof.proves(i, j)) low = value[s]!;
          else if (Number.isNaN(low)) high = 500 + 0.9 * (high - 500);
          else high = value[s]!;
        }
        value[s] = low;
        const at = (n: number, u: number) => 500 + u * (value[n]! - 500);
        for (const u of PARTS) {
          for (const w of PARTS) {
            if (u === w && s === t) continue;
            const cost = costOf(u, w);
            const drop = at(s, u) - at(t, w);
            if (drop > cost * (1 + 1e-6) + 1e-9) faults.push(`cell ${cell}, ${i} to ${j}: ${cost} < ${drop}`);
          }
        }
      }
    }
  }
  return faults;
}

it.each([
  { currents: 'none', place: 'polar' },
  { currents: 'strong', place: 'polar' },
  { currents: 'strong', place: 'globe' },
] as const)('%j', (traits) => {
  forRandomMeshes(runs(2, 5), { cells: 8, headings: 'alike', ...traits }, faultsOf);
});
