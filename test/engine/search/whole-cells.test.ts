import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { shortWayDegrees } from '../../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { Chain } from '../../../lib/engine/path/chain.ts';
import { layOutPatch } from '../../../lib/engine/search/patch.ts';
import { piecesAround, pushCuts, withWholeCells } from '../../../lib/engine/search/whole-cells.ts';
import { rhumbLine } from '../oracle/sailing.ts';
import { type MeshTraits, randomMesh } from '../random-mesh.ts';

/** A mesh whose cells are all cut, some of them in both directions. */
const cutMesh = (seed: number, place: MeshTraits['place']) =>
  openMesh(compileMesh(randomMesh(seed, { cells: 20, place, closed: 'none' }).source));
const meshes = [cutMesh(31_000_522, 'polar'), cutMesh(7, 'globe'), cutMesh(11, 'antimeridian')];

/** West, south, east and north of the cell of the vessel mesh that a piece is of. */
function sidesAround(mesh: (typeof meshes)[number], cell: number) {
  const sides = [...piecesAround(mesh, cell)].map((piece) => mesh.bounds.subarray(4 * piece, 4 * piece + 4));
  const of = (side: number) => sides.map((four) => four[side]!);
  return [Math.min(...of(0)), Math.min(...of(1)), Math.max(...of(2)), Math.max(...of(3))] as const;
}

/** A point on the border of a cell: on its side number `side`, at this fraction of it. */
const onBorder = fc.tuple(
  fc.nat(3),
  fc.oneof(fc.constantFrom(0, 0.25, 0.5, 0.75, 1), fc.double({ min: 0, max: 1, noNaN: true })),
);

it('follows a leg across a cell from piece to piece', () => {
  let passed = 0;
  fc.assert(
    fc.property(fc.nat(2), fc.nat(10_000), onBorder, onBorder, (m, n, from, to) => {
      const mesh = meshes[m]!;
      const cell = n % mesh.openCount;
      const [west, south, east, north] = sidesAround(mesh, cell);
      if (east - west >= 180) return;
      const [start, end] = [from, to].map(([side, part]) => {
        const [lon, lat] = [west + part * (east - west), south + part * (north - south)];
        return side === 0 ? [west, lat] : side === 1 ? [lon, south] : side === 2 ? [east, lat] : [lon, north];
      }) as [[number, number], [number, number]];
      if (Math.hypot(end[0] - start[0], end[1] - start[1]) < 1e-6) return;
      const chain = new Chain(2);
      chain.pushFixed(...start, -1);
      chain.pushFixed(...end, pushCuts(mesh, chain, end, cell));
      let lengthM = 0;
      for (let i = 1; i < chain.length; i++) {
        const [w, s, e, n] = mesh.bounds.subarray(
          4 * chain.cell[i]!,
          4 * chain.cell[i]! + 4,
        ) as unknown as number[];
        for (const [lon, lat] of [chain.point(i - 1), chain.point(i)]) {
          const own = w! + shortWayDegrees(lon - w!);
          expect(own > w! - 1e-8 && own < e! + 1e-8 && lat > s! - 1e-8 && lat < n! + 1e-8).toBe(true);
        }
        lengthM += rhumbLine(chain.point(i - 1), chain.point(i)).lengthM;
      }
      expect(Math.abs(lengthM / rhumbLine(start, end).lengthM - 1)).toBeLessThan(1e-9);
      passed += chain.length - 2;
    }),
    { seed: 20_240_214, numRuns: 2000 },
  );
  expect(passed).toBeGreaterThan(1000);
});

it('gives a whole cell the points of its border, and none of its cuts', () => {
  const [mesh] = meshes as [(typeof meshes)[number]];
  const all = Int32Array.from({ length: mesh.openCount }, (_, cell) => cell);
  const pieces = layOutPatch(mesh, all, () => [0.5]);
  const patch = withWholeCells(mesh, pieces, () => true);
  expect(patch.cells.length).toBeGreaterThan(all.length);
  for (let whole = all.length; whole < patch.cells.length; whole++) {
    const [west, south, east, north] = sidesAround(mesh, patch.cells[whole]!);
    const own = patch.cellPoint.subarray(patch.cellStart[whole], patch.cellStart[whole + 1]);
    expect(new Set(own).size).toBe(own.length);
    expect(own.length).toBeGreaterThan(4);
    for (const p of own) {
      const [lon, lat] = [patch.λ[p]!, patch.φ[p]!].map((radians) => (radians * 180) / Math.PI);
      const apart = [west - lon!, east - lon!, south - lat!, north - lat!].map((d) =>
        Math.abs(shortWayDegrees(d)),
      );
      expect(Math.min(...apart)).toBeLessThan(1e-9);
    }
  }
  expect(withWholeCells(mesh, pieces, () => false).cells.length).toBe(all.length);
});
