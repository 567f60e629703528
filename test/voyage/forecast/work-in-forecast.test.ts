import { describe, expect, it } from 'vitest';
import { ImpossibleOnMesh } from '../../../lib/request/impossible.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 8, rows: 4, box: [0, 0, 4, 2], degrees: 4 };
const departure = '2026-11-20T06:00:00.000Z';
const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 3.7, 1.1)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.UTC(2026, 10, 20), departure });
const afterDays = (days: number) => new Date(Date.parse(departure) + days * 86_400_000).toISOString();
const certificate = true;

const at = (x: number, y: number): [number, number] => {
  const { lat, lon } = placeAt(grid, x, y);
  return [lat, lon];
};
const line = [at(1.1, 0.4), at(2.3, 0.4)];
const tow = { name: 'Tow', line, either_way: false, stay_hours: 2, stay_after_hours: 1 };
const workOf = ({ stops }: VoyageRoute) => stops!.find(({ work }) => work)!;
const daysOf = ({ track }: VoyageRoute) => track.timeDays.at(-1)!;

describe('work in a sea that changes', () => {
  it('costs what it costs on one mesh where all meshes say the same, in either order', () => {
    const meshes = forecast((x, y) => ({ u: 0.3 * y, rate: 1 + x / 4 }), 3);
    const other = { name: 'B', ...placeAt(grid, 2.6, 1.7), stay_hours: 3 };
    for (const stop_order of ['given', 'best']) {
      const fields = { stops: [{ ...tow, either_way: true, consumption_factor: 1.5 }, other], stop_order };
      const [ten, one] = [true, false].map((isOne) =>
        planned(meshes, fields, { idle: 0.3, isOne, certificate }),
      );
      for (const [k, route] of ten!.routes.entries()) {
        const same = one!.routes[k]!;
        expect(daysOf(route) / daysOf(same)).toBeCloseTo(1, 5);
        expect(route.track.consumption!.at(-1)! / same.track.consumption!.at(-1)!).toBeCloseTo(1, 4);
        expect(workOf(route).work!.track.coordinates[0]).toEqual(workOf(same).work!.track.coordinates[0]);
        expect(workOf(route).work!.days).toBeCloseTo(workOf(same).work!.days, 9);
        expect(route.optimality!.least).toBeLessThanOrEqual(
          (k === 0 ? daysOf(route) : route.track.consumption!.at(-1)!) * (1 + 1e-9),
        );
      }
    }
  });

  it('takes as long as its line at the speeds of its times, exactly as it is given', () => {
    // half as fast from a time on that comes while it is sailed
    const halved = forecast((_x, _y, k) => ({ speed: k < 2 ? 1 : 0.5, rate: 1 + k }), 3);
    const [fastest] = planned(halved, { stops: [tow] }, { idle: 0.5 }).routes;
    const { work, arrivesDays, leavesDays } = workOf(fastest!);
    const begins = arrivesDays + 2 / 24;
    const change = 1.75;
    expect(begins).toBeLessThan(change);
    const length = work!.track.distanceM.at(-1)! / (10 * 1852 * 24);
    expect(work!.days).toBeCloseTo(change - begins + 2 * (length - (change - begins)), 9);
    expect(leavesDays).toBeCloseTo(begins + work!.days + 1 / 24, 9);
    const first = 0.75;
    expect(work!.track.consumption!.at(-1)).toBeCloseTo(
      Math.max(0, first - begins) +
        2 * (change - Math.max(first, begins)) +
        3 * (begins + work!.days - change),
      6,
    );
    const lat = placeAt(grid, 0, 0.4).lat;
    for (const [, own] of work!.track.coordinates) expect(own).toBeCloseTo(lat, 12);
    const { timeDays, coordinates } = fastest!.track;
    expect(timeDays).toHaveLength(coordinates.length);
    expect(fastest!.dated!.meshes.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('is sailed after a wait for a sea in which less is consumed', () => {
    // the first day is dear: it is waited for its end before anything is sailed
    const meshes = forecast((_x, _y, k) => ({ rate: k === 0 ? 9 : 1 }), 4);
    const { routes, mesh } = planned(meshes, { stops: [tow], max_wait_hours: 20 }, { idle: 0.1 });
    const { track, dated } = routes[1]!;
    expect(dated!.waits).toMatchObject([{ from: departure, to: afterDays(0.75) }]);
    for (const cell of track.cells) {
      expect(Number.isInteger(cell)).toBe(true);
      expect(cell).toBeLessThan(mesh!.cellCount);
    }
    // the wait, and the hours of the stop
    const hours = 3;
    expect(track.consumption!.at(-1)).toBeCloseTo(
      0.1 * (0.75 + hours / 24) + (daysOf(routes[1]!) - 0.75 - hours / 24),
      6,
    );
  });

  it('is begun from the end that the sea of its time makes the better one, which is proved', () => {
    const meshes = forecast((_x, _y, k) => ({ u: k < 2 ? 0.4 : -0.4 }), 3);
    const voyage = (fields: object) =>
      daysOf(planned(meshes, { stops: [{ ...tow, ...fields }] }, { certificate }).routes[0]!);
    const [fastest] = planned(meshes, { stops: [{ ...tow, either_way: true }] }, { certificate }).routes;
    const both = [voyage({}), voyage({ line: line.toReversed() })];
    expect(daysOf(fastest!) / Math.min(...both)).toBeCloseTo(1, 6);
    expect(fastest!.optimality!.least).toBeLessThanOrEqual(Math.min(...both) * (1 + 1e-9));
    expect(fastest!.optimality!.least).toBeGreaterThan(0.7 * daysOf(fastest!));
  });

  it('waits for a cell that opens later, is laid down between its windows, and is told where it can not be sailed', () => {
    const opening = forecast((x, y, k) => ({ closed: k < 3 && x > 1.5 && x < 2 && y < 0.5 }), 4);
    const [route] = planned(opening, { stops: [tow] }, { idle: 0.5 }).routes;
    expect(route!.dated!.waits).toContainEqual(
      expect.objectContaining({ to: '2026-11-23T00:00:00.000Z', reason: expect.stringMatching(/closed/) }),
    );
    const windows = [
      { from: afterDays(1.5), to: afterDays(2) },
      { from: afterDays(2.6), to: afterDays(6) },
    ];
    const slower = forecast((_x, _y, k) => ({ speed: 1 - 0.2 * k }), 4);
    const [paused] = planned(slower, { stops: [{ ...tow, windows, may_pause: true }] }).routes;
    const { pauses, work, leavesDays } = workOf(paused!);
    expect(pauses!.map(({ fromDays, toDays }) => [fromDays, toDays])).toEqual([
      [expect.closeTo(2, 6), expect.closeTo(2.6, 6)],
    ]);
    const sailed = 2 - 1.5 - 2 / 24;
    // of the line, what is sailed before it is laid down, and the rest at the speeds of the days after
    const length = work!.track.distanceM.at(-1)! / (10 * 1852 * 24);
    const done = 0.8 * (1.75 - 1.5 - 2 / 24) + 0.6 * 0.25;
    const third = 0.6 * (2.75 - 2.6);
    const rest = length - done - third;
    expect(leavesDays).toBeCloseTo(2.75 + rest / 0.4 + 1 / 24, 6);
    expect(work!.days).toBeCloseTo(sailed + 0.15 + rest / 0.4, 6);
    const walled = forecast((x, y) => ({ closed: x > 1.5 && x < 2 && y < 0.5 }), 2);
    expect(() => planned(walled, { stops: [tow] })).toThrow(ImpossibleOnMesh);
  });

  it('tells its waits for cells where it is laid down, too, and has one point where it is', () => {
    const windows = [
      { from: afterDays(0), to: afterDays(1.6) },
      { from: afterDays(1.7), to: afterDays(1.8) },
      { from: afterDays(1.9), to: afterDays(6) },
    ];
    const opening = forecast((x, y, k) => ({ closed: k < 3 && x > 1.5 && x < 2 && y < 0.5 }), 4);
    const stop = { ...tow, windows, may_pause: true };
    const [route] = planned(opening, { stops: [stop] }, { idle: 0.5 }).routes;
    const { work, arrivesDays } = workOf(route!);
    const closedFrom = arrivesDays + 2 / 24 + (1.5 - 1.1);
    const waits = route!.dated!.waits.filter(({ reason }) => reason.includes('closed'));
    const dayOf = (time: string) => (Date.parse(time) - Date.parse(departure)) / 86_400_000;
    expect(waits.map(({ from, to }) => [dayOf(from), dayOf(to)])).toEqual([
      [expect.closeTo(closedFrom, 2), 1.6],
      [1.7, 1.8],
      [1.9, 2.75],
    ]);
    for (const { lat, lon } of waits) {
      expect(lat).toBeCloseTo(placeAt(grid, 1.5, 0.4).lat, 6);
      expect(lon).toBeCloseTo(placeAt(grid, 1.5, 0.4).lon, 6);
    }
    expect(work!.days).toBeGreaterThan(1.3);
    const { timeDays } = route!.track;
    for (let i = 1; i < timeDays.length; i++) expect(timeDays[i]! - timeDays[i - 1]!).toBeGreaterThan(1e-7);
  });

  it('is sailed on through a cell that closes while the vessel is in it, at its last speed, which is told', () => {
    // it is in the cell when the second day ends
    const closes = (k: number, x: number, y: number) => k >= 2 && x > 1.5 && x < 2 && y < 0.5;
    const [closing, open] = [closes, () => false].map((closed) => {
      const meshes = forecast((x, y, k) => ({ closed: closed(k, x, y) }));
      return planned(meshes, { stops: [tow] }).routes[0]!;
    });
    const { arrivesDays, leavesDays } = workOf(closing!);
    expect(arrivesDays + (2 / 24 + (1.5 - 1.1))).toBeLessThan(1.75);
    expect(leavesDays).toBeCloseTo(workOf(open!).leavesDays, 9);
    expect(leavesDays - 1 / 24).toBeGreaterThan(1.75);
    expect(closing!.remarks!.join()).toMatch(/A cell closes while the vessel is in it/);
    expect(open!.remarks!.join()).not.toMatch(/closes/);
  });

  it('of an area is sailed from the best corner', () => {
    const [south, west] = at(1.1, 0.4);
    const [north, east] = at(1.6, 0.8);
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const box = { name: 'Box', area: { type: 'Polygon', coordinates: [ring] }, spacing_nm: 40 };
    const meshes = forecast((x, y, k) => ({ u: 0.2 * Math.sin(x + k), v: 0.1 * y, speed: 1 - 0.1 * k }), 4);
    const [fastest, thrifty] = planned(meshes, { stops: [box] }, { idle: 0.2, certificate }).routes;
    for (const route of [fastest!, thrifty!]) {
      expect(workOf(route).work!.track.coordinates.length).toBeGreaterThan(6);
      expect(route.optimality!.least).toBeGreaterThan(0);
    }
    expect(daysOf(fastest!)).toBeLessThanOrEqual(daysOf(thrifty!) + 1e-9);
  });
});
