/** What is asked seldom: many stops of value, waits with stops, zones that close under way, legs along the sides of cells. */
import { A, best, box, C, closed, D, tow, window } from './one-sea.ts';
import { type Asked, afterDays, priced, voyages } from './seas.ts';

const certificate = false;
const many = Array.from({ length: 15 }, (_, k) => ({
  ...{ name: `S${k}`, lat: -63.7 + 0.9 * (k % 4), lon: 0.5 + 1.7 * Math.floor(k / 4) + 0.2 * (k % 3) },
  ...{ value: 1 + (k % 5), stay_hours: k % 3 },
}));
const walls = [
  { ...closed, geometry: box(3, -65, 5, -62) },
  { ...closed, name: 'other', geometry: box(3, -62.1, 5, -59) },
];

const onOneMesh: Record<string, Asked> = {
  'many stops of value': { fields: { stops: many, ...best, within_hours: 30 }, options: { certificate } },
  'many stops of value, when time is up': { fields: { stops: many, ...best, within_hours: 30 }, looks: 200 },
  'zones that leave no way together': { fields: { zones: walls } },
  'a stop that is open and in daylight at no time': {
    fields: { stops: [{ ...A, windows: [window(0.9, 0.95)], daylight: 'sun', stay_hours: 4 }] },
  },
};

const throughMeshes: Record<string, Asked> = {
  'many stops of value': { fields: { stops: many, ...best, within_hours: 26 }, options: { certificate } },
  'waits between stops': { fields: { stops: [A, D], max_wait_hours: 20 } },
  'a zone that closes under way': {
    fields: {
      ...{ departure: afterDays(0.6), max_wait_hours: 20 },
      zones: [{ ...closed, season: { from: '11-21', to: '11-21' } }],
    },
  },
  'zones that leave no way together': { fields: { zones: walls } },
  'a line that is laid down': {
    fields: { stops: [{ ...tow, windows: [window(0.5, 0.6), window(0.8, 2)], may_pause: true }] },
  },
  'clearance when time is up': {
    fields: { zones: [closed], clearance_nm: 2, clearance_of: 'all', within_hours: 30 },
    looks: 300,
  },
  'values and tonnes in windows': {
    fields: {
      stops: [
        { ...A, value: 2, not_before: afterDays(0.6) },
        { ...C, value: 1, not_after: afterDays(1) },
      ],
      ...{ ...best, within_tonnes: 29 },
    },
  },
};

const titled = (cases: Record<string, () => string>, where: string) =>
  Object.fromEntries(Object.entries(cases).map(([title, run]) => [`${title}, ${where}`, run]));

export const seldom = {
  ...titled(voyages(onOneMesh, false), 'on one mesh'),
  ...titled(voyages(throughMeshes, true), 'through a forecast'),
  'a given way along sides of cells, through a forecast': () =>
    priced([
      [0.3, -63.6],
      [2, -63],
      [4, -63],
      [6, -62],
      [6, -61],
      [7.4, -60.4],
    ]),
};
