/** The polygons of reach among closed cells that touch at corners: valid by the Simple Feature Access of OGC, which PostGIS and QGIS go by. */
import { expect, test } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { reachOn } from '../../../lib/voyage/reach/reach.ts';
import { gridMesh } from '../../local/grid-mesh.ts';
import { parseVesselMesh } from '../../meshes/parse-vessel-mesh.ts';

type Line = readonly (readonly [number, number])[];

/** What is reached from the south-western cell of a grid of cells of one degree, `#` being closed; the first row is the northernmost. */
function polygonsAmong(rows: readonly string[]): Line[][] {
  const isOpen = (lat: number, lon: number) => rows.at(-1 - Math.floor(lat))![Math.floor(lon)] === '.';
  const grid = gridMesh({ latMin: 0, lonMin: 0, columns: rows[0]!.length, rows: rows.length, isOpen });
  const mesh = openMesh(compileMesh(parseVesselMesh(Buffer.from(JSON.stringify(grid))).source));
  const [reach] = reachOn(mesh, {
    origins: [{ lat: 0.5, lon: 0.5, delayHours: 0 }],
    metric: 'hours',
    contours: [10_000],
    objective: 'traveltime',
    isReverse: false,
    destination: null,
  });
  return reach!.polygons;
}

/** Twice the area: positive where the ring runs counterclockwise. */
const turning = (ring: Line) =>
  ring.slice(1).reduce((sum, [x, y], k) => sum + ring[k]![0] * y - x * ring[k]![1], 0);

test.each([
  ['two islands that touch are two holes', ['.....', '.#...', '..#..', '.....'], [[-1, -1, 20]]],
  [
    'four islands round a bay that is not reached are one',
    ['......', '..#...', '.#.#..', '..#...', '......'],
    [[-5, 30]],
  ],
  ['two islands that touch the coast are holes', ['#....', '.#...', '..#..', '.....'], [[-1, -1, 19]]],
  [
    'islands and a cape in a chain leave no place out',
    ['....#', '.#.#.', '..#..', '.#.#.', '.....'],
    [[-1, -1, -1, -1, -1, 24]],
  ],
])('%s', (_, rows, areas) => {
  const polygons = polygonsAmong(rows);
  for (const ring of polygons.flat()) {
    const places = ring.slice(1).map(String);
    expect(new Set(places).size, 'a ring is at no place twice').toBe(places.length);
  }
  const found = polygons.map((rings) =>
    rings.map((ring) => Math.round(turning(ring) / 2)).sort((a, b) => a - b),
  );
  expect(found.toSorted((a, b) => b.at(-1)! - a.at(-1)!)).toEqual(areas);
});
