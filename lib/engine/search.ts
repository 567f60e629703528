/** prototype */
import FlatQueue from 'flatqueue';
import { type Costs, legCost } from './cost.ts';
import type { Mesh } from './mesh.ts';
import type { Points } from './points.ts';
import { centralAngle, EARTH_RADIUS_M, isometricLatitude, RADIANS } from './sphere.ts';
import type { Terminal } from './waypoints.ts';

export interface SearchResult {
  cost: number;
  points: number[];
  cells: number[];
  settled: number;
  evals: number;
}

export function cheapestPerMetre(costs: Costs): number {
  const { motion, perSecond } = costs;
  let best = Infinity;
  for (let i = 0; i < perSecond.length; i++) {
    const ground = motion[4 * i] + Math.hypot(motion[4 * i + 2], motion[4 * i + 3]);
    if (ground > 0) best = Math.min(best, perSecond[i] / ground);
  }
  return best;
}

const R = EARTH_RADIUS_M;

export function search(
  mesh: Mesh,
  costs: Costs,
  points: Points,
  start: Terminal,
  end: Terminal,
  pinches = false,
): SearchResult | null {
  const { λ, φ, ψ, cellStart, cellPoint, count, perEdge } = points;
  const { cornerCell, edgeTopology, cornerCount } = mesh;
  const g = new Float64Array(count).fill(Infinity);
  const h = new Float64Array(count).fill(-1);
  const parent = new Int32Array(count).fill(-2);
  const via = new Int32Array(count).fill(-1);
  const done = new Uint8Array(count);
  const queue = new FlatQueue<number>();
  const perMetre = cheapestPerMetre(costs);
  const sλ = start.used.lon * RADIANS,
    sφ = start.used.lat * RADIANS,
    sψ = isometricLatitude(sφ);
  const eλ = end.used.lon * RADIANS,
    eφ = end.used.lat * RADIANS,
    eψ = isometricLatitude(eφ);
  let best = Infinity,
    bestPoint = -1,
    bestCell = -1,
    settled = 0,
    evals = 0;
  const partners = new Int32Array(cornerCount).fill(-1);
  if (pinches)
    for (let k = 0; k < mesh.pinch.length; k += 2) {
      partners[mesh.pinch[k]] = mesh.pinch[k + 1];
      partners[mesh.pinch[k + 1]] = mesh.pinch[k];
    }
  const goal = new Uint8Array(mesh.openCount);
  for (const c of end.cells) goal[c] = 1;

  const relax = (p: number, pλ: number, pφ: number, pψ: number, gp: number, c: number) => {
    for (let k = cellStart[c]; k < cellStart[c + 1]; k++) {
      const z = cellPoint[k];
      if (done[z]) continue;
      evals++;
      const dφ = φ[z] - pφ;
      let dλ = λ[z] - pλ;
      if (dλ > Math.PI) dλ -= 2 * Math.PI;
      else if (dλ < -Math.PI) dλ += 2 * Math.PI;
      const q = dφ > 1e-6 || dφ < -1e-6 ? dφ / (ψ[z] - pψ) : Math.cos(pφ);
      const cost = gp + legCost(costs, c, R * q * dλ, R * dφ);
      if (cost < g[z]) {
        g[z] = cost;
        parent[z] = p;
        via[z] = c;
        if (h[z] < 0) h[z] = centralAngle(φ[z], λ[z], eφ, eλ) * R * perMetre;
        if (cost + h[z] < best) queue.push(z, cost + h[z]);
      }
    }
    if (goal[c]) {
      const dφ = eφ - pφ;
      let dλ = eλ - pλ;
      if (dλ > Math.PI) dλ -= 2 * Math.PI;
      else if (dλ < -Math.PI) dλ += 2 * Math.PI;
      const q = dφ > 1e-6 || dφ < -1e-6 ? dφ / (eψ - pψ) : Math.cos(pφ);
      const cost = gp + legCost(costs, c, R * q * dλ, R * dφ);
      if (cost < best) {
        best = cost;
        bestPoint = p;
        bestCell = c;
      }
    }
  };
  for (const c of start.cells) relax(-1, sλ, sφ, sψ, 0, c);
  while (queue.length > 0) {
    const f = queue.peekValue()!;
    if (f >= best) break;
    const p = queue.pop()!;
    if (done[p]) continue;
    done[p] = 1;
    settled++;
    if (p < cornerCount) {
      const partner = partners[p];
      if (partner >= 0 && g[p] < g[partner]) {
        g[partner] = g[p];
        parent[partner] = p;
        via[partner] = -1;
        h[partner] = h[p];
        queue.push(partner, f);
      }
      for (let k = 4 * p; k < 4 * p + 4; k++) {
        const c = cornerCell[k];
        if (c >= 0 && c !== via[p]) relax(p, λ[p], φ[p], ψ[p], g[p], c);
      }
    } else {
      const e = Math.floor((p - cornerCount) / perEdge);
      const a = edgeTopology[4 * e],
        b = edgeTopology[4 * e + 1];
      if (a !== via[p]) relax(p, λ[p], φ[p], ψ[p], g[p], a);
      if (b !== via[p]) relax(p, λ[p], φ[p], ψ[p], g[p], b);
    }
  }
  if (best === Infinity) return null;
  const path: number[] = [];
  const cells: number[] = [bestCell];
  for (let p = bestPoint; p >= 0; p = parent[p]) {
    if (via[p] < 0) continue;
    path.push(p);
    cells.push(via[p]);
  }
  return { cost: best, points: path.reverse(), cells: cells.reverse(), settled, evals };
}
