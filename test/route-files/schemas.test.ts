import { describe, expect, it } from 'vitest';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { rtzVersions } from '../../lib/route-files/format-types.ts';
import { passagePlan } from '../../lib/route-files/passage-plan.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import type { RouteEntry } from '../../lib/route-files/route-entry.ts';
import { writeGpx } from '../../lib/route-files/write-gpx.ts';
import { writeRtz } from '../../lib/route-files/write-rtz.ts';
import { buildRouteDocument } from '../../lib/routes/route-document.ts';
import { hasReference, referenceMesh, referenceRoutes, skipped } from '../engine/reference.ts';
import { routeEntry, southward } from './route-entry.ts';
import { schemaErrors } from './schema-errors.ts';

/** Routes of the reference as the service writes them. */
function referenceEntries(): RouteEntry[] {
  const mesh = referenceMesh('weddell-sea-8k');
  const description = {
    name: 'weddell-sea-8k',
    bounds: { latMin: -80, latMax: -45, lonMin: -70, lonMax: 0 },
    validDateStart: null,
    validDateEnd: null,
    missingDataSources: [],
    consumption: mesh.consumption,
  };
  return referenceRoutes('weddell-sea-8k')
    .filter(({ objective }) => objective === 'traveltime')
    .slice(0, 1)
    .flatMap(({ start, end }) => {
      const plan = planRoute(mesh, start, end);
      const planned = { vehicle: null, mesh };
      return buildRouteDocument({ plan, mesh: description, planned, now: new Date(0) })
        .routes as RouteEntry[];
    });
}

describe.skipIf(!hasReference)(`files against the schemas of their formats${skipped}`, () => {
  const departure = new Date('2026-11-21T10:00:00Z');
  const entries = hasReference
    ? [...referenceEntries(), routeEntry(southward, { startName: '<&"\u0007> Ålesund', battery: true })]
    : [];
  const plans = entries.flatMap((entry) =>
    (['sailing', 'all'] as const).flatMap((points) => [
      passagePlan(entry, { points, departure: null }),
      passagePlan(entry, { points, departure }),
    ]),
  );

  it('GPX is valid', async () => {
    expect(await schemaErrors(plans.map(writeGpx), 'gpx_1_1.xsd')).toEqual([]);
  });

  it.each(rtzVersions)('RTZ %s is valid', async (version) => {
    const name = `rtz_${version.replace('.', '_')}.xsd`;
    const files = plans.map((plan) => writeRtz(plan, 'route-1', version));
    expect(await schemaErrors(files, name)).toEqual([]);
  });

  it('RTZ has the room on each side of a leg in nautical miles, less than the ten of its schema', () => {
    const points = [
      { lat: -60, lon: -50 },
      { lat: -60, lon: -49, clearance_port_nm: 1.2367, clearance_starboard_nm: 20 },
    ];
    const entry = routeEntry([
      [-50, -60],
      [-49, -60],
    ]);
    const { sailing, ...ends } = entry.waypoints;
    const plan = passagePlan(
      { ...entry, waypoints: { ...ends, sailing: { ...sailing, points } } },
      { points: 'sailing', departure: null },
    );
    const text = writeRtz(plan, 'route-1', '1.1');
    expect(text).toContain('starboardXTD="9.99" portsideXTD="1.23"');
    expect(text.match(/XTD/g)).toHaveLength(2);
  });

  it('a file that breaks the schema is told', async () => {
    const broken = writeGpx(plans[0]!).replace('<rtept lat="', '<rtept lat="9');
    expect(await schemaErrors([broken], 'gpx_1_1.xsd')).not.toEqual([]);
  });

  it('both read back to the same points', () => {
    for (const plan of plans) {
      for (const text of [writeGpx(plan), writeRtz(plan, 'route-1', '1.1')]) {
        for (const [i, { lat, lon }] of readRouteFile(text).routes[0]!.waypoints.entries()) {
          expect(Math.abs(lat - plan.waypoints[i]!.lat)).toBeLessThan(1e-6);
          expect(Math.abs(lon - plan.waypoints[i]!.lon)).toBeLessThan(1e-6);
        }
      }
    }
  });
});
