import { expect, test } from 'vitest';
import { departure } from '../../lib/console/state/departure.ts';
import { datedFields, forecastPart } from '../../lib/console/state/forecast-part.ts';

test('a wait and an end with the forecast are asked for where the voyage has a time, and kept where it has none', () => {
  const kept = { wait: 12.5, refuse: true as const };
  // tests of one worker share the state of the page
  departure.value = null;
  forecastPart.show(kept);
  expect(forecastPart.kept()).toEqual(kept);
  expect(forecastPart.fields()).toEqual({ max_wait_hours: null, beyond_forecast: null });
  const asked = { max_wait_hours: 12.5, beyond_forecast: 'refuse' as const };
  expect(datedFields.value).toEqual(asked);
  departure.value = new Date('2026-11-27T06:00Z');
  expect(forecastPart.fields()).toEqual(asked);
  expect(forecastPart.ofVoyage(asked)).toEqual(kept);
  forecastPart.show(undefined);
  expect(forecastPart.kept()).toBeUndefined();
  expect(forecastPart.fields()).toEqual({ max_wait_hours: null, beyond_forecast: null });
  expect(forecastPart.ofVoyage({})).toBeUndefined();
  departure.value = null;
});

test.each([{ wait: 6 }, { refuse: true as const }, { wait: 0.25, refuse: true as const }])(
  '%j comes back from a link',
  (kept) => {
    expect(forecastPart.fromText(forecastPart.toText(kept))).toEqual(kept);
  },
);

test.each(['', '0', 'x', '-1', '1e9', '6,no', ',refuse'])('%j says nothing', (text) => {
  expect(forecastPart.fromText(text)).toBeUndefined();
});
