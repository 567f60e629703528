import { expect, it } from 'vitest';
import { savings, tradeOffPoint } from '../../lib/routes/trade-off.ts';
import { continuedPart, voyageParts } from '../../lib/routes/voyage-parts.ts';
import { planTrackOn } from './compiled-grid.ts';
import { objectiveRoute, track } from './plans.ts';

const place = {
  requested: { lat: -60, lon: -50 },
  used: { lat: -60.1, lon: -50.2 },
  movedNm: 8.5,
};
const stop = {
  ...{ name: 'Signy', place, vertex: 4, arrivesDays: 1.5, waitDays: 0.25, stayDays: 0.5, leavesDays: 2.25 },
};
const leg = { from: 'Falklands', to: 'Signy', days: 1.5, consumption: 30, metres: 9e5 };

it('stops say where and when, in hours and in days since departure; legs how close to the best they are', () => {
  const route = { ...objectiveRoute(), stops: [stop], legs: [{ ...leg, gapPercent: 0.12341 }] };
  expect(voyageParts(route)).toEqual({
    stops: [
      {
        name: 'Signy',
        lat: -60.1,
        lon: -50.2,
        requested: { lat: -60, lon: -50 },
        moved_nm: 8.5,
        vertex: 4,
        arrives_days: 1.5,
        wait_hours: 6,
        stay_hours: 12,
        leaves_days: 2.25,
      },
    ],
    legs: [{ ...leg, gap_percent: 0.1235 }],
  });
  const unproved = { ...objectiveRoute(), legs: [{ ...leg, gapPercent: null }] };
  expect(voyageParts(unproved)).toEqual({ legs: [{ ...leg, gap_percent: null }] });
  expect(voyageParts(objectiveRoute())).toEqual({});
});

it('stops say what fuel is left on arriving, and what is taken', () => {
  const fuel = { left: [500, 440], refuelled: [0, 60] };
  const { stops, fuel_left_tonnes } = voyageParts({ ...objectiveRoute(), stops: [stop, stop], fuel });
  expect([stops, fuel_left_tonnes]).toMatchObject([
    [{ fuel_left_tonnes: 500 }, { fuel_left_tonnes: 440, refuelled_tonnes: 60 }],
    440,
  ]);
  expect(stops![0]).not.toHaveProperty('refuelled_tonnes');
  expect(voyageParts({ ...objectiveRoute(), fuel })).toEqual({ fuel_left_tonnes: 440 });
});

it('what is left of a route that is continued is in the unit of what is consumed', () => {
  const continues = { routeId: 9, planned: { traveltime: { hours: 80, consumption: 31 } } };
  const left = 24 * objectiveRoute().track.timeDays.at(-1)!;
  expect(continuedPart(continues, objectiveRoute(), 'fuel')).toMatchObject({
    route_id: 9,
    planned_hours_left: 80,
    hours_left: left,
    planned_tonnes_left: 31,
    tonnes_left: objectiveRoute().track.consumption!.at(-1),
  });
  const other = { ...objectiveRoute(), objective: 'within' as const };
  expect(continuedPart(continues, other, 'battery')).toMatchObject({
    planned_hours_left: null,
    hours_left: left,
    planned_battery_ah_left: null,
  });
});

const point = { days: 4, consumption: 60, track: track(), gapPercent: 0.12341, complete: true, note: null };
const fuel = { consumption: 'fuel', co2PerTonne: null } as const;

it('a point of the trade-off says what its time costs, and its mean speed under way', () => {
  expect(tradeOffPoint(point, fuel, undefined)).toEqual({
    days: 4,
    fuel_tonnes: 60,
    mean_speed_kn: 1_900_000.5 / 1852 / (24 * 3.2884466),
    gap_percent: 0.1235,
    path: { type: 'LineString', coordinates: track().coordinates },
  });
  const told = { ...point, gapPercent: null, note: 'A window opens later' };
  expect(
    tradeOffPoint(told, { ...fuel, co2PerTonne: 3.206 }, planTrackOn({ iceConcentration: [9, 80] })),
  ).toMatchObject({
    co2_tonnes: 3.206 * 60,
    gap_percent: null,
    in_ice: { nm: 900_000 / 1852 },
    note: 'A window opens later',
  });
  expect(tradeOffPoint(point, fuel, planTrackOn({}))).not.toHaveProperty('in_ice');
  expect(tradeOffPoint(point, { consumption: 'battery', co2PerTonne: null }, undefined)).toMatchObject({
    battery_ah: 60,
  });
  expect(tradeOffPoint({ ...point, fuelLeft: 12.5 }, fuel, undefined).fuel_left_tonnes).toBe(12.5);
});

it('a voyage that stays where it is has no mean speed', () => {
  const still = track({ timeDays: [0, 0, 0], distanceM: [0, 0, 0] });
  expect(tradeOffPoint({ ...point, track: still }, fuel, undefined).mean_speed_kn).toBe(0);
});

it('savings are in the unit of what is consumed', () => {
  const saves = { consumption: 12, percent: 20, hours: 5 };
  expect(savings(saves, 'fuel')).toEqual({ tonnes: 12, percent: 20, hours: 5 });
  expect(savings(saves, 'battery')).toEqual({ battery_ah: 12, percent: 20, hours: 5 });
});
