import { geoContains } from 'd3-geo';
import fc from 'fast-check';
import { feature } from 'topojson-client';
import { expect, test } from 'vitest';
import land50m from 'world-atlas/land-50m.json' with { type: 'json' };
import { inlandNm } from '../../lib/chart/inland.ts';
import { standardLocations } from '../../lib/locations/locations.ts';
import { runs } from '../thorough.ts';

test.each(standardLocations.map(({ key, lat, lon }) => [key, lat, lon] as const))(
  '%s is a harbour, or at sea',
  (_, lat, lon) => {
    expect(inlandNm({ lat, lon })).toBeLessThan(2);
  },
);

test('the middle of the Antarctic Peninsula, and the pole, are far inland', () => {
  expect(inlandNm({ lat: -70, lon: -64 })).toBeGreaterThan(30);
  expect(inlandNm({ lat: -90, lon: 12 })).toBeGreaterThan(250);
  // on both sides of the antimeridian
  for (const lon of [179.9, -179.9, 180, -180]) {
    expect(inlandNm({ lat: -84.9, lon }) > 0).toBe(true);
    expect(inlandNm({ lat: -60, lon })).toBe(0);
  }
});

test('land is where d3-geo has it, but for sides that are straight on a chart there and arcs here', () => {
  const land = feature(land50m, land50m.objects.land);
  const place = fc.record({
    lat: fc.double({ min: -85, max: 80, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(place, ({ lat, lon }) => {
      const nm = inlandNm({ lat, lon });
      if (nm === 0 || nm > 2) expect(geoContains(land, [lon, lat])).toBe(nm > 0);
    }),
    { numRuns: runs(8, 200) },
  );
});
