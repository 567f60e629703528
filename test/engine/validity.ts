import { expect } from 'vitest';
import { costsFor, sail } from '../../lib/engine/cost/cost.ts';
import { departure } from '../../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { type Track, totalOf } from '../../lib/engine/path/track.ts';
import type { RoutePlan } from '../../lib/engine/route-plan.ts';

/** Asserts all that a plan promises: point 1 and 2 of what the engine must reach. */
export function expectValid(mesh: Mesh, plan: RoutePlan): void {
  const cellsOfRow = Map.groupBy(Array(mesh.openCount).keys(), (cell) => mesh.row[cell]!);
  for (const route of plan.routes) {
    for (const track of [route.track, route.unsmoothed]) expectLegsInCells(mesh, track, cellsOfRow);
    for (const track of [route.track, route.unsmoothed, route.sailing]) expectEnds(plan, track);
    const { objective } = route;
    expect(totalOf(route.track, objective)).toBeLessThanOrEqual(
      totalOf(route.unsmoothed, objective) * (1 + 1e-12),
    );
    expect(totalOf(route.sailing, objective)).toBeLessThanOrEqual(
      totalOf(route.track, objective) * 1.001 + 1e-12,
    );
    expect(route.sailing.coordinates.length).toBeLessThanOrEqual(route.track.coordinates.length);
    for (const other of plan.routes) {
      expect(totalOf(route.track, objective)).toBeLessThanOrEqual(totalOf(other.track, objective));
    }
  }
}

function expectEnds({ start, end }: RoutePlan, { coordinates }: Track): void {
  expect(coordinates[0]).toEqual([start.used.lon, start.used.lat]);
  expect(coordinates.at(-1)).toEqual([end.used.lon, end.used.lat]);
}

/** Every leg in one piece of the cell that it names, at the cost that the definition gives it. */
function expectLegsInCells(mesh: Mesh, track: Track, cellsOfRow: Map<number, number[]>): void {
  const costs = costsFor(mesh, 'traveltime');
  for (let i = 1; i < track.coordinates.length; i++) {
    const ends = track.coordinates.slice(i - 1, i + 1);
    const pieces = cellsOfRow.get(track.cells[i]!) ?? [];
    const cell = pieces.find((piece) => ends.every((point) => isInside(mesh, piece, point)))!;
    expect(cell, `an open cell from ${ends[0]} to ${ends[1]}`).toBeDefined();
    const { x, y } = departure(track.coordinates[i - 1], track.coordinates[i]);
    const { days, consumption, speed } = sail(costs, cell, x, y);
    expect(Number.isFinite(days)).toBe(true);
    expectGrows(track.timeDays, i, days);
    expectGrows(track.distanceM, i, Math.hypot(x, y));
    if (track.consumption) expectGrows(track.consumption, i, consumption);
    expect(track.speedKmh[i]).toBeCloseTo(x === 0 && y === 0 ? 0 : 3.6 * speed, 9);
  }
}

function isInside({ bounds }: Mesh, cell: number, [lon, lat]: readonly [number, number]): boolean {
  const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
  const turns = [lon, lon - 360, lon + 360];
  return lat >= south! && lat <= north! && turns.some((turned) => turned >= west! && turned <= east!);
}

function expectGrows(cumulative: readonly number[], i: number, by: number): void {
  expect(Math.abs(cumulative[i] - cumulative[i - 1] - by)).toBeLessThanOrEqual(
    1e-9 * Math.max(cumulative[i], 1e-9),
  );
}
