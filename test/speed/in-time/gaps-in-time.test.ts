/** At chosen speeds too, a vessel goes from a cell to one that it touches at a corner only while one between them is open. */
import { expect, it } from 'vitest';
import { changingSea, voyagesOn } from './seas-in-time.ts';

const [LONS, LATS] = [
  [0, 1, 2],
  [-58, -57.5, -57],
];
const ENDS = [
  { lat: -57.75, lon: 0.5 },
  { lat: -57.25, lon: 1.5 },
] as const;

it.each([1.2, 2, 4])('with %d times the days of the fastest', (times) => {
  // of the two cells between, one closes on the second day
  const sea = changingSea(LONS, LATS, 2, (column, line, day) => {
    const isClosed = column !== line && (day === 1 || line === 1);
    return { columns: { iceConcentration: isClosed ? 100 : 0, iceThickness: 0.5, iceDensity: 900 } };
  });
  const leaves = 0.9;
  const { voyages, days } = voyagesOn(sea, ENDS, { leaves, certificate: false });
  const { coordinates, timeDays } = voyages.within(times * days)!.routes[0]!.track;
  const goes = coordinates.findLastIndex(([lon, lat]) => lon <= 1 && lat <= -57.5);
  expect(leaves + timeDays[goes]!).toBeLessThanOrEqual(1);
  expect(timeDays.at(-1)! / days).toBeGreaterThan(1.1);
});
