/** What is left aboard, in a route document and its files: of a route, its alternatives, and voyages of a trade-off. */
import { expect, it } from 'vitest';
import { routeDocument } from '../../lib/api/route-schema.ts';
import { tradeOffFile } from '../../lib/chart/trade-off-file.ts';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { buildRouteDocument } from '../../lib/routes/route-document.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../lib/voyage/plan-voyage.ts';
import { seaOf, ship, spaced } from '../speed/seas.ts';
import { mesh as meshRecord, request } from './world.ts';

/** An island in the way. */
const sea = seaOf(spaced(-4, 4, 8), spaced(-66, -58, 16), (column, line) => ({
  columns: { elevation: (column === 3 || column === 4) && line > 5 && line < 10 ? 10 : -500 },
}));
const vehicle = ship();
const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), sea)));
const [start, end] = [
  { lat: -62.05, lon: -3.5 },
  { lat: -62.05, lon: 3.5 },
];

function documentOf(fields: object) {
  const { voyage } = request({ ...fields, fuel_aboard_tonnes: 50 });
  const document = buildRouteDocument({
    plan: planVoyage(mesh, { start, end, vehicle, voyage }, {}),
    mesh: { ...meshRecord(1), consumption: 'fuel' },
    planned: { vehicle, mesh },
    id: 7,
    job: { requestedAt: '2026-11-20T00:00:00.000Z', calculatedAt: '2026-11-20T00:00:00.000Z' },
    asked: voyage,
    now: new Date('2026-11-20T00:00Z'),
  });
  return routeDocument.parse({ ...JSON.parse(JSON.stringify(document)), tags: [] });
}

it('is told of each route and each alternative', () => {
  const { routes } = documentOf({ alternatives: 1 });
  const burnt = (metrics: (typeof routes)[number]['optimisation']['metrics']) =>
    metrics.fuelConsumption!.value;
  for (const { fuel_left_tonnes: left, optimisation, alternatives } of routes) {
    const [other] = alternatives!;
    expect(left).toBeCloseTo(50 - burnt(optimisation.metrics), 9);
    expect(other!.fuel_left_tonnes).toBeCloseTo(50 - burnt(other!.metrics), 9);
    expect(other!.fuel_left_tonnes).toBeLessThan(left!);
  }
});

it('is a column of the trade-off, whose note tells what is lacking', () => {
  const { total_fuel: most } = documentOf({}).routes[0]!.waypoints.sailing as { total_fuel: number };
  const document = documentOf({ trade_off: 3, reserve_tonnes: 50 - 0.9 * most, choose_speed: true });
  const curve = document.trade_off!;
  for (const { fuel_left_tonnes, fuel_tonnes } of curve)
    expect(fuel_left_tonnes).toBeCloseTo(50 - fuel_tonnes!, 9);
  expect(curve.map(({ note }) => /would lack/.test(note ?? ''))).toEqual([true, false, false]);
  const file = (format: 'csv' | 'svg') => tradeOffFile('A to B', 'a', curve, format).text;
  const [header, ...lines] = file('csv').trim().split('\r\n');
  expect(header).toBe('days,fuel_tonnes,mean_speed_kn,gap_percent,fuel_left_tonnes,note');
  expect(lines.map((line) => Number(line.split(',')[4]))).toEqual(
    curve.map(({ fuel_left_tonnes }) => expect.closeTo(fuel_left_tonnes!, 3)),
  );
  expect(lines[0]).toMatch(/,"It comes down to its reserve of .*, and would lack .* t at the end"$/);
  expect(file('svg')).toMatch(/It comes down to its reserve of/);
});
