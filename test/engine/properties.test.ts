/** What must hold between the routes of meshes that are one mesh told otherwise, or nearly so. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import type { ObjectiveRoute, RoutePlan } from '../../lib/engine/route-plan.ts';
import { RouteInaccessible } from '../../lib/engine/waypoints/errors.ts';
import { runs } from '../thorough.ts';
import { forRandomMeshes } from './for-random-meshes.ts';
import { totalOf } from './oracle/examine.ts';
import { isOpen } from './random-mesh.ts';
import { mirrored, quickened, renumbered, scaled } from './transform-mesh.ts';

/** As near as routes come to the optimum: parts of the cost. */
const TOLERANCE = { alike: 1e-4, wind: 1e-3 };

describe.each(['alike', 'wind'] as const)('routes where headings are: %s', (headings) => {
  const tolerance = TOLERANCE[headings];

  it('cost the same on the mirrored mesh', () => {
    forRandomMeshes(runs(2, 5), { headings }, ({ source, mesh, start, end }) => {
      const mirror = ({ lat, lon }: LatLon) => ({ lat, lon: -lon });
      const there = routesOf(planOrNull(openMesh(compileMesh(mirrored(source))), mirror(start), mirror(end)));
      return differences(routesOf(planOrNull(mesh, start, end)), there, tolerance);
    });
  });

  it('are no worse when a cell gets faster', () => {
    forRandomMeshes(runs(2, 5), { headings }, ({ source, mesh, start, end, random }) => {
      const rows = source.ids.map((_, row) => row).filter((row) => isOpen(source, row));
      const row = rows[Math.floor(random() * rows.length)]!;
      const before = routesOf(planOrNull(mesh, start, end));
      const after = routesOf(planOrNull(openMesh(compileMesh(quickened(source, row, 1.3))), start, end));
      return before.flatMap((cost, k) =>
        after[k]! <= cost * (1 + tolerance) ? [] : [`${cost} becomes ${after[k]} (row ${row} faster)`],
      );
    });
  });
});

describe('routes', () => {
  it('cost the same back as there, where there is no current and headings are alike', () => {
    forRandomMeshes(runs(4, 12), { headings: 'alike', currents: 'none' }, ({ mesh, start, end }) =>
      differences(routesOf(planOrNull(mesh, start, end)), routesOf(planOrNull(mesh, end, start)), 1e-4),
    );
  });

  it('are the same whatever the order and the names of the cells', () => {
    forRandomMeshes(runs(2, 6), {}, ({ source, mesh, start, end, random }) => {
      const order = source.ids.map((_, row) => row);
      for (let i = order.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [order[i], order[j]] = [order[j]!, order[i]!];
      }
      const other = planOrNull(openMesh(compileMesh(renumbered(source, order))), start, end);
      const names = (row: number) => (row < 0 ? row : order[row]!);
      return written(other, names) === written(planOrNull(mesh, start, end)) ? [] : ['they differ'];
    });
  });

  it('pass the same points whatever the units of speed and consumption', () => {
    forRandomMeshes(runs(2, 6), {}, ({ source, mesh, start, end, random }) => {
      const [motion, rate] = [20, 200].map((most) => 2 ** Math.round(most * (2 * random() - 1)));
      const other = planOrNull(openMesh(compileMesh(scaled(source, motion!, rate!))), start, end);
      return points(other) === points(planOrNull(mesh, start, end))
        ? []
        : [`they differ: ${motion}, ${rate}`];
    });
  });

  it('are the same bytes every time', () => {
    forRandomMeshes(runs(2, 6), {}, ({ source, mesh, start, end }) => {
      const again = planOrNull(openMesh(compileMesh(source)), start, end);
      return written(again) === written(planOrNull(mesh, start, end)) ? [] : ['they differ'];
    });
  });

  it('compile to the same bytes every time', () => {
    forRandomMeshes(runs(3, 10), {}, ({ source }) => {
      expect(Buffer.compare(compileMesh(source), compileMesh(source))).toBe(0);
      return [];
    });
  });
});

function planOrNull(mesh: Mesh, start: LatLon, end: LatLon): RoutePlan | null {
  try {
    return planRoute(mesh, start, end);
  } catch (error) {
    if (error instanceof RouteInaccessible) return null;
    throw error;
  }
}

/** The cost of each objective's route; none where there is no way. */
function routesOf(plan: RoutePlan | null): number[] {
  return plan?.routes.map(({ track, objective }) => totalOf(track, objective)) ?? [];
}

function differences(one: readonly number[], other: readonly number[], tolerance: number): string[] {
  if (one.length !== other.length) return [`${one.length} routes, ${other.length} on the other`];
  return one.flatMap((cost, k) =>
    Math.abs(cost - other[k]!) <= tolerance * cost ? [] : [`${cost}, ${other[k]} on the other`],
  );
}

/** The waypoints of a plan as text. */
function points(plan: RoutePlan | null): string {
  const tracks = plan?.routes.flatMap(({ track, unsmoothed, sailing }) => [track, unsmoothed, sailing]);
  return JSON.stringify(tracks?.map(({ coordinates }) => coordinates));
}

/** A plan as text, its cells under the names of another mesh. */
function written(plan: RoutePlan | null, names: (row: number) => number = (row) => row): string {
  const rename = (route: ObjectiveRoute) => {
    const { track, unsmoothed, sailing } = route;
    const [a, b, c] = [track, unsmoothed, sailing].map((one) => ({ ...one, cells: one.cells.map(names) }));
    return { ...route, track: a, unsmoothed: b, sailing: c };
  };
  return JSON.stringify(plan && { ...plan, routes: plan.routes.map(rename) });
}
