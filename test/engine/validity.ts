import { expect } from 'vitest';
import type { Objective } from '../../lib/engine/cost/cost.ts';
import { costsFor, sail } from '../../lib/engine/cost/cost.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import type { Track } from '../../lib/engine/path/track.ts';
import { departure } from '../../lib/engine/path/track.ts';
import type { RoutePlan } from '../../lib/engine/route-plan.ts';

export function totalOf(track: Track, objective: Objective): number {
  return (objective === 'traveltime' ? track.timeDays : track.consumption!).at(-1)!;
}

/** Asserts all that a plan promises: point 1 and 2 of what the engine must reach. */
export function expectValid(mesh: Mesh, plan: RoutePlan): void {
  const cellOfRow = new Map(Array.from(mesh.row.subarray(0, mesh.openCount), (row, cell) => [row, cell]));
  for (const route of plan.routes) {
    for (const track of [route.track, route.unsmoothed]) expectLegsInCells(mesh, track, cellOfRow);
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

/** Every leg in the cell that it names, at the cost that the definition gives it. */
function expectLegsInCells(mesh: Mesh, track: Track, cellOfRow: Map<number, number>): void {
  const costs = costsFor(mesh, 'traveltime');
  for (let i = 1; i < track.coordinates.length; i++) {
    const cell = cellOfRow.get(track.cells[i])!;
    expect(cell, 'an open cell').toBeDefined();
    for (const point of [track.coordinates[i - 1], track.coordinates[i]]) expectInside(mesh, cell, point);
    const { x, y } = departure(track.coordinates[i - 1], track.coordinates[i]);
    const { days, consumption, speed } = sail(costs, cell, x, y);
    expect(Number.isFinite(days)).toBe(true);
    expectGrows(track.timeDays, i, days);
    expectGrows(track.distanceM, i, Math.hypot(x, y));
    if (track.consumption) expectGrows(track.consumption, i, consumption);
    expect(track.speedKmh[i]).toBeCloseTo(x === 0 && y === 0 ? 0 : 3.6 * speed, 9);
  }
}

function expectInside({ bounds }: Mesh, cell: number, [lon, lat]: readonly [number, number]): void {
  const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4);
  expect(lat >= south && lat <= north, `latitude ${lat} in ${south}…${north}`).toBe(true);
  const isInside = [lon, lon - 360, lon + 360].some((turned) => turned >= west && turned <= east);
  expect(isInside, `longitude ${lon} in ${west}…${east}`).toBe(true);
}

function expectGrows(cumulative: readonly number[], i: number, by: number): void {
  expect(Math.abs(cumulative[i] - cumulative[i - 1] - by)).toBeLessThanOrEqual(
    1e-9 * Math.max(cumulative[i], 1e-9),
  );
}
