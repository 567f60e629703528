/** What a cell's proof accepts is true: no path between two proved intervals contradicts V there. */
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
import { cheapest, pathCost, type Spot } from './attack.ts';

/** Pairs of points that are tried with the straight leg; the TIGHTEST of them are tried with any path. */
const PAIRS = 1500;
const TIGHTEST = 3;

/**
 * Sets V in one cell to a plane wave that is as steep as possible or slightly steeper, some with a little
 * noise, and attacks what is proved. Short intervals leave the proof no margin.
 */
function faultsOf({ mesh, start, random }: Trial): string[] {
  const cell = Math.floor(random() * mesh.openCount);
  const claim = { ...placeWaypoints(mesh, start, start, 300), pinches: false };
  const isShort = random() < 0.5;
  const layout = new Layout(mesh, claim, () => (isShort ? [0.4995, 0.5005] : [0.5]));
  const border = layout.of(cell);
  const costs = costsFor(mesh, 'traveltime');
  const momenta = new Momenta(mesh, costs);
  const set = momenta.of(cell);
  const { a, b, x, y, nodes } = border;
  const [i, j] = [0, 1].map(() => Math.floor(random() * a.length)) as [number, number];
  const [dx, dy] = [x, y].map((at) => (at[a[j]!]! + at[b[j]!]! - at[a[i]!]! - at[b[i]!]!) / 2);
  set.leg(dx!, dy!);
  const steepness = random() < 0.5 ? 1 : 1.005;
  const [px, py] = [set.px * steepness, set.py * steepness];
  const noise = [0, 0.02, 0.1, 0.5][Math.floor(4 * random())]! * 1e4 * Math.hypot(px, py);
  const value = new Float64Array(layout.border.count);
  let lowest = 0;
  for (let k = 0; k < nodes.length; k++) {
    value[nodes[k]!] = noise * (random() - 0.5) - px * x[k]! - py * y[k]!;
    lowest = Math.min(lowest, value[nodes[k]!]!);
  }
  for (let n = 0; n < value.length; n++) value[n]! -= lowest;
  const proof = new CellProof(momenta, Math.max(...value), new Budget());
  proof.enter(border, value);
  const spot = (i: number): Spot => {
    const kind = random();
    const u = kind < 0.3 ? 0.5 : kind < 0.5 ? 0 : kind < 0.7 ? 1 : random();
    const { points } = layout.border;
    const [from, to] = [nodes[a[i]!]!, nodes[b[i]!]!];
    const [λa, λb] = [from, to].map((n) => Math.atan2(points[n]![1], points[n]![0])) as [number, number];
    const [φa, φb] = [from, to].map((n) => Math.asin(points[n]![2])) as [number, number];
    return {
      λ: λa + u * shortWay(λa, λb),
      φ: φa + u * (φb - φa),
      V: value[from]! + u * (value[to]! - value[from]!),
    };
  };
  const all = Array.from({ length: proof.cell.count }, (_, j) => j);
  const proved = all.map((i) => {
    const open = new Set<number>();
    for (let n = proof.firstUnproved(i, all, 0); n >= 0; n = proof.firstUnproved(i, all, n + 1)) open.add(n);
    return all.filter((j) => !open.has(j));
  });
  const trials: { s: Spot; t: Spot; excess: number }[] = [];
  for (let k = 0; k < PAIRS && proof.cell.count > 0; k++) {
    const i = Math.floor(random() * proof.cell.count);
    if (proved[i]!.length === 0) continue;
    const [s, t] = [spot(i), spot(proved[i]![Math.floor(random() * proved[i]!.length)]!)];
    trials.push({ s, t, excess: s.V - t.V - pathCost(costs, cell, [s, t]) });
  }
  trials.sort((a, b) => b.excess - a.excess);
  return trials.slice(0, TIGHTEST).flatMap(({ s, t }) => {
    const cost = cheapest(mesh, costs, cell, s, t, random);
    const rounding = 1e-9 * cost + 1e-6 * Math.hypot(px, py);
    return s.V - t.V > cost + rounding ? [`cell ${cell}: ${cost} < ${s.V - t.V}`] : [];
  });
}

it.each([
  { headings: 'alike', currents: 'none' },
  { headings: 'alike', currents: 'strong' },
  { headings: 'alike', place: 'polar' },
  { headings: 'wind' },
] as const)('%j', (traits) => {
  forRandomMeshes(runs(10, 25), { cells: 8, ...traits }, faultsOf);
});
