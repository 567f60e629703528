import { expect, test } from 'vitest';
import { readLink, writeLink } from '../../lib/console/state/link.ts';
import { withStops } from '../../lib/console/stops/stop-list.ts';

test('a link contains the whole view, and is read back', () => {
  const view = {
    start: { lat: -64.5, lon: -58.25, name: 'Paulet, Weddell' },
    end: { lat: -75.0591234, lon: -25.84 },
    vehicle: 'SDA & Søn',
    mesh: 3,
    parts: {
      chart: '20261127T0600Z-1f3a2b4c5d6e',
      clearance: 2.5,
      forecast: { wait: 12.5, refuse: true as const },
      stops: withStops([], [{ lat: -70, lon: -40, name: 'CTD; 5' }]),
      order: 'best' as const,
      alternatives: 2,
      notes: { '-64.500,-58.250': { name: 'North gate', remark: 'pilot; 12, then 16' } },
    },
    layer: 'thickness',
    coloured: 'ice',
    arrows: 'wind' as const,
    place: { lat: -70.5, lon: 179.123, zoom: 4.25, projection: 'south' as const },
  };
  expect(readLink(writeLink(view))).toEqual(view);
});

test('a link to a route leaves out what the route’s document contains', () => {
  const link = writeLink({ routeId: '12', start: { lat: 1, lon: 2 }, layer: 'ice' });
  expect(link).toBe('#route/12?layer=ice');
  expect(readLink(link)).toEqual({ routeId: '12', layer: 'ice' });
});

test.each(['', '#', '#route/', '#route/x', '#?start=&stops=', '#?view=1,2,3,moon', '#?view=,,,'])(
  '%j says nothing',
  (fragment) => {
    expect(readLink(fragment)).toEqual({});
  },
);

test.each([
  ['#?start=91,0', ['the start']],
  ['#?start=-64,-58&end=-7', ['the end']],
  ['#?mesh=-1&start=a,b', ['the start', 'the ice data']],
  ['#?chart=newest', ['the ice chart']],
  ['#?notes=here~Name|1,2~Name', ['the notes on waypoints']],
  ['#route/12?departure=2026-13-01T00:00&own=1,2', ['the departure', 'the route of one’s own']],
  ['#?stops=CTD,-70', ['the stops']],
])('of %j it is said what of the plan makes no sense', (fragment, unread) => {
  expect(readLink(fragment).unread).toEqual(unread);
});

test('both forms of a route link are read', () => {
  expect(readLink('#route/12')).toEqual({ routeId: '12' });
  expect(readLink('#/route/12')).toEqual({ routeId: '12' });
});
