import { expect, test } from 'vitest';
import { SEA_FIELDS } from '../../lib/console/map/sea-fields.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { compileFile } from '../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import { environmentGrid } from '../meshes/mesh-files.ts';

test('open water has no thickness of ice, whatever the mesh says of it', () => {
  const grid = environmentGrid({ lat: -70, lon: -60, columns: 2, rows: 1, size: 1 });
  const cells = grid.cellboxes as { SIC: number; thickness: number }[];
  Object.assign(cells[0]!, { SIC: 0, thickness: 0.8 });
  Object.assign(cells[1]!, { SIC: 40, thickness: 0.8 });
  const mesh = openMesh(compileFile(parseMesh(Buffer.from(JSON.stringify(grid)))).compiled);
  const thickness = SEA_FIELDS.find(({ id }) => id === 'thickness')!;
  const values = [0, 1].map((cell) => thickness.value(mesh, cell)).sort();
  expect(values).toEqual([0.8, Number.NaN]);
});
