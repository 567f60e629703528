/** Voyages with lines and areas, judged by closed forms on a uniform sea and by single requests among currents. */
import { describe, expect, it } from 'vitest';
import type { LatLon, Point } from '../../../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { ImpossibleOnMesh } from '../../../lib/request/impossible.ts';
import { lengthNm, workWays } from '../../../lib/voyage/work/work-ways.ts';
import { request } from '../../routes/world.ts';
import { ship } from '../../speed/seas.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { permutations } from '../order/permutations.ts';
import { end, flowing, meshOf, open, planned, start } from './work-seas.ts';

const KNOTS = ship().max_speed / 1.852;
const plan = (...of: Parameters<typeof planned>) => planned(...of).routes;

const line = [
  [-63, -1],
  [-62, 0],
  [-62.5, 1.5],
] as const;
const lineNm = lengthNm(line.map(([lat, lon]): Point => [lon, lat]));

describe('a line', () => {
  it('of L nautical miles at v knots takes L / v, at the beginning and end of which it stays', () => {
    const [route] = plan(open, {
      stops: [{ name: 'Tow', line, speed_kn: 4, stay_hours: 2, stay_after_hours: 3 }],
    });
    const stop = route!.stops![1]!;
    expect(24 * stop.work!.days).toBeCloseTo(lineNm / 4, 6);
    expect(24 * stop.stayDays).toBeCloseTo(2, 9);
    expect(24 * (stop.leavesDays - stop.arrivesDays)).toBeCloseTo(5 + lineNm / 4, 6);
    const { track, sailing, legs } = route!;
    expect(track.timeDays.at(-1)).toBeCloseTo(stop.leavesDays + legs![1]!.days, 9);
    // every vertex of the line, in the route and in its waypoints
    for (const [lat, lon] of line) {
      expect(track.coordinates).toContainEqual([lon, lat]);
      expect(sailing.coordinates).toContainEqual([lon, lat]);
    }
    const { begins, ends } = stop.work!;
    expect([track.coordinates[begins], track.coordinates[ends]]).toEqual([
      [-1, -63],
      [1.5, -62.5],
    ]);
    expect(track.timeDays[ends]! - track.timeDays[begins]!).toBeCloseTo(stop.work!.days, 9);
    expect(track.speedKmh[begins + 1]).toBeCloseTo(4 * 1.852, 6);
  });

  it.each([
    [8, 3],
    [10, 3],
    [10, 4],
  ])('has no vertex for a stay that only rounding makes: %i, %i kn', (k, speed_kn) => {
    const own = [
      [-62, -1],
      [-61.3, 0.2 + k / 50],
    ];
    const [route] = plan(open, { stops: [{ line: own, speed_kn, stay_hours: 0.7 * k }] }, false);
    const { timeDays } = route!.track;
    const shortest = Math.min(...timeDays.slice(1).map((time, i) => time - timeDays[i]!));
    expect(shortest).toBeGreaterThan(1e-6);
  });

  it('is sailed at the speed of the vehicle where none is given, and never faster', () => {
    for (const speed of [{}, { speed_kn: 30 }]) {
      const [route] = plan(open, { stops: [{ line, ...speed }] });
      expect(24 * route!.stops![1]!.work!.days).toBeCloseTo(lineNm / KNOTS, 6);
    }
  });

  it('consumes what its speed does, times a factor', () => {
    const used = (fields: object) =>
      plan(open, { stops: [{ line, ...fields }] })[0]!.stops![1]!.work!.track.consumption!.at(-1)!;
    const perHour = (kmh: number) => 0.00137247 * kmh ** 2 - 0.0029601 * kmh + 0.25290433;
    expect(used({ speed_kn: 4 })).toBeCloseTo((perHour(4 * 1.852) * lineNm) / 4, 4);
    expect(used({ speed_kn: 4, consumption_factor: 1.5 })).toBeCloseTo(1.5 * used({ speed_kn: 4 }), 9);
  });

  it('either way is the cheaper of both, one way only is that one', () => {
    for (const k of [0, 1]) {
      const cost = (fields: object) => {
        const { track, optimality } = plan(flowing, { stops: [{ line, speed_kn: 5, ...fields }] })[k]!;
        expect(optimality!.gapPercent).toBeLessThan(0.3);
        return (k === 0 ? track.timeDays : track.consumption!).at(-1)!;
      };
      const ways = [cost({ either_way: false }), cost({ line: line.toReversed(), either_way: false })];
      expect(cost({})).toBeCloseTo(Math.min(...ways), 9);
      expect(Math.abs(ways[0]! - ways[1]!)).toBeGreaterThan(0.01);
    }
  });

  it('that leaves the mesh, or crosses what is closed, names the place', () => {
    const walled = meshOf((column) => ({ columns: { elevation: column === 4 ? 10 : -500 } }));
    const on = (mesh: Mesh, own: readonly (readonly [number, number])[]) => () =>
      plan(mesh, { stops: [{ name: 'Tow', line: own }] });
    expect(
      on(walled, [
        [-63, -1],
        [-63, 1.5],
      ]),
    ).toThrow(ImpossibleOnMesh);
    expect(
      on(walled, [
        [-63, -1],
        [-63, 1.5],
      ]),
    ).toThrow(/The work of stop "Tow" can't be sailed at -63\.0000, 0\.5000: /);
    expect(
      on(open, [
        [-63, -1],
        [-63, 5],
      ]),
    ).toThrow(/stop "Tow"/);
  });

  it('slower than the current against it is sailed along it, or the place is named', () => {
    const east = meshOf(() => ({ u: 0.8 }));
    const against = [
      [-63, 1],
      [-63, -1],
    ] as const;
    for (const either_way of [false, true]) {
      const stop = { name: 'Drift', line: against, speed_kn: 1, either_way };
      if (!either_way) {
        expect(() => plan(east, { stops: [stop] })).toThrow(
          'The work of stop "Drift" can\'t be sailed at -63.0000, 1.0000: the current is too strong there at its speed.',
        );
        continue;
      }
      for (const route of plan(east, { stops: [stop] })) {
        const { days } = route.stops![1]!.work!;
        const knots = 1 + (0.8 * 3.6) / 1.852;
        expect(24 * days).toBeCloseTo(lengthNm(against.map(([lat, lon]): Point => [lon, lat])) / knots, 4);
        expect(route.optimality!.gapPercent).toBeLessThan(0.3);
      }
    }
  });

  it('keeps out of closed zones, or tells where it does not', () => {
    const zones = [{ name: 'Bay', kind: 'closed', geometry: boxPolygon(-0.6, -63, -0.4, -62) }];
    expect(() => plan(open, { stops: [{ name: 'Tow', line }], zones })).toThrow(
      /Stop "Tow" crosses the closed zone "Bay" at -62\.\d+, -0\.\d+\./,
    );
    const [route] = plan(open, {
      stops: [{ name: 'Tow', line }],
      zones: [{ ...zones[0], geometry: boxPolygon(-2.5, -63.5, -2, -63) }],
    });
    expect(route!.sailing.coordinates).toContainEqual([0, -62]);
  });
});

describe('an area', () => {
  it('is sailed on its lines, from the corner and in the direction that suits the voyage', () => {
    const stop = { area: boxPolygon(0, -63, 1, -62), spacing_nm: 6, speed_kn: 8 };
    for (const [k, route] of plan(open, { stops: [stop] }).entries()) {
      const { sailing } = route.stops![1]!.work!;
      const ways = workWays(request({ stops: [stop] }).voyage!.stops![0]!);
      expect(ways.map(String)).toContain(String(sailing.coordinates));
      const costs = ways.map((way) => {
        const [first, last] = [way[0]!, way.at(-1)!].map(([lon, lat]): LatLon => ({ lat, lon }));
        const legs = [planRoute(open, start, first!), planRoute(open, last!, end)];
        const own = legs.map(({ routes }) => routes[k]!.track);
        const days = own.reduce((sum, { timeDays }) => sum + timeDays.at(-1)!, lengthNm(way) / 8 / 24);
        return k === 0
          ? days
          : own.reduce((sum, { consumption }) => sum + consumption!.at(-1)!, 0) + rate(lengthNm(way));
      });
      const cost = (k === 0 ? route.track.timeDays : route.track.consumption!).at(-1)!;
      expect(cost).toBeCloseTo(Math.min(...costs), 4);
    }
  });
  const rate = (nm: number) => {
    const kmh = 8 * 1.852;
    return ((0.00137247 * kmh ** 2 - 0.0029601 * kmh + 0.25290433) * nm) / 8;
  };
});

describe('the best order of points, lines and areas', () => {
  const stops = [
    { name: 'A', line, speed_kn: 6 },
    { name: 'B', lat: -60.5, lon: -2.5, stay_hours: 4 },
    {
      name: 'C',
      line: [
        [-64, 1],
        [-63, 2.5],
      ],
      speed_kn: 5,
      either_way: false,
    },
    { name: 'D', area: boxPolygon(-2, -62, -1.5, -61.5), spacing_nm: 5, speed_kn: 7 },
  ];

  it('is the cheapest of all orders as they are given, by each objective', () => {
    const found = plan(flowing, { stops, stop_order: 'best' });
    for (const [k, route] of found.entries()) {
      const cost = ({ track }: (typeof found)[number]) =>
        (k === 0 ? track.timeDays : track.consumption!).at(-1)!;
      const all = [...permutations(stops)].map((some) => cost(plan(flowing, { stops: some }, false)[k]!));
      expect(cost(route)).toBeLessThan(Math.min(...all) * (1 + 1e-6));
      expect(route.optimality!.gapPercent).toBeLessThan(0.3);
      expect(cost(route) / (1 + route.optimality!.gapPercent / 100)).toBeLessThan(
        Math.min(...all) * (1 + 1e-9),
      );
      expect(route.stops!.map(({ name }) => name).sort()).toEqual(['A', 'B', 'C', 'D', 'End', 'Start']);
    }
  });

  it('waits for windows of work too', () => {
    const departure = '2026-01-01T00:00Z';
    const late = { ...stops[2]!, not_before: '2026-01-04T00:00Z' };
    const [route] = plan(flowing, { stops: [stops[0], late], departure, stop_order: 'best' });
    const call = route!.stops!.find(({ name }) => name === 'C')!;
    expect(call.arrivesDays + call.waitDays).toBeCloseTo(3, 9);
  });
});
