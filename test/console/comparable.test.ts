import { expect, test } from 'vitest';
import type { LineName } from '../../lib/console/map/palette.ts';
import { comparable } from '../../lib/console/state/comparable.ts';
import type { ShownRoute } from '../../lib/console/state/shown-route.ts';

type Point = readonly [lon: number, lat: number];

const route = (line: LineName, ...coordinates: Point[]): ShownRoute => ({
  line,
  label: line,
  coordinates,
  timeDays: [0, 1],
  distanceM: [0, 1000],
  consumption: null,
  speedKmh: [0, 10],
  riskIndex: null,
  zones: [],
  info: null,
  times: null,
  forecast: null,
  gapPercent: null,
  stops: null,
  legs: null,
  saves: null,
  worth: null,
  continues: null,
  others: [],
  entry: {} as ShownRoute['entry'],
});

const START: Point = [-50, -61];
const END: Point = [-20, -72];
const fastest = route('traveltime', START, END);
const greatCircle = route('greatCircle', START, [-35, -68], END);

test('a route of one’s own between the same ends is compared, with ends rounded as files round them', () => {
  const own = route('own', [-50.0005, -61.0004], [-30, -65], [-19.9995, -72.0005]);
  expect(comparable([fastest, greatCircle, own])).toEqual([fastest, greatCircle, own]);
});

test.each<[string, ShownRoute]>([
  ['that begins elsewhere', route('own', [-50, -61.01], END)],
  ['that ends elsewhere', route('own', START, [-21, -72])],
  ['in the other direction', route('own', END, START)],
])('a route of one’s own %s is not compared', (_, own) => {
  expect(comparable([fastest, greatCircle, own])).toEqual([fastest, greatCircle]);
});

test('ends on either side of the antimeridian are the same', () => {
  const planned = route('traveltime', [180, -70], END);
  const own = route('own', [-180, -70], END);
  expect(comparable([planned, own])).toEqual([planned, own]);
});

test('a route of one’s own alone needs no others', () => {
  const own = route('own', START, END);
  expect(comparable([own])).toEqual([own]);
});
