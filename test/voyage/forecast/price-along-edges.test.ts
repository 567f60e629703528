/** A path along the edge of two cells, of which the faster consumes more, is priced in a forecast as on one mesh. */
import { expect, it } from 'vitest';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { totalOf } from '../../../lib/engine/path/track.ts';
import { evaluateInForecast } from '../../../lib/routes/evaluate-in-forecast.ts';
import { evaluateRoute } from '../../../lib/routes/evaluate-route.ts';
import type { ForecastMesh } from '../../../lib/voyage/forecast/timeline.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 8, rows: 4, box: [0, 0, 4, 2], degrees: 4 };
const departure = '2026-11-20T06:00:00.000Z';
const [start, end] = [placeAt(grid, 0.25, 1), placeAt(grid, 3.75, 1)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.UTC(2026, 10, 20), departure });
const waypoints = [start, placeAt(grid, 2, 1), end];
const meshes = (dayOfThirst: number | null) =>
  forecast((_, y, k) => (y > 1 ? { rate: 9 } : { speed: 0.9, rate: k === dayOfThirst ? 12 : 2 }));
const priced = (sea: readonly ForecastMesh[], along: readonly LatLon[]) =>
  evaluateInForecast(sea, { waypoints: along, zones: [], departure, vehicle: null }).track;

it('takes the least time, and consumes the least', () => {
  const sea = meshes(null);
  const track = priced(sea, waypoints);
  const still = evaluateRoute(sea[0]!.mesh, waypoints);
  expect(totalOf(track, 'traveltime')).toBeCloseTo(totalOf(still, 'traveltime'), 9);
  expect(totalOf(track, 'fuel')).toBeCloseTo(totalOf(still, 'fuel'), 9);
});

it('is on the other side on a day on which that consumes less', () => {
  const { timeDays, consumption } = priced(meshes(1), waypoints);
  const rates = timeDays.slice(1).map((days, k) => {
    return (consumption![k + 1]! - consumption![k]!) / (days - timeDays[k]!);
  });
  // the legs that are all on one side of the second day, which begins after 18 hours, and those on it
  const slow = 2 / 0.9;
  expect([0, 2, 3, 5, 6].map((leg) => rates[leg]!.toFixed(9))).toEqual(
    [slow, 9, 9, slow, slow].map((rate) => rate.toFixed(9)),
  );
});

it('of a route that was planned for it, consumes what was planned', () => {
  const sea = forecast((_, y, k) => (y > 1 ? { rate: 9 + k } : { speed: 0.99, rate: 2, closed: y < 0.6 }));
  const { track } = planned(sea, {}).routes.find(({ objective }) => objective === 'fuel')!;
  const along = track.coordinates.map(([lon, lat]) => ({ lat, lon }));
  expect(totalOf(priced(sea, along), 'fuel') / totalOf(track, 'fuel')).toBeCloseTo(1, 4);
});

it.each([
  ['', {}],
  [' through a stop', { stops: [{ name: 'A', ...placeAt(grid, 2, 1), stay_hours: 3 }] }],
])('that is planned as well without the forecast costs no more%s', (_, fields) => {
  const sea = forecast((_x, y, k) => (y > 1 ? { rate: 9 + k } : { speed: 0.99, rate: 2, closed: y < 0.6 }));
  const { track, dated } = planned(sea, fields).routes.find(({ objective }) => objective === 'fuel')!;
  expect(dated!.blind!.consumption).toBeCloseTo(totalOf(track, 'fuel'), 4);
});
