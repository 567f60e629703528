import { expect, test } from 'vitest';
import {
  bestIndex,
  brokenOrder,
  changedStop,
  inOrder,
  withoutStop,
  withStopAt,
  withStops,
} from '../../lib/console/stops/stop-list.ts';
import { stopsFromText, stopsToText } from '../../lib/console/stops/stop-text.ts';
import {
  drawnWork,
  nmOfWork,
  placeOfWork,
  sentStop,
  workProblem,
} from '../../lib/console/stops/stop-work.ts';
import { routeRequest } from '../../lib/routes/route-request.ts';

const place = { lat: -62.5, lon: -40.25 };

const list = withStops([], [{ ...place, name: 'M3' }, place, { ...place, name: 'M3' }]);

test('each stop has a name of its own, which others that come after it follow', () => {
  expect(list.map(({ name }) => name)).toEqual(['M3', 'Stop 1', 'M3 (2)']);
  const tied = changedStop(list, 'M3 (2)', { after: ['M3'] });
  expect(changedStop(tied, 'M3', { name: 'M4' })[2]!.after).toEqual(['M4']);
  expect(withoutStop(tied, 'M3')[1]!.after).toEqual([]);
  expect(brokenOrder(tied)).toBeNull();
  expect(brokenOrder(withStopAt(tied, 'M3', 2))).toEqual({ stop: 'M3 (2)', after: 'M3' });
  expect(inOrder(tied, ['M3 (2)', 'M3']).map(({ name }) => name)).toEqual(['M3 (2)', 'M3', 'Stop 1']);
});

test('a further stop is added where the way grows least', () => {
  const at = (lon: number) => ({ lat: -60, lon });
  const two = withStops([], [at(10), at(20)]);
  expect([5, 15, 25].map((lon) => bestIndex(at(0), two, at(30), at(lon)))).toEqual([0, 1, 2]);
});

test('a link holds all of a stop, and what makes no sense is not read', () => {
  const times = { not_before: '2026-12-25T06:00:00.000Z', not_after: '2026-12-26T06:00:00.000Z' };
  const full = changedStop(
    changedStop(list, 'Stop 1', { stay_hours: 6.5, ...times, name: 'A; b, 50 %' }),
    'M3 (2)',
    { after: ['M3', 'A; b, 50 %'] },
  );
  expect(stopsFromText(stopsToText(full))).toEqual(full);
  expect(stopsFromText('-62.5,-40.25')).toEqual(withStops([], [place]));
  const many = Array.from({ length: 1000 }, () => '-62.5,-40.25').join(';');
  for (const text of ['', 'x', '1,2;3', '-91,0', '-60,1,soon', '-60,1,-1', '-60,1,,2026-12-2', many])
    expect(stopsFromText(text), text.slice(0, 20)).toBeUndefined();
});

const section = drawnWork('line', [
  [179, -62],
  [-179, -62],
])!;
const box = drawnWork('area', [
  [-39.5, -53.2],
  [-37.5, -53.2],
  [-37.5, -53.8],
  [-39.5, -53.8],
])!;
const works = withStops(
  [],
  [
    {
      ...section,
      ...placeOfWork(section),
      name: 'Section',
      speed_kn: 5,
      either_way: false,
      stay_after_hours: 2,
    },
    { ...box, ...placeOfWork(box), name: 'Box', value: 2.5, bearing: 90, consumption_factor: 1.2 },
    { ...place, name: 'CTD', value: 1, after: ['Box'], after_if_done: true },
  ],
);

test('what is drawn is a line or a box with eight lines; too few points are none', () => {
  expect(section).toEqual({
    line: [
      [-62, 179],
      [-62, -179],
    ],
  });
  expect(nmOfWork(section)).toBeCloseTo(120 * Math.cos((62 * Math.PI) / 180), 0);
  expect(placeOfWork(section)).toEqual({ lat: -62, lon: 179 });
  // 36 NM of latitude, eight lines
  expect(box.spacing_nm).toBe(4.6);
  expect(drawnWork('line', [[0, -60]])).toBeNull();
  expect(
    drawnWork('area', [
      [0, -60],
      [1, -60],
    ]),
  ).toBeNull();
  expect(workProblem({ ...box, spacing_nm: 0.001 })).toBe('At that spacing it has more than 1000 lines.');
  expect(workProblem({ ...box, spacing_nm: 0.5 })).toBe('Its lines are longer than 2000 NM.');
});

test('a line or a box is moved as a whole, across the antimeridian too', () => {
  const moved = changedStop(works, 'Section', { lat: -61, lon: -179.5 })[0]!;
  expect(moved).toMatchObject({
    lat: -61,
    lon: -179.5,
    line: [
      [-61, -179.5],
      [-61, -177.5],
    ],
  });
  const back = changedStop([moved], 'Section', { lat: -62, lon: 179 });
  expect(back[0]!.line).toEqual(section.line);
  const farther = changedStop(works, 'Box', { lon: works[1]!.lon + 1 })[1]!;
  expect(farther.area!.coordinates[0]!.map(([lon]) => lon)).toEqual([-38.5, -36.5, -36.5, -38.5, -38.5]);
  expect(placeOfWork(farther)).toEqual({ lat: farther.lat, lon: farther.lon });
});

test('the service takes what is sent of them, as the page has it', () => {
  const ends = { start_lat: -60, start_lon: -50, end_lat: -62, end_lon: -30 };
  const { voyage } = routeRequest.parse({ ...ends, stops: works.map(sentStop), within_hours: 240 });
  const given = voyage!.stops!.map((stop) =>
    Object.fromEntries(Object.entries(stop).filter(([, value]) => value !== undefined)),
  );
  expect(given).toEqual(works);
});

test('a link holds lines, boxes and values, and no work that can not be sailed', () => {
  expect(stopsFromText(stopsToText(works))).toEqual(works);
  for (const extras of [
    'l-60 1',
    'l-60 1 -60 1',
    'a1 -60 2 -60',
    'a1 -60 2 -60 2 -61',
    'v0',
    'v-1',
    'x1',
    's',
    'l-90 1 -60 1',
  ])
    expect(stopsFromText(`-60,1,,,,,A,${extras}`), extras).toBeUndefined();
  expect(stopsFromText('-60,1,,,,,A,a1 -60 2 -60 2 -61,w0.001')).toBeUndefined();
});

test('a link holds windows, daylight and limits of weather, and none that contradict each other', () => {
  const window = (from: string, to: string) => ({ from: `${from}:00.000Z`, to: `${to}:00.000Z` });
  const opened = withStops(
    [],
    [
      {
        ...{ lat: -61, lon: -46, name: 'Net', may_pause: true, daylight: 'civil' as const },
        windows: [
          window('2026-11-22T10:00', '2026-11-22T16:00'),
          window('2026-11-23T09:00', '2026-11-23T15:30'),
        ],
      },
      { lat: -62, lon: -40, name: 'CTD', most_wind_kn: 30, most_wave_m: 0, most_ice_percent: 12.5 },
    ],
  );
  expect(stopsFromText(stopsToText(opened))).toEqual(opened);
  for (const extras of [
    'gmoon',
    't2026-11-22T10:00',
    't2026-11-22T16:00 2026-11-22T10:00',
    't2026-11-22T10:00 2026-11-22T16:00 2026-11-22T12:00 2026-11-22T18:00',
    'tsoon 2026-11-22T16:00',
    'p',
    'n0',
    'h-1',
  ])
    expect(stopsFromText(`-60,1,,,,,A,${extras}`), extras).toBeUndefined();
});
