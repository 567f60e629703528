import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { cellsAt } from '../../../lib/engine/mesh/locate.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { overlayOf } from '../../../lib/engine/sea/overlay.ts';
import { seaOf, sliceAt } from '../../../lib/engine/sea/sea.ts';
import { randomMesh } from '../random-mesh.ts';
import { type Grid, gridMesh } from './grid-sea.ts';

const area = ({ bounds }: Mesh, cell: number) =>
  (bounds[4 * cell + 2]! - bounds[4 * cell]!) * (bounds[4 * cell + 3]! - bounds[4 * cell + 1]!);
const areaOfAll = (mesh: Mesh) =>
  Array.from({ length: mesh.cellCount }, (_, cell) => area(mesh, cell)).reduce((a, b) => a + b, 0);

const grid = (columns: number, rows: number, box: Grid['box'] = [0, 0, 6, 6]): Grid => ({
  columns,
  rows,
  box,
});

describe('an overlay', () => {
  test('cuts the cells of all meshes by each other, and each piece is in one cell of each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 })), {
          minLength: 2,
          maxLength: 4,
        }),
        (sizes) => {
          const meshes = sizes.map(([columns, rows], k) =>
            gridMesh(grid(columns, rows), (x, y) => ({ u: x * k, closed: x > 5 && y > 5 && k === 0 })),
          );
          const { mesh, cellOf } = overlayOf(meshes);
          expect(areaOfAll(mesh)).toBeCloseTo(areaOfAll(meshes[0]!), 9);
          for (let piece = 0; piece < mesh.cellCount; piece++) {
            const [west, south, east, north] = mesh.bounds.subarray(
              4 * piece,
              4 * piece + 4,
            ) as unknown as number[];
            const middle = { lon: 0.5 * (west! + east!), lat: 0.5 * (south! + north!) };
            for (const [k, own] of meshes.entries())
              expect(cellsAt(own, middle)).toEqual([cellOf[k]![piece]]);
            const isOpen = meshes.some((own, k) => cellOf[k]![piece]! < own.openCount);
            expect(piece < mesh.openCount).toBe(isOpen);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('has the borders that the mesh has which it is the only one of', () => {
    for (let seed = 1; seed < 60; seed++) {
      const one = openMesh(compileMesh(randomMesh(seed).source));
      const { mesh } = overlayOf([one, one]);
      expect(mesh.openCount).toBe(one.openCount);
      const edgesOf = (own: Mesh) =>
        Array.from({ length: own.edgeCount }, (_, e) =>
          own.edgeSpan.subarray(3 * e, 3 * e + 3).join(),
        ).sort();
      expect(edgesOf(mesh)).toEqual(edgesOf(one));
    }
  });

  test('of meshes that do not cover the same: what one lacks is closed there', () => {
    const meshes = [gridMesh(grid(2, 2), () => ({})), gridMesh(grid(2, 1, [0, 0, 4, 3]), () => ({}))];
    const { mesh, cellOf } = overlayOf(meshes);
    expect(areaOfAll(mesh)).toBeCloseTo(areaOfAll(meshes[0]!), 9);
    const covered = Array.from({ length: mesh.cellCount }, (_, piece) =>
      cellOf[1]![piece]! < 0 ? 0 : area(mesh, piece),
    );
    expect(covered.reduce((a, b) => a + b)).toBeCloseTo(areaOfAll(meshes[1]!), 9);
  });
});

describe('the slices of a sea', () => {
  const meshes = [0, 1, 0].map((u) =>
    gridMesh(grid(3, 3), (x, y) => ({ u, closed: u === 1 && x > 4 && y > 4 })),
  );

  test('a cell that has closed keeps what held when it was open, and is marked', () => {
    const { slices, mesh } = seaOf(meshes, [
      { from: 0, mesh: 0 },
      { from: 1, mesh: 1 },
    ]);
    const closed = Array.from({ length: mesh.openCount }, (_, cell) => cell).filter(
      (cell) => slices[1]!.open[cell] === 0,
    );
    expect(closed).toHaveLength(1);
    expect(slices[1]!.days.motion[4 * closed[0]!]).toBe(slices[0]!.days.motion[4 * closed[0]!]);
    expect(slices[1]!.days.motion[4 * closed[0]! + 2]).toBe(0);
  });

  test('that say the same are one, and cells say how long what holds in them holds', () => {
    const spans = [0, 2, 0, 1].map((mesh, from) => ({ from, mesh }));
    const { slices, starts } = seaOf(meshes, spans);
    expect([...starts]).toEqual([-Infinity, 3, Infinity]);
    expect(slices[0]!.next[0]).toBe(1);
    expect(slices[1]!.first[0]).toBe(1);
    expect([-1, 2.9, 3, 5].map((time) => sliceAt({ starts }, time))).toEqual([0, 0, 1, 1]);
  });
});
