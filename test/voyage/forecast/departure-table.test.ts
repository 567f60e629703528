import { describe, expect, it } from 'vitest';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../../../lib/request/impossible.ts';
import type { DatedVoyage, DatedVoyages } from '../../../lib/voyage/forecast/cheapest-in-time.ts';
import type { ForecastTimes } from '../../../lib/voyage/forecast/dated-parts.ts';
import {
  bestDepartures,
  type Planned,
  plannedAt,
  rowOf,
} from '../../../lib/voyage/forecast/departure-table.ts';
import { timelineOf } from '../../../lib/voyage/forecast/timeline.ts';
import { OutOfTime } from '../../../lib/voyage/out-of-time.ts';
import type { Voyage } from '../../../lib/voyage/voyage-fields.ts';
import { BEGIN, departure, MS_PER_DAY } from './daily-meshes.ts';

const iso = (days: number) => new Date(BEGIN + days * MS_PER_DAY).toISOString();
const validity = { from: BEGIN, to: BEGIN + 4 * MS_PER_DAY, rank: '' };
const times = { timeline: timelineOf([validity]) } as unknown as ForecastTimes;

/** A route of so many days, 10 tonnes each. */
const routeOf = (days: number, more: Partial<DatedVoyage> = {}) =>
  ({
    track: { timeDays: [0, days], consumption: [0, 10 * days], distanceM: [0, days] },
    ...more,
  }) as unknown as DatedVoyage;
const OBJECTIVES = ['traveltime', 'fuel'] as const;
const plan = (...routes: DatedVoyage[]) =>
  ({
    routes: routes.map((route, k) => ({ ...route, objective: OBJECTIVES[k] })),
  }) as unknown as DatedVoyages;
const voyage = (fields: Partial<Voyage>) => fields as Voyage;

describe('the row of a departure', () => {
  it('is of its fastest route', () => {
    const optimality = { least: 2, gapPercent: 25, endedBy: null };
    expect(
      plannedAt(departure, null, times, () => plan(routeOf(2.5, { optimality }), routeOf(4))).row,
    ).toEqual({
      departure,
      arrival: iso(2.5),
      days: 2.5,
      consumption: 25,
      gap_percent: 25,
      beyond_forecast_hours: 0,
      status: 'SUCCESS',
      reason: null,
    });
    const bare = routeOf(2);
    const { consumption, gap_percent } = rowOf(departure, null, times, {
      ...bare,
      track: { ...bare.track, consumption: null },
    });
    expect([consumption, gap_percent]).toEqual([null, null]);
  });

  it('says when it arrives outside the window, whose ends belong to it', () => {
    const arrival_window = { from: iso(2), to: iso(3) };
    const told = [1.9, 2, 3, 3.1].map((days) => {
      const { status, reason } = rowOf(departure, voyage({ arrival_window }), times, routeOf(days));
      return [status, reason];
    });
    expect(told).toEqual([
      ['OUTSIDE_WINDOW', 'It arrives before the arrival_window'],
      ['SUCCESS', null],
      ['SUCCESS', null],
      ['OUTSIDE_WINDOW', 'It arrives after the arrival_window'],
    ]);
  });

  it('refuses what is beyond the forecast only where that is asked for', () => {
    const rowWith = (fields: Partial<Voyage>, days: number) =>
      rowOf(departure, voyage(fields), times, routeOf(days));
    expect(rowWith({}, 4.5)).toMatchObject({ status: 'SUCCESS', beyond_forecast_hours: 12 });
    expect(rowWith({ beyond_forecast: 'refuse' }, 4)).toMatchObject({ status: 'SUCCESS' });
    expect(rowWith({ beyond_forecast: 'refuse' }, 4.5)).toMatchObject({
      status: 'FAILURE',
      reason: '12.0 hours of the voyage are on no mesh that is valid then',
    });
  });

  it.each([new RouteInaccessible('No way'), new Impossible('No way'), new ImpossibleOnMesh('No way')])(
    'says why it has no route: %s',
    (error) => {
      const planned = plannedAt(departure, null, times, () => {
        throw error;
      });
      expect(planned).toMatchObject({ departure, plan: null, error });
      expect(planned.row).toEqual({
        departure,
        arrival: null,
        days: null,
        consumption: null,
        gap_percent: null,
        beyond_forecast_hours: null,
        status: 'FAILURE',
        reason: 'No way',
      });
    },
  );

  it('is none of other errors', () => {
    const failing = () => {
      throw new Error('broken');
    };
    expect(() => plannedAt(departure, null, times, failing)).toThrow('broken');
  });
});

describe('the best of the departures', () => {
  const at = (name: string, ...routes: DatedVoyage[]): Planned =>
    ({ departure: name, plan: plan(...routes), row: { status: 'SUCCESS' } }) as Planned;
  const costOf = ({ track }: DatedVoyage) => track.timeDays.at(-1)!;
  const namesOf = (planned: readonly Planned[]) =>
    bestDepartures(planned, true, costOf).map(({ own, route }) => [own.departure, costOf(route)]);

  it('is by objective the one whose route costs least, of equals the first', () => {
    expect(namesOf([at('a', routeOf(2), routeOf(5)), at('b', routeOf(3), routeOf(4))])).toEqual([
      ['a', 2],
      ['b', 4],
    ]);
    expect(namesOf([at('a', routeOf(2)), at('b', routeOf(2))])).toEqual([['a', 2]]);
  });

  it('is rather the one whose stops are worth more', () => {
    const worth = (value: number) => ({ worth: { value, bound: null, leftOut: [] } });
    const all = [at('a', routeOf(9, worth(1))), at('b', routeOf(8, worth(2))), at('c', routeOf(7, worth(2)))];
    expect(namesOf(all)).toEqual([['c', 7]]);
    expect(namesOf(all.toReversed())).toEqual([['c', 7]]);
    expect(namesOf([at('a', routeOf(1)), at('b', routeOf(2, worth(1)))])).toEqual([['b', 2]]);
  });

  it('is none that does not count, and where none does it says why', () => {
    const arriving = (hour: number) =>
      ({
        ...at('late', routeOf(1)),
        row: { status: 'OUTSIDE_WINDOW', reason: 'Late', arrival: `2026-11-21T0${hour}:00:00.000Z` },
      }) as Planned;
    const late = arriving(3);
    const failed = (error: Planned['error']): Planned =>
      ({
        departure: 'none',
        plan: null,
        row: { status: 'FAILURE', reason: error!.message },
        error,
      }) as Planned;
    const noWay = failed(new RouteInaccessible('No way'));
    expect(namesOf([late, noWay, at('c', routeOf(7))])).toEqual([['c', 7]]);
    // and when those come that miss the window
    expect(() => namesOf([late, noWay, arriving(1), arriving(2)])).toThrow(
      new ImpossibleOnMesh(
        'No departure counts: Late, between 2026-11-21T01:00:00.000Z and 2026-11-21T03:00:00.000Z; No way.',
      ),
    );
    expect(() => bestDepartures([late], false, costOf)).toThrow(
      new ImpossibleOnMesh('The voyage is refused: Late, at 2026-11-21T03:00:00.000Z.'),
    );
    const inTime = failed(new OutOfTime());
    const thrownBy = (planned: readonly Planned[]) => {
      try {
        return bestDepartures(planned, true, costOf);
      } catch (error) {
        return error;
      }
    };
    expect(thrownBy([noWay, noWay])).toBe(noWay.error);
    expect(thrownBy([noWay, inTime])).toBe(inTime.error);
  });
});
