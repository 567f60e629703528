import { expect, it } from 'vitest';
import { seaAmongZones } from '../../../lib/voyage/among-zones/sea-among-zones.ts';
import { seaWithIsland } from '../../zones/open-sea.ts';

const mesh = seaWithIsland();
const placesOf = (...places: (readonly [lat: number, lon: number])[]) =>
  places.map(([lat, lon], k) => ({ what: `place ${k}`, lat, lon }));
const openIn = (points: ReturnType<typeof placesOf>, clearance_nm: number | null, limitNm = 60) =>
  seaAmongZones(mesh, {
    zones: [],
    points,
    vehicle: null,
    limitNm,
    ...{ clearance_nm, clearance_of: 'all' },
  } as Parameters<typeof seaAmongZones>[1]);

it('a sea without zones and clearance is the mesh itself', () => {
  expect(openIn(placesOf([-62, -60]), null)).toBe(mesh);
  expect(openIn([], 0)).toBe(mesh);
});

it('clearance closes what is near land, whatever places have no sea near them', () => {
  const open = openIn(placesOf([-62, -60]), 10);
  expect(open).not.toBe(mesh);
  expect(openIn(placesOf([-62, -60], [10, 10]), 10).openCount).toBe(open.openCount);
  // near a place none is required: also where that is on the island, and without leave to be moved
  expect(openIn(placesOf([-62, -60], [-60.25, -55.5]), 10, 0).openCount).toBeGreaterThan(open.openCount);
});
