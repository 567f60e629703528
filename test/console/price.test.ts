import { expect, test } from 'vitest';
import { holdsAlternatives } from '../../lib/console/state/alternatives.ts';
import { price, pricePart } from '../../lib/console/state/price.ts';
import { stops } from '../../lib/console/state/stops.ts';
import { withStops } from '../../lib/console/stops/stop-list.ts';

const line = { lat: -62, lon: -50, line: [[-62, -50] as [number, number], [-62, -48] as [number, number]] };

test('a price is asked for once a day and a tonne have theirs, with work at stops too, and instead of other ways', () => {
  // tests of one worker share the state of the page
  stops.value = [];
  pricePart.show({ perDay: 20_000 });
  expect(pricePart.fields()).toEqual({ price: null });
  expect(pricePart.kept()).toEqual({ perDay: 20_000 });
  expect(holdsAlternatives()).toBe(false);
  pricePart.show({ perDay: 20_000, perTonne: 650 });
  const asked = { price: { per_day: 20_000, per_tonne: 650 } };
  expect(pricePart.fields()).toEqual(asked);
  expect(pricePart.ofVoyage(asked)).toEqual({ perDay: 20_000, perTonne: 650 });
  expect(holdsAlternatives()).toBe(true);
  stops.value = withStops([], [line]);
  expect(pricePart.fields()).toEqual(asked);
  stops.value = [];
  pricePart.show(undefined);
  expect(price.value).toEqual({});
  expect(pricePart.kept()).toBeUndefined();
  expect(pricePart.ofVoyage({})).toBeUndefined();
});

test.each([{ perDay: 0, perTonne: 650.5 }, { perDay: 20_000 }, { perTonne: 1 }])(
  '%j comes back from a link',
  (kept) => {
    expect(pricePart.fromText(pricePart.toText(kept))).toEqual(kept);
  },
);

test.each(['', ',', '1', '1,0', '-1,5', 'x,5', '1,2,3', '1,1e10'])('%j says nothing', (text) => {
  expect(pricePart.fromText(text)).toBeUndefined();
});
