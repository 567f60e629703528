/** What a voyage whose speeds are chosen is answered with. */
import { describe, expect, it } from 'vitest';
import { routeDocument } from '../../../lib/api/route-schema.ts';
import { tradeOffFile } from '../../../lib/chart/trade-off-file.ts';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { readXml } from '../../../lib/files/xml.ts';
import { Impossible } from '../../../lib/request/impossible.ts';
import { RouteFileRefused } from '../../../lib/route-files/errors.ts';
import { writeRouteFile } from '../../../lib/route-files/formats.ts';
import type { RouteEntry } from '../../../lib/route-files/route-entry.ts';
import { buildRouteDocument } from '../../../lib/routes/route-document.ts';
import { SpeedCurves } from '../../../lib/speed/speed-curves.ts';
import type { Vehicle } from '../../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { choosesSpeed, vehicleUnderWay } from '../../../lib/voyage/speeds/speed-wish.ts';
import { mesh as meshRecord, request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { boaty } from '../../vessel/vehicles.ts';
import { boxPolygon } from '../../zones/areas.ts';

const start = { lat: -64.5, lon: 0.5 };
const end = { lat: -60.5, lon: 0.5 };
const sea = seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), (_, line) => ({
  columns: { elevation: -500, iceConcentration: line === 1 ? 30 : 0, iceThickness: 0.4, iceDensity: 900 },
}));
const now = new Date('2026-11-22T10:00:00Z');
const job = { requestedAt: now.toISOString(), calculatedAt: now.toISOString() };

function answer(fields: object, vehicle: Vehicle | null = ship({ fuel_type: 'MGO' }), to = end) {
  const { voyage } = request(fields);
  const underWay = vehicleUnderWay(vehicle, voyage);
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(underWay ?? ship()), sea)));
  const plan = planVoyage(mesh, { start, end: to, vehicle, voyage }, { certificate: true });
  const { consumption } = mesh;
  const built = buildRouteDocument({
    plan,
    mesh: meshRecord(3, { consumption }),
    id: 9,
    job,
    planned: { vehicle, mesh },
    departure: voyage?.departure ?? null,
    startName: 'A',
    endName: 'B',
    now,
  });
  const document = routeDocument.parse(JSON.parse(JSON.stringify({ ...built, tags: [] })));
  const [fastest] = document.routes;
  return { document, fastest: fastest!, within: document.routes.find(({ type }) => type === 'within') };
}
const total = (entry: { path: { features: { properties: object }[] } }, name: string) =>
  (entry.path.features[0]!.properties as Record<string, number>)[name]!;

describe('a voyage within a time', () => {
  it('has waypoints that keep to the time as well, where hardly any is left', () => {
    const to = { lat: -60.2, lon: 3.6 };
    const least = total(answer({}, ship(), to).fastest, 'total_traveltime');
    const days = least * (1 + 1e-6);
    const { within } = answer({ within_hours: 24 * days }, ship(), to);
    expect(within!.waypoints.sailing.total_traveltime).toBeLessThan(days + 1 / 86_400);
  });

  it('is an entry of its own, after the usual ones, and says what it saves', () => {
    const { document, fastest, within } = answer({ within_hours: 24 });
    expect(document.routes.map(({ type }) => type)).toEqual(['traveltime', 'fuel', 'within']);
    expect(total(within!, 'total_traveltime')).toBeCloseTo(1, 8);
    const saved = total(fastest, 'total_fuel') - total(within!, 'total_fuel');
    expect(within!.saves).toEqual({
      tonnes: saved,
      percent: (100 * saved) / total(fastest, 'total_fuel'),
      hours: 24 * (total(within!, 'total_traveltime') - total(fastest, 'total_traveltime')),
    });
    expect(saved).toBeGreaterThan(2);
    expect(within!.optimality!.gap_percent).toBeLessThan(0.5);
    expect(within!.optimisation.metrics.co2!.value).toBeCloseTo(3.206 * total(within!, 'total_fuel'), 9);
    expect(within!.in_ice!.nm).toBeGreaterThan(50);
    expect(total(within!, 'total_co2')).toBeCloseTo(3.206 * total(within!, 'total_fuel'), 9);
    expect(within!.waypoints.sailing.total_traveltime).toBeCloseTo(1, 6);
  });

  it('saves nothing, and not a part of nothing, where it ends where it starts', () => {
    const { within } = answer({ within_hours: 24, trade_off: 2 }, undefined, start);
    expect(within!.saves).toEqual({ tonnes: 0, percent: 0, hours: 0 });
  });

  it('may be given by its arrival', () => {
    const departure = '2026-11-21T10:00Z';
    const { within } = answer({ departure, arrive_by: '2026-11-22T11:00+01:00' });
    expect(total(within!, 'total_traveltime')).toBeCloseTo(1, 8);
  });

  it('can be had as a file', () => {
    const { within } = answer({ within_hours: 24 });
    const options = { points: 'sailing', departure: null, rtzVersion: '1.0' } as const;
    const { name, text } = writeRouteFile(within as unknown as RouteEntry, 'csv', options);
    expect(name).toBe('route-9 A to B (within).csv');
    const last = text.trim().split('\r\n').at(-1)!.split(',');
    expect(Number(last[10])).toBeCloseTo(1, 5);
  });

  it('sails at no more than max_speed_kn, the usual routes too', () => {
    const { document } = answer({ max_speed_kn: 8, trade_off: 2 });
    for (const { path } of document.routes) {
      const { speed } = path.features[0]!.properties;
      expect(Math.max(...speed)).toBeLessThanOrEqual(8 * 1.852 * (1 + 1e-9));
    }
    expect(document.routes[0]!.vehicle!.max_speed).toBe(26.5);
  });

  it("sails at no less than the least speed, the request's before the vehicle's", () => {
    const slowest = (fields: object, vehicle?: Vehicle) =>
      Math.min(
        ...answer(
          { within_hours: 1000, ...fields },
          vehicle,
        ).within!.path.features[0]!.properties.speed.slice(1),
      );
    expect(slowest({})).toBeLessThan(14);
    expect(slowest({}, ship({ min_speed: 20 }))).toBeCloseTo(20, 9);
    expect(slowest({ min_speed_kn: 9 }, ship({ min_speed: 20 }))).toBeCloseTo(9 * 1.852, 9);
  });

  it('obeys the limits of zones, and goes round closed ones', () => {
    const zones = [
      { name: 'slow', kind: 'speed_limit', max_speed_kn: 5, geometry: boxPolygon(-4, -64, 4, -63.5) },
      { name: 'shut', kind: 'closed', geometry: boxPolygon(-3, -62, 3, -61.5) },
    ];
    const { within } = answer({ within_hours: 40, zones });
    const { coordinates } = within!.path.features[0]!.geometry;
    const { speed } = within!.path.features[0]!.properties;
    const slow = coordinates.flatMap(([, lat], i) =>
      i > 0 && lat! > -63.99 && lat! <= -63.5 ? [speed[i]!] : [],
    );
    expect(slow.length).toBeGreaterThan(0);
    expect(Math.max(...slow)).toBeLessThanOrEqual(5 * 1.852 * (1 + 1e-9));
    expect(Math.max(...speed)).toBeGreaterThan(13);
    expect(Math.max(...coordinates.map(([lon]) => Math.abs(lon!)))).toBeGreaterThan(2.99);
    expect(within!.zones!.map(({ name }) => name).sort()).toEqual(['shut', 'slow']);
    expect(total(within!, 'total_traveltime')).toBeCloseTo(40 / 24, 8);
  });

  it('that is too short, or has no speed to choose, is impossible', () => {
    expect(() => answer({ within_hours: 10 })).toThrow(Impossible);
    expect(() => answer({ within_hours: 10 })).toThrow(
      /within 10.00 hours: the fastest route takes \d+\.\d\d hours/,
    );
    expect(() => answer({ within_hours: 99 }, boaty)).toThrow(/consumes the same at every speed/);
    expect(() => answer({ within_hours: 99 }, null)).toThrow(/without a vehicle/);
  });
});

describe('a trade-off', () => {
  const { document } = answer({ trade_off: 6 });
  const curve = document.trade_off!;

  it('runs from the fastest to the least fuel of all speeds, evenly in time, convex', () => {
    expect(document.routes).toHaveLength(2);
    expect(curve[0]!.days).toBeCloseTo(total(document.routes[0]!, 'total_traveltime'), 8);
    const step = (curve[5]!.days - curve[0]!.days) / 5;
    const saved = curve.slice(1).map((each, i) => {
      expect(each.days - curve[i]!.days).toBeCloseTo(step, 6);
      return curve[i]!.fuel_tonnes! - each.fuel_tonnes!;
    });
    expect(Math.min(...saved)).toBeGreaterThan(0);
    expect(saved).toEqual(saved.toSorted((a, b) => b - a));
    const leisurely = answer({ within_hours: 1000 }).within!;
    expect(curve[5]!.fuel_tonnes! / total(leisurely, 'total_fuel')).toBeCloseTo(1, 5);
    // two degrees of the meridian are in ice
    const nm = (((2 * Math.PI) / 180) * 6371.1) / 1.852;
    for (const { co2_tonnes, fuel_tonnes, mean_speed_kn, path, gap_percent, in_ice } of curve) {
      expect(in_ice!.nm / nm).toBeCloseTo(1, 3);
      expect(in_ice!.fuel_tonnes! / fuel_tonnes!).toBeGreaterThan(0.5);
      expect(in_ice!.fuel_tonnes! / fuel_tonnes!).toBeLessThan(0.6);
      expect(co2_tonnes).toBeCloseTo(3.206 * fuel_tonnes!, 9);
      expect(mean_speed_kn).toBeLessThan(14.4);
      expect(path.coordinates[0]).toEqual([0.5, -64.5]);
      expect(gap_percent).toBeLessThan(1);
    }
  });

  it('can be had as CSV and as a picture, and as nothing else', () => {
    const csv = tradeOffFile('A to B', 'a', curve, 'csv').text.trim().split('\r\n');
    expect(csv[0]).toBe(
      'days,fuel_tonnes,co2_tonnes,mean_speed_kn,gap_percent,in_ice_nm,in_ice_hours,in_ice_fuel_tonnes,note',
    );
    expect(Number(csv[1]!.split(',')[5])).toBeCloseTo(curve[0]!.in_ice!.nm, 3);
    expect(csv).toHaveLength(7);
    const note =
      'The stops are called at in the order of the fastest route, and worked as on it: no other was tried';
    const notes = tradeOffFile('A to B', 'a', curve, 'csv', note)
      .text.split('"')
      .filter((_, i) => i % 2);
    expect(notes).toEqual([`Of all voyages: ${note}`]);
    const { text, name } = tradeOffFile('A & B', 'a', curve, 'svg');
    const noted = tradeOffFile('A & B', 'a', curve, 'svg', note).text;
    const written = [...noted.matchAll(/<text[^>]*>([^<]*)</g)].map(([, line]) => line);
    expect(written.join(' ')).toContain(note);
    expect(noted.match(/<circle/g)).toHaveLength(6);
    expect(noted.length).toBeLessThan(text.length + 600);
    expect(name).toBe('a.svg');
    expect(readXml(text)).toHaveProperty('svg');
    expect(text.match(/<circle/g)).toHaveLength(6);
    expect(() => tradeOffFile('A', 'a', curve, 'gpx')).toThrow(RouteFileRefused);
    expect(() => tradeOffFile('A', 'a', undefined, 'csv')).toThrow(/"trade_off": 9/);
  });
});

it('says why the gap of a voyage within a time is wide, where that is so', () => {
  const wind = { windEast: -14.1, windNorth: -6.1, elevation: -500 };
  const gale = seaOf(spaced(10, 12, 2), spaced(-15, -13, 2), () => ({ u: 0.3, v: 1.8, columns: wind }));
  const vehicle = ship({ speed_adjustment: {} });
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), gale)));
  const ends = { start: { lat: -14.3, lon: 10.2 }, end: { lat: -14.1, lon: 11.8 } };
  const within = (within_hours: number) => {
    const { voyage } = request({ within_hours });
    return planVoyage(mesh, { ...ends, vehicle, voyage }, { certificate: true }).routes.at(-1)!;
  };
  const wide = within(60);
  expect(wide.optimality!.gapPercent).toBeGreaterThan(1);
  expect(wide.remarks).toEqual([expect.stringMatching(/^The gap of the fuel is above 1 %, .* strong winds/)]);
  expect(within(28).remarks!.at(-1)).toMatch(/^The gap of the fuel is above 1 % at the shortest time/);
  expect(within(40).remarks).toEqual([
    expect.stringMatching(/^Of the gap [\d.]+ % are a duality gap/),
    expect.stringMatching(/strong winds/),
  ]);
});

it("a zone's limit holds for the speed before wind changes it", () => {
  const gale = seaOf(spaced(-2, 2, 2), spaced(-65, -60, 5), () => ({
    columns: { elevation: -500, windEast: 9, windNorth: 14 },
  }));
  const vehicle = ship({ speed_adjustment: {} });
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), gale)));
  const ring = [
    [-2, -63],
    [2, -63],
    [2, -62],
    [-2, -62],
    [-2, -63],
  ];
  const zones = [
    {
      name: 'slow',
      kind: 'speed_limit',
      max_speed_kn: 6,
      geometry: { type: 'Polygon', coordinates: [ring] },
    },
  ];
  const { voyage } = request({ zones, within_hours: 100 });
  const plan = planVoyage(mesh, { start, end, vehicle, voyage }, {});
  const curves = new SpeedCurves(plan.mesh!, vesselOf(vehicle), 2);
  const limits = Array.from({ length: plan.mesh!.openCount }, (_, cell) => [
    plan.mesh!.bounds[4 * cell + 1],
    curves.of(cell).most,
  ]);
  for (const [south, most] of limits) expect(most).toBeCloseTo(south === -63 ? 6 * 1.852 : 26.5, 6);
});

describe('a voyage with stops within a time', () => {
  const open = seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4));
  const f = (v: number) => 0.00137247 * v * v - 0.0029601 * v + 0.25290433;
  const km = ((4 * Math.PI) / 180) * 6371.1;
  const stops = [
    { name: 'A', lat: -63.2, lon: 0.5, stay_hours: 6 },
    { name: 'B', lat: -61.9, lon: 0.5 },
  ];
  const vehicle = ship({ idle_rate: 3 });
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), open)));
  const plan = (fields: object) =>
    planVoyage(
      mesh,
      { start, end, vehicle, voyage: request({ stops, ...fields }).voyage },
      { certificate: true },
    );

  it('has one speed for all legs in open water, and stays as long as it shall', () => {
    const hours = 6 + (1.4 * km) / 26.5;
    const within = plan({ within_hours: hours }).routes.find(({ objective }) => objective === 'within')!;
    const v = 26.5 / 1.4;
    const fuel = (km / v) * f(v) + (6 / 24) * 3;
    expect(within.track.timeDays.at(-1)! * 24).toBeCloseTo(hours, 5);
    expect(within.track.consumption!.at(-1)! / fuel).toBeCloseTo(1, 6);
    expect(within.stops!.map(({ name, stayDays }) => [name, stayDays])).toEqual([
      ['Start', 0],
      ['A', 0.25],
      ['B', 0],
      ['End', 0],
    ]);
    expect(within.stops![2]!.arrivesDays * 24).toBeCloseTo(6 + ((2.6 / 4) * km) / v, 4);
    expect(within.legs!.map(({ days }) => days * 24)).toEqual(
      [1.3, 1.3, 1.4].map((degrees) => expect.closeTo(((degrees / 4) * km) / v, 4)),
    );
    const full = (km / 26.5) * f(26.5) + (6 / 24) * 3;
    expect(within.saves!.consumption).toBeCloseTo(full - fuel, 4);
    expect(within.saves!.hours).toBeCloseTo((0.4 * km) / 26.5, 4);
    expect(within.optimality!.gapPercent).toBeLessThan(0.1);
    expect(within.optimality!.least).toBeLessThanOrEqual(fuel);
  });

  it('tells other times with the stays, and what is too short', () => {
    const { tradeOff } = plan({ trade_off: 3 });
    expect(tradeOff!.map(({ days }) => days * 24)).toEqual([
      expect.closeTo(6 + km / 26.5, 4),
      expect.closeTo(6 + (0.5 * km) / 26.5 + (0.5 * km) / 13.5747, 1),
      expect.closeTo(6 + km / 13.5747, 1),
    ]);
    expect(tradeOff![0]!.consumption).toBeCloseTo((km / 26.5) * f(26.5) + 0.75, 5);
    // no lines, which would be told of
    for (const point of tradeOff!) expect(point).not.toHaveProperty('path');
    expect(tradeOff![0]!.track.timeDays.at(-1)! * 24).toBeCloseTo(km / 26.5, 5);
    expect(() => plan({ within_hours: km / 26.5 + 5 })).toThrow(/fastest route takes 22\.7\d hours/);
  });

  it('limits speed in any order', () => {
    const { routes } = plan({ min_speed_kn: 5, stop_order: 'best' });
    expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel']);
  });
});

it.each([
  ['no voyage', {}, false],
  ['a time', { within_hours: 90 }, true],
  ['a price, which is also told of at full speed', { price: { per_tonne: 600, per_day: 1 } }, false],
  ['a time for stops that may be left out', { within_hours: 90, stops: [{ ...end, value: 1 }] }, false],
  [
    'an arrival with stops that may be left out',
    { departure: '2026-11-21T10:00Z', arrive_by: '2026-11-25T10:00Z', stops: [{ ...end, value: 1 }] },
    false,
  ],
  [
    'an arrival with stops that may not',
    { departure: '2026-11-21T10:00Z', arrive_by: '2026-11-25T10:00Z', stops: [end] },
    true,
  ],
])('%s leaves the speed to be chosen or not', (_, fields, chooses) => {
  expect(choosesSpeed(request(fields).voyage)).toBe(chooses);
});
