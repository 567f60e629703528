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

test.each([
  '',
  '#',
  '#route/',
  '#route/x',
  '#?start=91,0&view=1,2,3,moon',
  '#?mesh=-1&start=a,b',
  '#?view=,,,',
  '#?chart=newest',
  '#?notes=here~Name|1,2~Name',
])('%j says nothing', (fragment) => {
  expect(readLink(fragment)).toEqual({});
});

test('both forms of a route link are read', () => {
  expect(readLink('#route/12')).toEqual({ routeId: '12' });
  expect(readLink('#/route/12')).toEqual({ routeId: '12' });
});
