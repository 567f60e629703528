import { describe, expect, it } from 'vitest';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { compileFile } from '../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import type { ZonePorts } from '../../lib/routes/seas.ts';
import { priceRest } from '../../lib/watches/price-rest.ts';
import { restOf } from '../../lib/watches/rest-of-way.ts';
import type { Position } from '../../lib/watches/watch.ts';
import { gridMesh } from '../local/grid-mesh.ts';
import { request } from '../routes/world.ts';

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 3_600_000);

/** East along the middle of a sea of 10 by 10 degrees, with an island north of the way. */
const island = (lat: number, lon: number) => lat === -64.5 && lon === -55.5;
const grid = gridMesh({ isOpen: (lat, lon) => !island(lat, lon) });
const meshOf = (made: object) => openMesh(compileFile(parseMesh(Buffer.from(JSON.stringify(made)))).compiled);
const mesh = meshOf(grid);
const way = {
  points: [
    [-58, -65.5],
    [-52, -65.5],
  ] as const,
  times: [hour(0).getTime(), hour(20).getTime()],
  consumed: null,
  meshes: [1],
  vehicleType: null,
};
const seas = {
  best: async () => ({ meshId: 7, mesh, vehicle: null, chart: null }),
  zonesFor: async () => [],
};
const price = (position: Position | null, limitNm = 300) => {
  const rest = restOf({ way, position, done: [] }, hour(9))!;
  return priceRest(seas, {} as ZonePorts, rest, { vehicleType: null, voyage: null }, limitNm);
};
const at = (lat: number, lon: number): Position => ({ lat, lon, time: hour(9).toISOString() });

describe('the rest of a way', () => {
  it('of a ship that is reported on land begins at the nearest place in the sea', async () => {
    const ashore = await price(at(-64.9, -55.5));
    // the south coast of the island is a tenth of a degree away
    expect(ashore).toMatchObject({ meshes: [7], closed: null, movedNm: expect.closeTo(6, 1) });
    const afloat = await price(at(-65, -55.5));
    expect(afloat.movedNm).toBe(0);
    expect(ashore.times![0]).toBe(hour(9).getTime());
    expect(ashore.times!.at(-1)).toBeCloseTo(afloat.times!.at(-1)!, -1);
  });

  describe('with a stop on it', () => {
    const [WEST, STOP, EAST] = [-58, -55, -52].map((lon) => [lon, -65.5] as const);
    const calling = {
      ...way,
      points: [WEST!, STOP!, STOP!, EAST!],
      times: [0, 10, 34, 44].map((hours) => hour(hours).getTime()),
    };
    const days = [20, 10].map((speedKmh, day) => ({
      ...{ id: 8 + day, name: `${day}`, rank: '', mesh: meshOf(gridMesh({ speedKmh })) },
      ...{ from: hour(24 * day).getTime(), to: hour(24 * (day + 1)).getTime() },
    }));
    const IDLE = 6;
    const vehicle = { idle_rate: IDLE } as never;
    const changing = { meshId: 8, mesh: days[0]!.mesh, vehicle, chart: null, forecast: days };
    const pricedFrom = async (hours: number, done: string[] = []) => {
      const stops = [{ name: 'Half', arrives: hour(10).getTime(), leaves: hour(34).getTime() }];
      const rest = restOf({ way: { ...calling, stops }, position: null, done }, hour(hours))!;
      const sea = { ...seas, best: async () => changing };
      const priced = await priceRest(sea, {} as ZonePorts, rest, { vehicleType: null, voyage: null }, 300);
      const [last, end] = priced.times!.slice(-2);
      return { ...priced, begins: (priced.times![0]! - hour(0).getTime()) / 3_600_000, ms: end! - last! };
    };

    it('goes on after the stay, in the sea of that day, and burns in it what it does idle', async () => {
      const before = await pricedFrom(0);
      const legMs = before.times![1]! - before.times![0]!;
      expect(before.ms).toBeCloseTo(24 * 3_600_000 + 2 * legMs, -2);
      const without = await pricedFrom(0, ['Half']);
      expect(without.ms).toBeCloseTo(legMs, -2);
      expect(before.idled).toBe(0);
    });

    it('counts what is left of the stay where the ship is', async () => {
      const [there, leaving] = [await pricedFrom(22), await pricedFrom(34)];
      expect(there.begins).toBeCloseTo(22, 9);
      expect(there.ms).toBeCloseTo(12 * 3_600_000 + leaving.ms, -2);
      expect(there.idled).toBeCloseTo(IDLE / 2, 9);
      expect(there.consumption!).toBeCloseTo(leaving.consumption! + IDLE / 2, 9);
    });
  });

  describe('with stops that open at a time', () => {
    const [A, B, C, D] = [-58, -56, -54, -52].map((lon) => [lon, -65.5] as const);
    const stopAt = (name: string, [arrives, begins, leaves]: [number, number, number]) => ({
      name,
      arrives: hour(arrives).getTime(),
      begins: hour(begins).getTime(),
      leaves: hour(leaves).getTime(),
    });
    /** It waits at B from 10 until 20, stays for 4 h, and for as long at C. */
    const waiting = {
      ...way,
      points: [A!, B!, B!, B!, C!, C!, D!],
      times: [0, 10, 20, 24, 34, 38, 48].map((hours) => hour(hours).getTime()),
      stops: [stopAt('B', [10, 20, 24]), stopAt('C', [34, 34, 38])],
    };
    const iso = (hours: number) => hour(hours).toISOString();
    const opensAt = (hours: number) => ({ not_before: iso(hours) });
    /** The hours at which the ship comes to each place of the rest, and when it leaves the first. */
    const pricedIn = async (
      speedKmh: number,
      [b, c]: readonly [object, object],
      { now = 0, position = null as Position | null, done = [] as string[] } = {},
    ) => {
      const stops = [
        { name: 'B', lat: -65.5, lon: -56, stay_hours: 4, ...b },
        { name: 'C', lat: -65.5, lon: -54, stay_hours: 4, ...c },
      ];
      const { voyage } = request({ departure: hour(0).toISOString(), stops });
      const sea = {
        ...seas,
        best: async () => ({ ...(await seas.best()), mesh: meshOf(gridMesh({ speedKmh })) }),
      };
      const rest = restOf({ way: waiting, position, done }, hour(now))!;
      const of = { vehicleType: null, voyage };
      const { times, leaves } = await priceRest(sea, {} as ZonePorts, rest, of, 300);
      return [...times!, leaves].map((time) => (time - hour(0).getTime()) / 3_600_000);
    };
    const near = (hours: number) => expect.closeTo(hours, 5);

    it('waits only until they are open, whenever it comes there', async () => {
      const opens = [opensAt(20), {}] as const;
      const [, leg] = await pricedIn(20, opens);
      expect(leg).toBeGreaterThan(4);
      expect(leg).toBeLessThan(6);
      expect(await pricedIn(20, opens)).toEqual([0, leg!, 24 + leg!, 28 + 2 * leg!, 0].map(near));
      const late = 5 * leg!;
      expect(await pricedIn(4, opens)).toEqual([0, late, 2 * late + 4, 3 * late + 8, 0].map(near));
      // where the plan had no wait, too, and after one that is shorter than planned
      const later = [
        opensAt(15),
        {
          windows: [
            { from: iso(1), to: iso(20) },
            { from: iso(40), to: iso(50) },
          ],
        },
      ] as const;
      expect(await pricedIn(20, later)).toEqual([0, leg!, 19 + leg!, 44 + leg!, 0].map(near));
      // one that is done is not waited at
      expect(await pricedIn(20, opens, { done: ['B'] })).toEqual(
        [0, leg!, 2 * leg!, 3 * leg! + 4, 0].map(near),
      );
    });

    it('waits on where the ship is at one, and stays what is left where it is open', async () => {
      const opens = [opensAt(20), {}] as const;
      expect((await pricedIn(20, opens, { now: 15 })).at(-1)).toBeCloseTo(24, 9);
      expect((await pricedIn(20, opens, { now: 21 })).at(-1)).toBeCloseTo(24, 9);
      const early = { lat: -65.5, lon: -56, time: hour(5).toISOString() };
      expect((await pricedIn(20, opens, { now: 15, position: early })).at(-1)).toBeCloseTo(24, 9);
    });
  });

  it('is closed where no sea is near enough, and where the plan leads over land', async () => {
    expect(await price(at(-64.9, -55.5), 3)).toMatchObject({ times: null, closed: { leg: 1 }, movedNm: 0 });
    const over = {
      ...way,
      points: [
        [-58, -64.5],
        [-52, -64.5],
      ] as const,
    };
    const rest = restOf({ way: over, position: null, done: [] }, hour(8))!;
    const told = await priceRest(seas, {} as ZonePorts, rest, { vehicleType: null, voyage: null }, 300);
    expect(told.closed).toMatchObject({ leg: 1, lat: expect.closeTo(-64.5, 1) });
  });

  it('is closed where it leads through a closed zone while that is closed', async () => {
    const ring = [-55, -54, -54, -55, -55].map((lon, k) => [lon, k === 2 || k === 3 ? -65 : -66]);
    const geometry = { type: 'Polygon', coordinates: [ring] };
    const closedIn = async (season: object) => {
      const zones = [{ name: 'Bay', kind: 'closed', geometry, ...season }] as never;
      const rest = restOf({ way, position: null, done: [] }, hour(8))!;
      const of = { vehicleType: null, voyage: null };
      return (await priceRest({ ...seas, zonesFor: async () => zones }, {} as ZonePorts, rest, of, 300))
        .closed;
    };
    expect(await closedIn({})).toMatchObject({ lon: expect.closeTo(-55, 3), reason: 'closed zone "Bay"' });
    expect(await closedIn({ season: { from: '12-01', to: '12-31' } })).toBeNull();
  });
});
