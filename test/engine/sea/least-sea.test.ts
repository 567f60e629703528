import { describe, expect, it } from 'vitest';
import { reachOfProfile, supportOf } from '../../../lib/engine/certificate/reach.ts';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { planDated } from '../../../lib/engine/plan-dated.ts';
import { leastSea } from '../../../lib/engine/sea/least-sea.ts';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { type Grid, gridSource, placeAt } from './grid-sea.ts';

const grid: Grid = { columns: 6, rows: 3, box: [0, 0, 3, 1.5], degrees: 2 };

/** What a ship consumes in waves: as much on half of all headings, and more the more they are on its bow. */
function wavy(dearer: number, closed: number) {
  const source = gridSource(grid, (x, y) => ({ u: 0.002, v: 0.0002, closed: x < 0.5 && y < closed }));
  const rates = source.rates!.map(
    (_, k) => [27.3, 27.3, 27.3, 27.3, 36.2, 47.6 * dearer, 42.9, 30.9][k % 8]!,
  );
  return openMesh(compileMesh({ ...source, rates }));
}

describe('the mesh of the least costs of two slices', () => {
  // a cell is closed on the first day only: on that day it says nothing
  const meshes = [wavy(1, 0.5), wavy(1.02, 0)];
  const sea = seaOf(
    meshes,
    meshes.map((_, mesh) => ({ from: 0.5 * mesh, mesh })),
  );

  it('reaches as far as its slices in every direction, and is told so from whichever is asked before', () => {
    const { openCount } = sea.mesh;
    const windows = { from: new Float64Array(openCount), to: new Float64Array(openCount).fill(9) };
    const mesh = leastSea(sea, 'consumed', windows);
    let [least, most] = [Infinity, 0];
    for (let cell = 0; cell < openCount; cell += 3) {
      const reach = Float64Array.from(mesh.reachOf!(cell)!);
      const support = supportOf(reach, 1).support();
      const own = sea.slices.map(({ consumed }) => reachOfProfile(consumed!, cell));
      for (let k = 0; k < 200; k++) {
        const [x, y] = [Math.sin(0.0315 * k), Math.cos(0.0315 * k)];
        const furthest = (points: Float64Array) =>
          points.reduce((far, _, i) => (i % 2 ? far : Math.max(far, x * points[i]! + y * points[i + 1]!)), 0);
        const part = support(x, y) / furthest(reach);
        most = Math.max(most, part);
        least = Math.min(least, part, support(x, y) / Math.max(...own.map(furthest)));
      }
    }
    expect(least).toBeGreaterThan(1 - 1e-12);
    expect(most).toBeLessThan(1 + 1e-12);
  });

  it('proves what is consumed, though a cell can not be sailed at first', () => {
    const [start, end] = [placeAt(grid, 0.2, 1), placeAt(grid, 2.8, 0.3)];
    const { routes } = planDated(sea, start, end, { certificate: true });
    for (const { optimality } of routes) {
      expect(optimality!.endedBy).toBeNull();
      expect(optimality!.gapPercent).toBeLessThan(1);
    }
  });
});
