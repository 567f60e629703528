/** Stops that may be left out at chosen speeds through meshes of a day each. */
import { expect, it } from 'vitest';
import { changing, days, planned } from './daily-meshes.ts';

const stops = [
  { name: 'Near', lat: -62.5, lon: 3.5, stay_hours: 5, value: 3 },
  { name: 'Far', lat: -65.4, lon: 1.5, stay_hours: 8, value: 1 },
];
const [near] = stops.map(({ value: _, ...stop }) => stop);

it('the trade-off is that of the stops at which the fastest route calls', () => {
  const within_hours = 24 * days(planned(changing, { stops: [near] }).routes[0]!) + 1;
  const found = planned(changing, { stops, within_hours, trade_off: 3 });
  expect(found.routes[0]!.worth!.leftOut.map(({ name }) => name)).toEqual(['Far']);
  const alone = planned(changing, { stops: [near], trade_off: 3 });
  expect(found.tradeOff!.map(({ consumption }) => consumption)).toEqual(
    alone.tradeOff!.map(({ consumption }) => consumption),
  );
});
