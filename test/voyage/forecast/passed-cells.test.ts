import { expect, it } from 'vitest';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import type { SailedTrack } from '../../../lib/engine/plan-dated.ts';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { PassedCells } from '../../../lib/voyage/forecast/passed-cells.ts';
import { type Grid, gridMesh } from '../../engine/sea/grid-sea.ts';

const grid: Grid = { columns: 3, rows: 1, box: [0, 0, 3, 1] };
/** Waves of so many metres in each of its cells, from the last one on. */
function meshWith(waves: readonly number[] | null, u = 0): Mesh {
  const mesh = gridMesh(grid, () => ({ u }));
  const waveHeight = waves && Float64Array.from(waves);
  const row = mesh.row.toReversed();
  const columns = { ...mesh.environment.columns, waveHeight };
  return { ...mesh, row, environment: { ...mesh.environment, columns } };
}
const meshes = [meshWith([3, 2, 1]), meshWith([6, 5, 4], 0.1), meshWith(null, 0.2)];
const sea = seaOf(
  meshes,
  meshes.map((_, mesh) => ({ from: mesh, mesh })),
);
const track = (cells: readonly number[], of: readonly number[]) =>
  ({ cells, meshes: of }) as unknown as SailedTrack;

it('are told once each, with what their own meshes say of them', () => {
  const passed = new PassedCells(sea);
  const rowsOf = (mesh: Mesh) => [...mesh.row];
  expect(passed.along(track([-1, 0, 2, 2], [0, 0, 0, 1])).cells).toEqual([-1, 0, 1, 2]);
  expect(passed.along(track([-1, 2, 0, 1], [0, 1, 0, 2])).cells).toEqual([-1, 2, 0, 3]);
  const mesh = passed.mesh();
  expect([mesh.cellCount, mesh.environment.cellCount, rowsOf(mesh)]).toEqual([4, 4, [0, 1, 2, 3]]);
  const { waveHeight, windEast } = mesh.environment.columns;
  expect([...waveHeight!]).toEqual([1, 3, 6, Number.NaN]);
  expect(windEast).toBeNull();
});
