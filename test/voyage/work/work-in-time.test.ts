/** A line of three days in a row of four cells whose speeds change, and when the weather lets a stop be worked. */
import { describe, expect, it } from 'vitest';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { ImpossibleOnMesh } from '../../../lib/request/impossible.ts';
import type { Stop } from '../../../lib/voyage/stops/stop-fields.ts';
import { openingFaults } from '../../../lib/voyage/work/opening-faults.ts';
import { hasWindow, isTimed } from '../../../lib/voyage/work/timed-stop.ts';
import { weatherAt } from '../../../lib/voyage/work/weather.ts';
import { workFaults } from '../../../lib/voyage/work/work-fields.ts';
import { MOST_ROWS, WorkInTime, WorkLog } from '../../../lib/voyage/work/work-in-time.ts';
import type { SlowDown } from '../../../lib/zones/mesh/motion.ts';
import { type Grid, type GridCell, gridMesh, placeAt, unitDays } from '../../engine/sea/grid-sea.ts';
import { boxPolygon } from '../../zones/areas.ts';

// cells of a unit, each a day wide at 10 knots
const grid: Grid = { columns: 4, rows: 1, box: [0, 0, 4, 1], degrees: 4 };
const DAY = unitDays(grid);
const at = (x: number): [number, number] => {
  const { lat, lon } = placeAt(grid, x, 0.001);
  return [lon, lat];
};
type Slice = readonly [from: number, cellAt: (x: number) => GridCell, covers?: Grid];
const workIn = (
  slices: readonly Slice[],
  line = [at(0.5), at(3.5)],
  knots: number | null = null,
  dayCosts = 0,
) => {
  const sea = seaOf(
    slices.map(([, cellAt, covers = grid]) => gridMesh(covers, cellAt)),
    slices.map(([from], mesh) => ({ from: from * DAY, mesh })),
  );
  // as of a vehicle: it says nothing of what is not an open cell of its mesh
  const slowDowns = sea.meshes.map(
    ({ openCount }): SlowDown =>
      (cells) => {
        if (cells.some((cell) => !(cell >= 0 && cell < openCount))) return null;
        const eight = new Float64Array(8 * cells.length);
        return { speeds: eight.slice().fill((5 * 1852) / 3600), rates: eight.slice().fill(1) };
      },
  );
  return new WorkInTime(sea, slowDowns, 'Line', line, { knots, consumptionFactor: 2 }, dayCosts);
};
const open = () => ({ rate: 3 });
/** In days at 10 knots: when it ends, and what it uses. */
const sailed = (work: WorkInTime, begins: number, until = Infinity) => {
  const log = new WorkLog(work.start);
  const progress = work.sailOn(work.begin(begins * DAY), until * DAY, 0.5, log);
  return {
    progress,
    log,
    ends: progress.now / DAY,
    used: progress.used / DAY,
    isDone: work.isDone(progress),
  };
};
const digits = 4;

describe('a line', () => {
  it('takes as long as its pieces at the speeds of their times', () => {
    const work = workIn([
      [0, open],
      [2, () => ({ speed: 0.5, rate: 1 })],
    ]);
    expect(work.start).toEqual(at(0.5));
    const { ends, used, isDone, log } = sailed(work, 1);
    // a day at full speed, and twice two at half of it
    expect(ends).toBeCloseTo(6, digits);
    expect(used).toBeCloseTo(2 * (3 + 4), digits);
    expect(isDone).toBe(true);
    const track = log.track(true);
    expect(track.coordinates[0]).toEqual(at(0.5));
    expect(track.coordinates.map(([lon]) => lon / 4)).toEqual(
      [0.5, 1, 1.5, 2, 3, 3.5].map((x) => expect.closeTo(x, digits)),
    );
    expect(track.timeDays.map((days) => days / DAY)).toEqual(
      [0, 0.5, 1, 2, 4, 5].map((days) => expect.closeTo(days, digits)),
    );
    expect(track.cells).toEqual([-1, 0, 1, 1, 2, 3].map((row, k) => (k < 3 ? row : MOST_ROWS + row)));
    expect(track.speedKmh.slice(2, 4)).toEqual([expect.closeTo(18.52, 2), expect.closeTo(9.26, 2)]);
    expect(track.distanceM.at(-1)! / 1852 / 240).toBeCloseTo(3 * DAY, 3);
    expect(track.consumption!.at(-1)! / DAY).toBeCloseTo(used, 9);
    expect(log.track(false).consumption).toBeNull();
    expect([log.waits, log.closedUnderWay]).toEqual([[], []]);
    expect(log.days / DAY).toBeCloseTo(5, digits);
  });

  it('takes no less than its pieces at their best times, each for itself', () => {
    const least = workIn([
      [0, (x) => ({ speed: x < 2 ? 1 : 0.5, rate: 3 })],
      [2, (x) => ({ speed: x < 2 ? 0.5 : 1, rate: 1 })],
    ]).least();
    expect(least.timeDays.at(-1)! / DAY).toBeCloseTo(3, digits);
    expect(least.coordinates).toHaveLength(least.timeDays.length);
    expect(least.consumption!.at(-1)! / DAY).toBeCloseTo(6 + 3, digits);
    expect(least.distanceM.at(-1)! / 1852 / 240).toBeCloseTo(3 * DAY, 3);
    expect([least.cells[0], least.cells.length]).toEqual([-1, least.coordinates.length]);
    const priced = workIn([[0, open]], undefined, null, 5).least();
    expect(priced.consumption!.at(-1)! / DAY).toBeCloseTo((6 + 5) * 3, 3);
  });

  it('is sailed until a time, and on from there', () => {
    const work = workIn([[0, open]]);
    const { progress, ends, isDone } = sailed(work, 1, 2.2);
    expect([isDone, ends]).toEqual([false, expect.closeTo(2.2, digits)]);
    expect(progress).toMatchObject({ piece: 1, part: expect.closeTo(0.7, digits), inside: 1 });
    const whole = work.sailOn({ ...progress, now: 5 * DAY }, Infinity, 0.5);
    expect(whole.now / DAY).toBeCloseTo(5 + 1.8, digits);
    expect(whole.used / DAY).toBeCloseTo(18, digits);
    // exactly to the end of a piece
    expect(sailed(work, 1, 1.5).progress.piece).toBeLessThanOrEqual(1);
  });

  it('waits before a cell that is closed, and leaves one that closes at its last speed', () => {
    const closed = (some: (x: number) => boolean) => (x: number) => ({ rate: 3, closed: some(x) });
    const waits = sailed(
      workIn([
        [0, closed((x) => x > 2)],
        [5, open],
      ]),
      0,
    );
    // it comes to the third cell after a day and a half
    expect(waits.ends).toBeCloseTo(5 + 1.5, digits);
    expect(waits.used).toBeCloseTo(18 + 0.5 * 3.5, digits);
    expect(waits.log.waits).toEqual([
      {
        vertex: 2,
        from: expect.closeTo(1.5 * DAY, digits),
        until: expect.closeTo(5 * DAY, digits),
        why: 'closed',
      },
    ]);
    const { coordinates, cells, speedKmh, timeDays } = waits.log.track(true);
    expect(timeDays[2]).toBeCloseTo(1.5 * DAY, digits);
    expect(timeDays[3]).toBeCloseTo(5 * DAY, digits);
    expect(coordinates[3]).toEqual(coordinates[2]);
    expect([cells[3], speedKmh[3]]).toEqual([cells[2], 0]);
    const closes = sailed(
      workIn([
        [0, open],
        [1, closed((x) => x > 1 && x < 2)],
        [9, open],
      ]),
      0,
    );
    expect(closes.ends).toBeCloseTo(3, digits);
    expect(closes.log.closedUnderWay).toEqual([3]);
    const atOnce = sailed(
      workIn([
        [0, closed((x) => x < 1)],
        [2, open],
      ]),
      0,
    );
    expect(atOnce.log.waits[0]).toMatchObject({ vertex: 0, from: 0 });
    expect(atOnce.ends).toBeCloseTo(5, digits);
    // it closes for good while it is waited for what comes after it
    const never = sailed(
      workIn([
        [0, open],
        [1, closed((x) => x > 2)],
      ]),
      0,
    );
    expect([never.ends, never.isDone]).toEqual([Infinity, false]);
  });

  it('that can be sailed at no time is refused, with the place', () => {
    const wall = (x: number) => ({ closed: x > 1 && x < 2 });
    expect(() =>
      workIn([
        [0, wall],
        [5, wall],
      ]),
    ).toThrow(ImpossibleOnMesh);
    // against a current that is too strong
    const current = (x: number) => ({ u: x > 1 && x < 2 ? -1.5 : 0 });
    expect(() => workIn([[0, current]])).toThrow(/Line.*on no mesh of the forecast/);
    expect(
      sailed(
        workIn([
          [0, current],
          [4, open],
        ]),
        0,
      ).ends,
    ).toBeCloseTo(4 + 2.5, digits);
  });

  it('is sailed no faster than it says', () => {
    const slow = sailed(workIn([[0, open]], undefined, 5), 0);
    expect(slow.ends).toBeCloseTo(6, digits);
    expect(slow.used).toBeCloseTo(2 * 6, digits);
  });

  it('is sailed as slowly on a mesh that has only some of its cells, or on which some are closed', () => {
    const west: Grid = { ...grid, columns: 2, box: [0, 0, 2, 1] };
    const first: Slice = [0, (x) => ({ rate: 3, closed: x < 2 })];
    const seconds: readonly Slice[] = [
      [4, (x) => ({ rate: 3, closed: x > 2 })],
      [4, () => ({ rate: 3 }), west],
    ];
    for (const second of seconds) {
      // three days to where it ends, one of waiting
      const { ends, used } = sailed(workIn([first, second], [at(3.5), at(0.5)], 5), 0);
      expect(ends).toBeCloseTo(4 + 3, digits);
      expect(used).toBeCloseTo(2 * 6 + 0.5, digits);
    }
  });
});

describe('the weather', () => {
  const meshOf = (fields: { wind?: number; wave?: number; ice?: number }) => {
    const mesh = gridMesh(grid, () => ({}));
    const all = (value: number | undefined) =>
      value === undefined ? null : new Float64Array(mesh.cellCount).fill(value);
    const columns = {
      ...mesh.environment.columns,
      windEast: all(fields.wind),
      windNorth: all(fields.wind && 0),
      waveHeight: all(fields.wave),
      iceConcentration: all(fields.ice),
    };
    return { ...mesh, environment: { ...mesh.environment, columns } };
  };
  const place = placeAt(grid, 1.5, 0.5);
  const stop = (fields: Partial<Stop>) => ({ name: 'Net', ...place, ...fields }) as Stop;
  const holds = (...waves: readonly number[]) =>
    waves.map((wave, k) => ({ mesh: meshOf({ wave, wind: wave, ice: 20 * wave }), from: k - 1, to: k }));

  it('is good while it is within its limit, the limit included', () => {
    const opened = weatherAt(stop({ most_wave_m: 2 }), holds(1, 2, 3, 2, 5, 1), 0);
    expect(opened).toEqual([
      {
        reason: 'waves',
        stretches: [
          { from: -1, to: 1 },
          { from: 2, to: 3 },
          { from: 4, to: 5 },
        ],
      },
    ]);
    expect(weatherAt(stop({}), holds(9), 0)).toEqual([]);
    const both = weatherAt(stop({ most_ice_percent: 40, most_wind_kn: 4 }), holds(2, 3, 1), 0);
    expect(both.map(({ reason, stretches }) => [reason, stretches])).toEqual([
      [
        'wind',
        [
          { from: -1, to: 0 },
          { from: 1, to: 2 },
        ],
      ],
      [
        'ice',
        [
          { from: -1, to: 0 },
          { from: 1, to: 2 },
        ],
      ],
    ]);
  });

  it('that is never good after the departure is told with the nearest to it', () => {
    const told =
      (fields: Partial<Stop>, ...all: readonly number[]) =>
      () =>
        weatherAt(stop(fields), holds(...all), 0);
    expect(told({ most_wave_m: 2 }, 1, 4, 3)).toThrow(
      'No mesh of the voyage has waves (swh) of at most 2 m at stop "Net": the nearest to it is 3.0 m. Raise most_wave_m, or leave at another time.',
    );
    expect(told({ most_wave_m: 2 }, Number.NaN, Number.NaN)).toThrow('it is not known there');
    expect(() =>
      weatherAt(stop({ most_ice_percent: 5 }), [{ mesh: meshOf({ wave: 1 }), from: 0, to: 1 }], 0),
    ).toThrow(
      'The mesh has no ice (SIC), which most_ice_percent of stop "Net" is about: leave it out, or send mesh_id of one that has.',
    );
    const away = { ...stop({ most_wave_m: 2 }), lat: 60 };
    expect(() => weatherAt(away, holds(1, 1), 0)).toThrow('it is not known there');
  });
});

describe('what ties a stop to time', () => {
  const none = { name: 'A', not_before: null, not_after: null };
  const time = (day: number) => `2026-11-2${day}T00:00:00.000Z`;
  const faults = (fields: object, departure: string | null = time(0)) =>
    openingFaults({ ...none, ...fields } as never, departure).map(
      ({ path, text }) => `${path.join('.')} ${text}`,
    );
  const windows = (...days: readonly (readonly [number, number])[]) => ({
    windows: days.map(([from, to]) => ({ from: time(from), to: time(to) })),
  });

  it('is refused where it contradicts itself', () => {
    expect(faults({})).toEqual([]);
    expect(faults(windows([1, 2], [3, 4]))).toEqual([]);
    expect(faults({ daylight: 'sun', may_pause: true }, null)).toEqual([
      'daylight of stop "A" needs a departure',
    ]);
    expect(faults({ ...windows([1, 2]), not_before: time(1), not_after: time(2) })).toEqual(
      ['not_before', 'not_after'].map(
        (field) => `${field} of stop "A" can not be combined with its windows, which say it too`,
      ),
    );
    expect(faults({ daylight: 'sun', not_before: time(1) })).toEqual([]);
    expect(faults({ may_pause: false })).toEqual([
      'may_pause of stop "A" needs windows, daylight or a limit of weather',
    ]);
    expect(faults(windows([2, 2]))).toEqual(['windows.0.to of stop "A" is not later than its from']);
    const overlaps = 'windows.1.from of stop "A" overlaps the window before: make them one';
    expect(faults(windows([1, 3], [3, 4]))).toEqual([overlaps]);
    expect(faults(windows([1, 3], [1, 4]))).toEqual([overlaps]);
    expect(faults(windows([2, 3], [1, 4]))).toEqual([
      'windows.1.from of stop "A" is earlier than the window before: put them in order',
    ]);
  });

  it('is a window, or an opening', () => {
    expect([isTimed(none), hasWindow(none)]).toEqual([false, false]);
    for (const fields of [{ not_before: time(1) }, { not_after: time(1) }]) {
      const own = { ...none, ...fields };
      expect([isTimed(own), hasWindow(own)]).toEqual([true, true]);
    }
    for (const fields of [
      windows([1, 2]),
      { daylight: 'sun' },
      { most_wind_kn: 1 },
      { most_wave_m: 0 },
      { most_ice_percent: 0 },
    ]) {
      const own = { ...none, ...fields };
      expect([isTimed(own), hasWindow(own)]).toEqual([true, false]);
    }
  });
});

it('an area of too many lines is told with their number', () => {
  const area = boxPolygon(0, 0, 1, 10);
  const told = (spacing_nm: number) =>
    workFaults('Box', { lat: null, lon: null, area, spacing_nm, bearing: 90 } as never).map(
      ({ text }) => text,
    );
  expect(told(1)).toEqual([]);
  expect(told(0.5)).toEqual(['of stop "Box" gives 1201 lines, at most 1000 are sailed: send a larger one']);
  expect(told(1e-9)[0]).toMatch(/gives 6\.\d+e\+11 lines/);
});
