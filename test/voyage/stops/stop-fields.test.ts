import { describe, expect, it } from 'vitest';
import { routeRequest } from '../../../lib/routes/route-request.ts';

const ends = { start_lat: -51, start_lon: -57, end_lat: -67, end_lon: -68 };
const departure = '2026-11-21T10:00Z';
const stop = (name: string, different: object = {}) => ({ lat: -60, lon: -60, name, ...different });
const window = (from: number, to: number) => ({
  from: `2026-11-2${from}T00:00Z`,
  to: `2026-11-2${to}T00:00Z`,
});
const issues = (stops: unknown, different: object = {}) =>
  routeRequest
    .safeParse({ ...ends, stops, ...different })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('stops', () => {
  it('are named, and asked nothing of, by default', () => {
    const { voyage } = routeRequest.parse({ ...ends, stops: [{ lat: '-60', lon: -60 }, stop('B')] });
    expect(voyage?.stops).toEqual([
      { lat: -60, lon: -60, name: 'Stop 1', stay_hours: 0, after: [], not_before: null, not_after: null },
      { lat: -60, lon: -60, name: 'B', stay_hours: 0, after: [], not_before: null, not_after: null },
    ]);
    expect(routeRequest.parse({ ...ends, stops: [], stop_order: 'given' }).voyage).toBeNull();
  });

  it.each([
    [[stop('A'), stop('B'), stop('A')], {}, ['stops.2.name: is "A", as that of another stop']],
    [[stop('A', { after: ['X'] })], {}, ['stops.0.after: of stop "A" names "X", which is no stop']],
    [
      [stop('A', { after: ['B'] }), stop('B')],
      {},
      ['stops.0.after: of stop "A" names "B", which comes later in the given order'],
    ],
    [
      [stop('A', { after: ['C'] }), stop('B', { after: ['A'] }), stop('C', { after: ['B'] })],
      { stop_order: 'best' },
      ['stops.0.after: leads round in a circle: "A" after "C" after "B" after "A"'],
    ],
    [
      [stop('A', { after: ['A'] })],
      { stop_order: 'best' },
      ['stops.0.after: of stop "A" names the stop itself'],
    ],
    [[stop('A', { not_after: departure })], {}, ['stops.0.not_after: of stop "A" needs a departure']],
    [
      [stop('A', { not_before: '2026-11-23T00:00Z', not_after: '2026-11-22T00:00Z' })],
      { departure },
      ['stops.0.not_after: of stop "A" is earlier than its not_before'],
    ],
    [
      [stop('A', { daylight: 'sun' }), stop('B', { windows: [window(1, 2)] })],
      {},
      ['stops.0.daylight: of stop "A" needs a departure', 'stops.1.windows: of stop "B" needs a departure'],
    ],
    [
      [stop('A', { windows: [window(1, 2)], not_before: departure })],
      { departure },
      ['stops.0.not_before: of stop "A" can not be combined with its windows, which say it too'],
    ],
    [
      [stop('A', { windows: [window(3, 5), window(4, 6), window(6, 7), window(1, 2), window(8, 8)] })],
      { departure },
      [
        'stops.0.windows.1.from: of stop "A" overlaps the window before: make them one',
        'stops.0.windows.2.from: of stop "A" overlaps the window before: make them one',
        'stops.0.windows.3.from: of stop "A" is earlier than the window before: put them in order',
        'stops.0.windows.4.to: of stop "A" is not later than its from',
      ],
    ],
    [
      [stop('A', { windows: [] })],
      { departure },
      ['stops.0.windows: must be 1 to 50 windows, [{"from", "to"}, …]'],
    ],
    [
      [stop('A', { may_pause: true })],
      { departure },
      ['stops.0.may_pause: of stop "A" needs windows, daylight or a limit of weather'],
    ],
    [
      [stop('A', { daylight: 'moon' })],
      { departure },
      ['stops.0.daylight: must be "sun", "civil" or "nautical"'],
    ],
    [[stop('A', { stay_hours: 10_001 })], {}, ['stops.0.stay_hours: must be at most 10000']],
    [
      [
        { lat: -60, lon: -60, stay_hours: -1 },
        { lat: -61, lon: -60, after: ['Stop 1'] },
      ],
      {},
      ['stops.0.stay_hours: must not be negative'],
    ],
    [[stop('A', { stay_hours: -1 })], {}, ['stops.0.stay_hours: must not be negative']],
    [[stop('A', { lat: 91 })], {}, [expect.stringMatching(/^stops\.0\.lat: must be a decimal number/)]],
    [Array.from({ length: 51 }, (_, k) => stop(`${k}`)), {}, ['stops: must have at most 50 stops']],
    ['A', {}, ['stops: must be an array of stops']],
    [[stop('A')], { alternatives: 2 }, ['alternatives: can not be combined with stops yet']],
    [
      undefined,
      { alternatives: 1, within_hours: 90 },
      ['alternatives: can not be combined with within_hours yet'],
    ],
    [undefined, { alternatives: 4 }, ['alternatives: must be a whole number from 0 to 3']],
    [[stop('A')], { stop_order: 'any' }, ['stop_order: must be "given" or "best"']],
    [[stop('A', { until: 1 })], {}, [expect.stringMatching(/^stops\.0: /)]],
    [
      [stop('A', { value: 2 })],
      { mesh_ids: [1, 2], stop_order: 'best' },
      ['mesh_ids: needs a departure or departures'],
    ],
  ])('%j with %j are refused', (stops, different, expected) => {
    expect(issues(stops, different)).toEqual(expected);
  });

  it('that all name each other are refused in bounded time', () => {
    const names = Array.from({ length: 50 }, (_, k) => `${k}`);
    const start = process.cpuUsage();
    const found = issues(
      names.map((name) => stop(name, { after: names.filter((one) => one !== name) })),
      { stop_order: 'best' },
    );
    expect(found).toHaveLength(1);
    expect(process.cpuUsage(start).user).toBeLessThan(200_000);
  });
});
