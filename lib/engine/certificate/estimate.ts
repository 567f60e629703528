/** What paths cost through the corners of a mesh: the proposals of two certificates with two intervals on every edge. */
import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Budget } from './budget.ts';
import { Cap } from './cap.ts';
import type { Claim } from './claim.ts';
import type { Estimate } from './division.ts';
import { Layout } from './layout.ts';
import { Momenta } from './momenta.ts';
import { NodeValues } from './node-values.ts';
import { Proposal } from './proposal.ts';

/** Paths that cost more than this, in terms of the known route, are not looked for. */
const MOST = 1.1;

/** @param cost of a known route */
export function estimateFor(
  mesh: Mesh,
  costs: Costs,
  claim: Claim,
  cost: number,
  isOver: () => boolean,
): Estimate {
  const layout = new Layout(mesh, claim, () => [0.5]);
  const { border } = layout;
  const to = (sign: 1 | -1, target: number, source: number): NodeValues => {
    const cap = new Cap(mesh, costs, sign, border.pointOf(source), border.pointOf(target), MOST * cost);
    const values = new NodeValues(layout, cap);
    const proposal = new Proposal(values, new Momenta(mesh, costs, sign));
    proposal.search(target, new Budget(undefined, isOver));
    return values;
  };
  const toEnd = to(1, border.endNode, border.startNode);
  const fromStart = to(-1, border.startNode, border.endNode);
  const least = Math.min(toEnd.A[border.startNode], fromStart.A[border.endNode]);
  const byCorner = ({ A }: NodeValues) =>
    Float64Array.from(border.cornerNode, (node) => (node < 0 ? Infinity : A[node]));
  return { toEnd: byCorner(toEnd), fromStart: byCorner(fromStart), least };
}
