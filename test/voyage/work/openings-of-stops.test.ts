/** Work in windows and by daylight, judged by closed forms on a uniform sea. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { haversineNm } from '../../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';

const vehicle = ship({ idle_rate: 5 });
const sea = seaOf(spaced(-4, 4, 8), spaced(-66, -58, 8), () => ({ columns: { elevation: -500 } }));
const mesh = openMesh(compileMesh(meshForVessel(vesselOf(ship()), sea)));
const start = { lat: -62, lon: -3.5 };
const end = { lat: -62, lon: 3.5 };
const departure = '2026-11-21T10:00:00.000Z';
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.parse(departure) + hours * HOUR_MS).toISOString();

function plan(stops: object[], fields: object = {}) {
  const { voyage } = request({ departure, stops, ...fields });
  return planVoyage(mesh, { start, end, vehicle, voyage }, { certificate: true }).routes;
}
const callOf = (stops: object[], fields: object = {}) => plan(stops, fields)[0]!.stops![1]!;
const place = { lat: -62, lon: 0, name: 'CTD' };
/** Hours to the place. */
const sails = 24 * callOf([place]).arrivesDays;

describe('a stop with windows', () => {
  it('begins and ends in the first that is long enough', () => {
    const windows = [
      { from: at(0), to: at(sails + 1) },
      { from: at(sails + 4), to: at(sails + 5.5) },
      { from: at(sails + 7), to: at(sails + 20) },
    ];
    const call = (hours: number) => callOf([{ ...place, stay_hours: hours, windows }]);
    expect(24 * call(0.5).waitDays).toBeCloseTo(0, 6);
    expect(call(0.5)).not.toHaveProperty('waitsFor');
    expect(24 * call(1.5).waitDays).toBeCloseTo(4, 6);
    expect(24 * call(2).waitDays).toBeCloseTo(7, 6);
    expect(24 * (call(2).leavesDays - call(2).arrivesDays)).toBeCloseTo(9, 6);
    expect(call(2).waitsFor).toBe('window');
    expect(() => call(14)).toThrow(/"CTD" takes 14\.00 hours, but at most 13\.00 hours are open at a time/);
  });

  it('is laid down at the end of one and taken up in the next where it may be', () => {
    const windows = [
      { from: at(sails - 1), to: at(sails + 1) },
      { from: at(sails + 4), to: at(sails + 5) },
      { from: at(sails + 7), to: at(sails + 20) },
    ];
    const routes = plan([{ ...place, stay_hours: 4, windows, may_pause: true }]);
    for (const { stops, track, optimality } of routes) {
      const { pauses, arrivesDays, leavesDays } = stops![1]!;
      expect(pauses!.map(({ fromDays, toDays }) => 24 * (toDays - fromDays))).toEqual([
        expect.closeTo(3, 6),
        expect.closeTo(2, 6),
      ]);
      expect(pauses!.map(({ reason }) => reason)).toEqual(['window', 'window']);
      expect(24 * (leavesDays - arrivesDays)).toBeCloseTo(4 + 5, 6);
      expect(track.timeDays.at(-1)).toBeCloseTo(stops!.at(-1)!.arrivesDays, 9);
      expect(optimality!.gapPercent).toBeLessThan(0.3);
    }
  });

  it('that is past when the vessel can be there is missed, and says by how much', () => {
    const windows = [{ from: at(0), to: at(sails - 2) }];
    expect(() => plan([{ ...place, windows }])).toThrow(/last window would be missed: CTD by 2\.00 hours/);
  });

  it('comes in the best order where it is open, which is that of the better of both orders', () => {
    const stops = [
      { lat: -62, lon: -1, name: 'A', stay_hours: 1, windows: [{ from: at(30), to: at(32) }] },
      { lat: -62, lon: 1, name: 'B', stay_hours: 1, windows: [{ from: at(0), to: at(25) }] },
    ];
    const [best] = plan(stops, { stop_order: 'best' });
    const [other] = plan(stops.toReversed());
    expect(best!.stops!.map(({ name }) => name).slice(1, -1)).toEqual(['B', 'A']);
    expect(best!.track.timeDays.at(-1)).toBeCloseTo(other!.track.timeDays.at(-1)!, 9);
    expect(() => plan(stops)).toThrow(/last window would be missed|No voyage meets all windows/);
  });
});

describe('a line by daylight', () => {
  // from one cell into another
  const line = [
    [-62.4, -1],
    [-61.4, -1],
  ];
  it('is sailed by day only, laid down at dusk where it is then, and taken up at dawn', () => {
    const stop = {
      name: 'Tow',
      line,
      speed_kn: 2,
      either_way: false,
      stay_hours: 1,
      daylight: 'sun',
      may_pause: true,
    };
    for (const { stops, track, sailing } of plan([stop])) {
      const { pauses = [], work, arrivesDays, leavesDays, waitDays } = stops![1]!;
      expect(24 * work!.days).toBeCloseTo(
        haversineNm({ lat: -62.4, lon: -1 }, { lat: -61.4, lon: -1 }) / 2,
        3,
      );
      expect(pauses.length).toBeGreaterThanOrEqual(1);
      for (const { fromDays, toDays, reason } of pauses) {
        expect(reason).toBe('daylight');
        // nights of late November at 62° S
        expect(24 * (toDays - fromDays)).toBeGreaterThan(4);
        expect(24 * (toDays - fromDays)).toBeLessThan(6);
        for (const path of [track, sailing]) {
          const laid = path.timeDays.findIndex((time) => Math.abs(time - fromDays) < 1e-5);
          expect(path.timeDays[laid + 1]).toBeCloseTo(toDays, 5);
          expect(path.coordinates[laid + 1]).toEqual(path.coordinates[laid]);
          expect(path.coordinates[laid]![0]).toBeCloseTo(-1, 9);
          // so far, and with so much, as on the rest of the line
          const [[lon, lat], [fromLon, fromLat]] = [path.coordinates[laid]!, path.coordinates[laid - 1]!];
          const nm = haversineNm({ lat, lon }, { lat: fromLat, lon: fromLon });
          const since = (sums: readonly number[]) => sums[laid]! - sums[laid - 1]!;
          expect(since(path.distanceM) / 1852).toBeCloseTo(nm, 2);
          if (nm === 0) continue;
          expect(24 * since(path.timeDays) * 2).toBeCloseTo(nm, 2);
          const rate = work!.track.consumption!.at(-1)! / work!.days;
          expect(since(path.consumption!)).toBeCloseTo(rate * since(path.timeDays), 6);
        }
      }
      const paused = pauses.reduce((sum, { fromDays, toDays }) => sum + toDays - fromDays, 0);
      expect(24 * (leavesDays - arrivesDays - waitDays)).toBeCloseTo(1 + 24 * (work!.days + paused), 6);
      // lying consumes what waiting does
      const { begins, ends } = work!;
      const used = track.consumption![ends]! - track.consumption![begins]!;
      const onLine = pauses.filter(({ fromDays }) => fromDays > arrivesDays + waitDays + 1 / 24);
      const lying = onLine.reduce((sum, { fromDays, toDays }) => sum + toDays - fromDays, 0);
      expect(used).toBeCloseTo(work!.track.consumption!.at(-1)! + 5 * lying, 6);
    }
  });

  it('is laid down among zones as without them', () => {
    const stop = { name: 'Tow', line, speed_kn: 2, either_way: false, daylight: 'sun', may_pause: true };
    const geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [1, -62.2],
          [1.5, -62.2],
          [1.5, -61.8],
          [1, -61.8],
          [1, -62.2],
        ],
      ],
    };
    for (const { stops, sailing } of plan([stop], { zones: [{ name: 'Z', kind: 'closed', geometry }] })) {
      const { pauses = [] } = stops![1]!;
      expect(pauses.length).toBeGreaterThanOrEqual(1);
      for (const { fromDays, toDays } of pauses) {
        const laid = sailing.timeDays.findIndex((time) => Math.abs(time - fromDays) < 1e-5);
        expect(sailing.timeDays[laid + 1]).toBeCloseTo(toDays, 5);
      }
    }
  });

  it('is never done in windows of the night, which is told', () => {
    const windows = [{ from: '2026-11-21T23:30:00.000Z', to: '2026-11-22T00:30:00.000Z' }];
    expect(() => plan([{ name: 'Net', lat: -62, lon: 0, stay_hours: 1, daylight: 'sun', windows }])).toThrow(
      'Stop "Net" is never open after the departure: its windows and its daylight have no time in common.',
    );
  });

  it('waits for the morning where the day that is left is too short', () => {
    const evening = { departure: '2026-11-21T19:00:00.000Z' };
    const near = { name: 'Net', lat: -62, lon: -3.4, stay_hours: 4, daylight: 'sun' };
    const { waitDays, waitsFor } = callOf([near], evening);
    expect(waitsFor).toBe('daylight');
    expect(24 * waitDays).toBeGreaterThan(6);
    expect(callOf([{ ...near, daylight: 'nautical', stay_hours: 1 }], evening).waitDays).toBe(0);
  });

  it('is impossible in polar night, or where days are too short, which names the stop; in polar day it is as without', () => {
    const net = { name: 'Net', lat: -62, lon: 0, stay_hours: 6, daylight: 'sun' };
    const winter = '2027-06-19T00:00:00.000Z';
    expect(() => plan([net], { departure: winter })).toThrow(
      /^Stop "Net" would be waited at for \d+\.\d days until there is enough daylight/,
    );
    expect(callOf([{ ...net, may_pause: true }], { departure: winter }).pauses).toHaveLength(1);
    // no day is as long at this latitude: it leaves by day, and it is night at the end of all that is looked at
    expect(() => plan([{ ...net, stay_hours: 28 }], { departure: '2026-02-18T05:30:00.000Z' })).toThrow(
      /^What is done at stop "Net" takes 28\.00 hours, but at most 1\d\.\d\d hours are open at a time/,
    );
    const south = seaOf(spaced(-4, 4, 8), spaced(-76, -68, 8), () => ({ columns: { elevation: -500 } }));
    const polar = openMesh(compileMesh(meshForVessel(vesselOf(ship()), south)));
    const inPolar = (departure: string, daylight?: string, fields: object = {}) => {
      const stop = { ...net, lat: -74, stay_hours: 30, daylight, ...fields };
      const { voyage } = request({ departure, stops: [stop] });
      const ends = { start: { lat: -74, lon: -3 }, end: { lat: -74, lon: 3 } };
      return planVoyage(polar, { ...ends, vehicle, voyage }, { certificate: false }).routes[0]!.track;
    };
    const night = /"Net" would be waited at .* polar night/;
    expect(() => inPolar(winter, 'civil')).toThrow(night);
    // after the night it could be laid down from day to day
    expect(() => inPolar(winter, 'civil', { may_pause: true })).toThrow(night);
    expect(inPolar('2026-12-10T00:00:00.000Z', 'sun')).toEqual(inPolar('2026-12-10T00:00:00.000Z'));
  });
});
