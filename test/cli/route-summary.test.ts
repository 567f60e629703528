import { expect, test } from 'vitest';
import { exampleRoute } from '../../lib/api/example-route.ts';
import { routeDocument } from '../../lib/api/route-schema.ts';
import { routeSummary } from '../../lib/cli/route-summary.ts';

test('alternatives have a line each, with what they cost more', () => {
  const [fastest] = exampleRoute.routes;
  const { metrics } = fastest!.optimisation;
  const in_ice = { nm: 12.4, hours: 1, fuel_tonnes: 2 };
  const alternatives = [{ path: fastest!.path, metrics, in_ice, dearer_percent: 2.34, shared_percent: 10 }];
  const document = routeDocument.parse({ ...exampleRoute, routes: [{ ...fastest, alternatives }] });
  expect(routeSummary(document).split('\n').at(-1)).toBe(
    '    or            3.06 days    1015 NM  123.4 t of fuel  12 NM in ice  (+2.3 %)',
  );
});

test('a route in three lines: what it is, then days, miles and fuel of both objectives', () => {
  const { alternatives, ...fastest } = exampleRoute.routes[0]!;
  expect(alternatives).toHaveLength(1);
  const metrics = {
    time: { duration: '3.250000', units: 'days' },
    fuelConsumption: { value: 99.96, units: 'tons' },
    co2: { value: 311.3, units: 'tons' },
    distance: { value: 1_852_000, units: 'meters' },
  };
  const document = routeDocument.parse({
    ...exampleRoute,
    routes: [
      fastest,
      {
        ...fastest,
        ...{ type: 'fuel', optimisation: { metrics }, in_ice: { nm: 120.4, hours: 9, fuel_tonnes: 12 } },
        total_cost: 83_400.4,
      },
    ],
  });
  expect(routeSummary(document).split('\n')).toEqual([
    'Route 9: Falklands to Rothera, mesh weddell-sea.vessel.json',
    '  fastest         3.06 days    1015 NM  123.4 t of fuel',
    '  least fuel      3.25 days    1000 NM  100.0 t of fuel  311.3 t of CO₂  120 NM in ice  83400 in money',
  ]);
});
