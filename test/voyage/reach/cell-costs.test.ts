/** What it costs to come to places of one cell, against all ways by way of places of its border, close together. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { type Field, FieldSolver, type FieldSource } from '../../../lib/engine/field.ts';
import { EARTH_RADIUS_M, type LatLon, RADIANS } from '../../../lib/engine/geometry/sphere.ts';
import { openCellsAt } from '../../../lib/engine/mesh/locate.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { leastPerRadian, legTo, placeOf } from '../../../lib/engine/search/place.ts';
import { stretchesOf } from '../../../lib/voyage/reach/border-stretches.ts';
import { borderOf, type CellBorder } from '../../../lib/voyage/reach/cell-border.ts';
import { CellCosts, type SourceInCell } from '../../../lib/voyage/reach/cell-costs.ts';
import { type MeshTraits, randomMesh, randomNumbers, randomPoint } from '../../engine/random-mesh.ts';

const PARTS = 200;
/** By the border beside another point than the best one a way may cost so much less. */
const MOST = 0.02;

/** The least by source, Infinity where there is none. */
function leastBySource(
  field: Field,
  cell: number,
  border: CellBorder,
  within: readonly SourceInCell[],
  at: LatLon,
) {
  const { mesh, costs, sign } = field;
  const leg = (from: LatLon) => {
    const { λ, φ, ψ } = placeOf(from);
    return legTo(costs, cell, placeOf(at), sign, λ, φ, ψ);
  };
  const least = new Map<number, number>();
  const note = (source: number, cost: number) =>
    source >= 0 && least.set(source, Math.min(least.get(source) ?? Infinity, cost));
  for (const one of within) note(one.source, one.cost + leg(one.at));
  const { lon, lat, cost, source } = border;
  const stretches = stretchesOf(border, leastPerRadian(mesh, costs, cell) / EARTH_RADIUS_M);
  for (const [k, metres] of stretches.entries()) {
    const next = (k + 1) % lon.length;
    const between = (list: Float64Array, part: number) => list[k]! + part * (list[next]! - list[k]!);
    for (let j = 0; j <= (metres > 0 ? PARTS : 0); j++) {
      const part = j / PARTS;
      note(source[k]!, between(cost, part) + leg({ lon: between(lon, part), lat: between(lat, part) }));
    }
  }
  return least;
}

const CASES: readonly (readonly [string, Partial<MeshTraits>, boolean])[] = [
  ['in currents', { headings: 'alike', currents: 'weak' }, false],
  ['in currents, back', { headings: 'alike', currents: 'weak' }, true],
  ['in still water', { headings: 'alike', currents: 'none' }, false],
  ['where headings differ', { headings: 'wind', currents: 'weak' }, false],
];

describe.each(CASES)('the two nearest sources of a place %s', (_, traits, isTo) => {
  it('are those of all ways to it, and cost hardly more', () => {
    let seconds = 0;
    const excess: number[] = [];
    for (let seed = 1; seed <= 3; seed++) {
      const drawn = randomMesh(seed, {
        cells: 12,
        closed: 'none',
        place: 'region',
        consumption: 'fuel',
        ...traits,
      });
      const mesh = openMesh(compileMesh(drawn.source));
      const random = randomNumbers(seed);
      const sources: FieldSource[] = Array.from({ length: 3 }, () => ({
        at: randomPoint(drawn, random),
        cost: 0.1 * random(),
      }));
      const solver = new FieldSolver(mesh, 'traveltime', { pointsPerEdge: 3 });
      const field = isTo ? solver.to(sources) : solver.from(sources);
      for (let cell = 0; cell < mesh.openCount; cell++) {
        const within = sources.flatMap(({ at, cost = 0 }, source) =>
          openCellsAt(mesh, at).includes(cell) ? [{ at, cost, source }] : [],
        );
        const border = borderOf(field, cell, []);
        const costs = new CellCosts(field, cell, border, within);
        const [west, south, east, north] = mesh.bounds.subarray(
          4 * cell,
          4 * cell + 4,
        ) as unknown as number[];
        for (let k = 0; k < 3; k++) {
          const at = { lon: west! + random() * (east! - west!), lat: south! + random() * (north! - south!) };
          const all = [...leastBySource(field, cell, border, within, at)].sort((a, b) => a[1] - b[1]);
          for (const [rank, { cost, source }] of costs.nearestTwo(at).entries()) {
            const [nearest, least] = all[rank] ?? [-1, Infinity];
            if (least === Infinity) {
              expect(cost).toBe(Infinity);
              continue;
            }
            const isClear = all.every(
              ([other, each]) => other === nearest || Math.abs(each / least - 1) > MOST,
            );
            if (isClear) expect(source).toBe(nearest);
            const part = cost / all.find(([other]) => other === source)![1] - 1;
            expect(part).toBeGreaterThan(-1e-4);
            expect(part).toBeLessThan(MOST);
            excess.push(part);
            seconds += rank;
          }
        }
      }
    }
    expect(seconds).toBeGreaterThan(20);
    expect(excess.reduce((sum, part) => sum + Math.abs(part), 0) / excess.length).toBeLessThan(5e-5);
  });
});

describe('between two points of a border', () => {
  /** A cell of two degrees at the equator, with three points on each side; corners at 0, 2, 4 and 6. */
  const border = (
    cost: readonly number[],
    source = cost.map(() => 0),
    corners = [0, 2, 4, 6],
  ): CellBorder => ({
    lon: Float64Array.of(0, 1, 2, 2, 2, 1, 0, 0),
    lat: Float64Array.of(0, 0, 0, 1, 2, 2, 2, 1),
    cost: Float64Array.from(cost),
    source: Int32Array.from(source),
    isCorner: Uint8Array.from(cost, (_, k) => (corners.includes(k) ? 1 : 0)),
  });
  const degree = EARTH_RADIUS_M * RADIANS;
  const known = (own: CellBorder) =>
    [...stretchesOf(own, 1 / degree)].map((metres) => Math.round((100 * metres) / degree) / 100);
  const alike = Array.from({ length: 8 }, () => 5);

  it('costs are linear where one source is nearest to both, from corner to corner they are not known', () => {
    const parallel = Math.round(100 * Math.cos(2 * RADIANS)) / 100;
    expect(known(border(alike))).toEqual([1, 1, 1, 1, parallel, parallel, 1, 1]);
    expect(known(border(alike, [0, 0, 0, 1, 1, 1, -1, -1]))).toEqual([1, 1, 0, 1, parallel, 0, 0, 0]);
    expect(known(border(alike, undefined, [0, 1, 2, 4, 6]))).toEqual([0, 0, 1, 1, parallel, parallel, 1, 1]);
    expect(known(border(alike, undefined, [0, 2, 4, 6, 7]))).toEqual([1, 1, 1, 1, parallel, parallel, 0, 0]);
  });

  it('they are not where two ways meet: on either side of the point, on the same side of the cell', () => {
    const bentAt = (k: number, by: number) =>
      known(border(alike.map((cost, j) => (j === k ? cost + by : cost))));
    const parts = (own: number[]) => own.map((metres) => (metres > 0 ? 1 : 0));
    expect(parts(bentAt(1, 0.5))).toEqual([0, 0, 1, 1, 1, 1, 1, 1]);
    expect(parts(bentAt(3, 0.5))).toEqual([1, 1, 0, 0, 1, 1, 1, 1]);
    expect(parts(bentAt(7, 0.5))).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
    // a little, the other way, and round a corner
    expect(parts(bentAt(1, 0.05))).toEqual(alike.map(() => 1));
    expect(parts(bentAt(1, -0.5))).toEqual(alike.map(() => 1));
    expect(parts(bentAt(2, 0.5))).toEqual(alike.map(() => 1));
    expect(parts(bentAt(0, 0.5))).toEqual(alike.map(() => 1));
  });
});
