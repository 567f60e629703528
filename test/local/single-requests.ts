import { expect } from 'vitest';
import type * as z from 'zod';
import type { spreadDocument } from '../../lib/api/spread-schema.ts';
import type { Answer, Service } from './service.ts';

type Spread = z.output<typeof spreadDocument>['objectives'][number];
type Coordinates = readonly (readonly number[])[];

/** Linear between the ranks of the values that are there. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = part * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(rank)]!, sorted[Math.ceil(rank)]!];
  return low + (rank % 1) * (high - low);
}

/** A study over meshes beside what single requests for a route, and for the price of a route, say of each mesh. */
export async function expectSpreadOfSingleRequests(
  service: Service,
  spreads: readonly Spread[],
  ends: object,
  meshes: readonly number[],
): Promise<void> {
  const routes = new Map<number, Answer['body']>();
  for (const mesh_id of meshes) {
    const { job, route } = await service.route({ ...ends, mesh_id, force_new_route: true });
    if (job.status === 'SUCCESS') routes.set(mesh_id, route);
  }
  for (const spread of spreads) await expectSpread(service, spread, routes, meshes);
}

async function expectSpread(
  service: Service,
  { objective, p10, p50, p90, no_way_share, members, least_regret }: Spread,
  routes: ReadonlyMap<number, Answer['body']>,
  meshes: readonly number[],
): Promise<void> {
  const best = new Map<number, { cost: number; path: Coordinates }>();
  for (const [mesh, route] of routes) {
    const { path } = route.routes.find(({ type }: { type: string }) => type === objective);
    const [{ properties, geometry }] = path.features;
    const cost = objective === 'fuel' ? properties.total_fuel : properties.total_traveltime;
    best.set(mesh, { cost, path: geometry.coordinates });
  }
  const costs = [...best.values()].map(({ cost }) => cost);
  expect(costs.length).toBeGreaterThan(2);
  expect([p10, p50, p90]).toEqual([0.1, 0.5, 0.9].map((part) => expect.closeTo(quantile(costs, part), 6)));
  expect(no_way_share).toBeCloseTo(1 - costs.length / meshes.length, 9);

  /** What the route of one mesh costs on another; null where it can't be sailed there. */
  const priceOn = async (mesh: number, coordinates: Coordinates): Promise<number | null> => {
    const route = { type: 'LineString', coordinates };
    const { status, body } = await service.post('/api/evaluate_route', { route, custom_mesh_id: mesh });
    expect([200, 422]).toContain(status);
    if (status === 422) return null;
    return objective === 'fuel' ? body.fuel_tonnes : body.time_days;
  };
  const regrets = new Map<number, { worst: number; closedOn: number }>();
  for (const [of, { path }] of best) {
    const percents: (number | null)[] = [];
    for (const [on, { cost: least }] of best) {
      if (on === of) continue;
      const cost = await priceOn(on, path);
      percents.push(cost === null ? null : Math.max(0, 100 * (cost / least - 1)));
    }
    const sailed = percents.filter((percent) => percent !== null);
    regrets.set(of, { worst: Math.max(0, ...sailed), closedOn: percents.length - sailed.length });
  }
  expect(members.map(({ mesh_id }) => mesh_id)).toEqual(meshes);
  for (const { mesh_id, cost, worst_regret_percent, closed_on, path } of members) {
    const own = best.get(mesh_id);
    if (!own) {
      expect([cost, path, worst_regret_percent]).toEqual([null, null, null]);
      continue;
    }
    const { worst, closedOn } = regrets.get(mesh_id)!;
    expect(cost).toBeCloseTo(own.cost, 6);
    expect([mesh_id, closed_on]).toEqual([mesh_id, closedOn]);
    expect(worst_regret_percent).toEqual(closedOn > 0 ? null : expect.closeTo(worst, 3));
    expect(path!.coordinates).toHaveLength(own.path.length);
  }
  // seas that differ: to know which one is right is worth something
  expect([...regrets.values()].some(({ worst }) => worst > 1)).toBe(true);
  expect([...regrets.values()].some(({ closedOn }) => closedOn > 0)).toBe(true);
  const [least] = [...regrets].toSorted(([, a], [, b]) => a.closedOn - b.closedOn || a.worst - b.worst);
  expect(least_regret!.mesh_id).toBe(least![0]);
  const wanted = best.get(least![0])!.path.map((point) => point.map((degrees) => expect.closeTo(degrees, 9)));
  expect(least_regret!.path.coordinates).toEqual(wanted);
}
