/** Alternatives with fuel aboard: those that keep the reserve, on one mesh and through a forecast. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { withAlternatives } from '../../../lib/voyage/alternatives/alternatives.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { Alternative, VoyagePlan, VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { between } from '../../between.ts';
import { randomNumbers, randomPoint } from '../../engine/random-mesh.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { gridMesh } from '../../local/grid-mesh.ts';
import { parseVesselMesh } from '../../meshes/parse-vessel-mesh.ts';
import { request } from '../../routes/world.ts';
import { runs } from '../../thorough.ts';
import { islands, seaOfIslands } from '../alternatives/islands.ts';
import { type CellAt, gridVoyages } from '../forecast/grid-voyages.ts';

type Planned = (fields: object) => VoyagePlan;

const burnt = ({ track }: Pick<Alternative, 'track'>) => track.consumption!.at(-1)!;
const othersOf = ({ routes }: VoyagePlan) => routes.map(({ alternatives }) => alternatives!);
const tracksOf = ({ routes }: VoyagePlan) =>
  routes.map(({ objective, track, alternatives }) => [
    objective,
    track,
    alternatives!.map((one) => [one.track, one.dearerPercent, one.sharedPercent]),
  ]);
const aboard = (tonnes: number, reserve = 0) => ({ fuel_aboard_tonnes: tonnes, reserve_tonnes: reserve });

/** Every route and alternative is told what it leaves, and keeps the reserve. */
function expectKept({ routes }: VoyagePlan, tonnes: number, reserve: number): void {
  for (const route of routes) {
    expect(Math.abs(route.fuel!.left.at(-1)! - (tonnes - burnt(route)))).toBeLessThan(1e-9);
    for (const other of route.alternatives!) {
      expect(Math.abs(other.fuelLeft! - (tonnes - burnt(other)))).toBeLessThan(1e-9);
      expect(other.fuelLeft!).toBeGreaterThanOrEqual(reserve - 1e-6);
    }
  }
}

const on =
  (mesh: Mesh, start: LatLon, end: LatLon): Planned =>
  (fields) =>
    planVoyage(
      mesh,
      { start, end, vehicle: null, voyage: request({ ...fields, alternatives: 3 }).voyage },
      {},
    );

const straits = (...lats: number[]) => {
  const isOpen = (lat: number, lon: number) => Math.floor(lon) !== 4 || lats.includes(lat);
  const grid = gridMesh({ latMin: -5, lonMin: 0, speedKmh: 18.52, isOpen });
  return openMesh(compileMesh(parseVesselMesh(Buffer.from(JSON.stringify(grid))).source));
};
const [start, end] = [
  { lat: 0.4, lon: 0.5 },
  { lat: 0.4, lon: 9.5 },
];

const grid: Grid = { columns: 20, rows: 10, box: [0, 0, 4, 2], degrees: 4 };
const departure = '2026-11-20T06:00:00.000Z';
const inForecast = gridVoyages(grid, {
  start: placeAt(grid, 0.3, 1),
  end: placeAt(grid, 3.7, 1.1),
  begin: Date.UTC(2026, 10, 20),
  departure,
});
/** A wall with three straits, of which the northern one opens on the third day. */
const wall: CellAt = (x, y, k) => {
  if (Math.abs(x - 1.9) > 0.1) return {};
  const isOpen = [0.7, 1.1].some((at) => Math.abs(y - at) < 0.1) || (Math.abs(y - 1.5) < 0.1 && k >= 2);
  return { closed: !isOpen };
};
const days = inForecast.forecast(wall);

describe.each([
  ['on one mesh', on(straits(-1.5, 0.5, 2.5), start, end)],
  [
    'through a forecast',
    (fields: object) => inForecast.planned(days, { ...fields, alternatives: 3 }, { idle: 0.5 }),
  ],
] as readonly [string, Planned][])('%s', (_, plan) => {
  const free = plan({});
  const [ways] = othersOf(free) as [readonly Alternative[]];

  it('nothing is another where the fuel is plenty', () => {
    expect(ways).not.toEqual([]);
    const all = [...free.routes, ...othersOf(free).flat()].map(burnt);
    const tonnes = Math.max(...all) + 7;
    const plenty = plan(aboard(tonnes, 7));
    expect(tracksOf(plenty)).toEqual(tracksOf(free));
    expect(plenty.notes ?? []).toEqual(free.notes ?? []);
    expectKept(plenty, tonnes, 7);
    // without what is aboard nothing is told of it
    for (const other of othersOf(free).flat()) expect(other).not.toHaveProperty('fuelLeft');
  });

  it('one that would go below the reserve is none, and nothing is said of it', () => {
    const dearest = ways.reduce((one, other) => (burnt(other) > burnt(one) ? other : one));
    const just = burnt(dearest);
    for (const [tonnes, isKept] of [
      [just + 1e-3, true],
      [just - 1e-3, false],
    ] as const) {
      const kept = plan(aboard(tonnes + 2, 2));
      expectKept(kept, tonnes + 2, 2);
      expect(othersOf(kept)[0]!.some((one) => Math.abs(burnt(one) - just) < 1e-6)).toBe(isKept);
      expect(kept.notes ?? []).toEqual(free.notes ?? []);
    }
    const least = plan(aboard(Math.max(...free.routes.map(burnt)) + 1e-3));
    expect(othersOf(least)).toEqual([[], []]);
  });
});

it('of a route that is left out, those are left out too, and its note alone tells it', () => {
  // faster by a strait in which more is burnt
  const isFast = (lat: number) => (lat > 0 ? 24 : 18.52);
  const cells = gridMesh({
    latMin: -5,
    lonMin: 0,
    speedKmh: isFast,
    isOpen: (lat, lon) => Math.floor(lon) !== 4 || [-0.5, 1.5].includes(lat),
  });
  for (const box of cells.cellboxes as { cy: number; fuel?: number[] }[]) {
    if (box.fuel) box.fuel = Array(8).fill(box.cy > 0 ? 60 : 20);
  }
  const mesh = openMesh(compileMesh(parseVesselMesh(Buffer.from(JSON.stringify(cells))).source));
  const plan = on(mesh, { lat: -0.1, lon: 0.5 }, { lat: -0.1, lon: 9.5 });
  const [fast, thrifty] = plan({}).routes as [VoyageRoute, VoyageRoute];
  const tonnes = (burnt(fast) + burnt(thrifty)) / 2;
  const kept = plan(aboard(tonnes));
  expect(kept.routes.map(({ objective }) => objective)).toEqual(['fuel']);
  expect(kept.notes).toEqual([expect.stringMatching(/^The route of type traveltime is left out: /)]);
  expectKept(kept, tonnes, 0);
});

it('one that is cheaper than the route takes its place only where it keeps the reserve', () => {
  const [dear, both] = [straits(2.5), straits(-2.5, 2.5)];
  const [from, to] = [start, end].map(({ lon }) => ({ lat: -0.25, lon })) as [LatLon, LatLon];
  const { routes } = planVoyage(dear, { start: from, end: to, vehicle: null, voyage: null }, {});
  const place = (at: LatLon) => ({ requested: at, used: at, movedNm: 0 });
  const missed = { start: place(from), end: place(to), routes: routes.slice(0, 1) };
  const isSouth = (track: VoyageRoute['track']) => track.coordinates.some(([, lat]) => lat < -0.9);
  const bestOf = (counts?: (track: VoyageRoute['track']) => boolean) =>
    withAlternatives(both, missed, 3, {}, counts).routes[0]!;
  expect(isSouth(bestOf().track)).toBe(true);
  const kept = bestOf((track) => !isSouth(track));
  expect(kept.track).toBe(routes[0]!.track);
  expect(kept.alternatives).toEqual([]);
  // as it is planned in its place it may burn more than as it was found
  let looks = 0;
  expect(bestOf(() => looks++ === 0).track).toBe(routes[0]!.track);
});

it('on drawn seas, whatever is aboard', () => {
  let [told, dropped] = [0, 0];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      between(0.97, 1.1),
      between(0, 5),
      (seed, part, reserve) => {
        const random = randomNumbers(seed);
        const plan = on(seaOfIslands, randomPoint(islands, random), randomPoint(islands, random));
        const free = planOrNull(plan, {});
        if (!free) return;
        const tonnes = part * burnt(free.routes[1]!) + reserve;
        const kept = planOrNull(plan, aboard(tonnes, reserve));
        if (!kept) {
          expect(Math.min(...free.routes.map(burnt))).toBeGreaterThan(tonnes - reserve);
          return;
        }
        expectKept(kept, tonnes, reserve);
        for (const route of kept.routes) {
          const same = free.routes.find(({ objective }) => objective === route.objective)!;
          expect(route.track).toEqual(same.track);
          // those before the first that is none are found as without a reserve
          const none = same.alternatives!.findIndex((one) => burnt(one) > tonnes - reserve);
          const before = none < 0 ? same.alternatives! : same.alternatives!.slice(0, none);
          expect(route.alternatives!.slice(0, before.length).map(burnt)).toEqual(before.map(burnt));
          told += route.alternatives!.length;
          if (none >= 0) dropped++;
        }
      },
    ),
    { numRuns: runs(12, 70), seed: 3 },
  );
  expect([told > 0, dropped > 0]).toEqual([true, true]);
});

function planOrNull(plan: Planned, fields: object): VoyagePlan | null {
  try {
    return plan(fields);
  } catch {
    return null;
  }
}
