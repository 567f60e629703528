import { expect, it } from 'vitest';
import { forecast, planned } from './daily-meshes.ts';

/** A storm on the second half of the way that takes no speed, only fuel, and is over after two days. */
const storm = forecast((_column, line, day) => ({
  columns: { windEast: line > 4 && day < 2 ? 25 : 0, windNorth: line > 4 && day < 2 ? -15 : 0 },
}));

it('says of a wide gap of consumption that the vessel may wait, where it does not yet', () => {
  const told = (fields: object) =>
    planned(storm, fields).routes.map(({ objective, optimality, remarks = [] }) => ({
      objective,
      isWide: optimality!.gapPercent > 10,
      isTold: remarks.some((remark) => /max_wait_hours/.test(remark)),
    }));
  const [fastest, thrifty] = told({});
  expect(fastest).toEqual({ objective: 'traveltime', isWide: false, isTold: false });
  expect(thrifty).toEqual({ objective: 'fuel', isWide: true, isTold: true });
  expect(told({ stops: [{ lat: -62, lon: 2 }] })[1]).toMatchObject({ isWide: true, isTold: true });
  expect(told({ max_wait_hours: 6 })[1]).toMatchObject({ isWide: true, isTold: false });
});

it('names no time allowed where that chooses stops instead of speeds', () => {
  const stops = [{ lat: -62, lon: 2, value: 1 }];
  const remarksOf = (fields: object) => planned(storm, fields).routes[1]!.remarks!.join();
  expect(remarksOf({})).toContain('and within_hours sail slower');
  const withValue = remarksOf({ stops, within_hours: 900 });
  expect(withValue).toContain('max_wait_hours');
  expect(withValue).not.toContain('within_hours');
});
