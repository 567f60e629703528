/** What zones are told to have done to routes along the equator, a day from each degree to the next. */
import { describe, expect, it } from 'vitest';
import type { Track } from '../../../lib/engine/path/track.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { closedOff, tooNarrow } from '../../../lib/voyage/among-zones/no-way.ts';
import {
  crossedBy,
  effectsInstead,
  effectsOf,
  enteredZones,
  isMet,
  metBetween,
  notesOn,
} from '../../../lib/voyage/among-zones/zone-effects.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import type { Zone } from '../../../lib/zones/zone.ts';
import { boxPolygon } from '../../zones/areas.ts';

const NM = 60.04;
/** @param lat of all of it */
const along = (lat: number, ...lons: readonly number[]) =>
  ({
    coordinates: lons.map((lon) => [lon, lat]),
    timeDays: lons.map((_, k) => k),
    distanceM: lons.map((lon) => 1852 * NM * Math.abs(lon - lons[0]!)),
    consumption: lons.map((_, k) => 10 * k),
  }) as unknown as Track;
const route = (track: Track, more: Partial<VoyageRoute> = {}) =>
  ({ track, sailing: track, objective: 'traveltime', ...more }) as VoyageRoute;
/** Of a degree and a half from west to east, across the equator. */
const zone = (name: string, west: number, kind: Zone['kind'] = 'closed', more: Partial<Zone> = {}) =>
  ({ name, kind, geometry: boxPolygon(west, -1, west + 1.5, 1), ...more }) as Zone;
const through = along(0, 0, 1, 2, 3, 4, 5, 6);
const around = along(2, 0, 1, 2, 3, 4, 5, 6, 7);
const departure = '2026-11-20T00:00:00.000Z';
const season = (from: string, to: string) => ({ season: { from, to } });
const inside = (west: number) => ({
  entered: [{ lat: 0, lon: expect.closeTo(west, 9), days: expect.closeTo(west, 9), nm: expect.any(Number) }],
  nm_inside: expect.closeTo(1.5 * NM, 1),
  hours_inside: expect.closeTo(36, 6),
});

describe('zones that a route enters', () => {
  it('are told with where it does, and how long it is in them', () => {
    const zones = [zone('A', 1, 'report'), zone('B', 3.5, 'speed_limit'), zone('far', 20, 'report')];
    expect(enteredZones(through, zones, null)).toEqual([
      { name: 'A', kind: 'report', ...inside(1) },
      { name: 'B', kind: 'speed_limit', ...inside(3.5) },
    ]);
    expect(enteredZones(around, zones, null)).toEqual([]);
    const over = [zone('A', 1, 'report', season('11-01', '11-20'))];
    expect(enteredZones(through, over, departure)).toEqual([]);
    expect(enteredZones(through, over, null)).toHaveLength(1);
  });

  it('matter to it, unless it only stays in one that limits speed', () => {
    const stays = along(0, 2, 2, 2);
    for (const kind of ['closed', 'speed_limit', 'report'] as const) {
      expect(isMet(zone('A', 1, kind), through, null)).toBe(true);
      expect(isMet(zone('A', 1, kind), around, null)).toBe(false);
      expect(isMet(zone('A', 1, kind), stays, null)).toBe(kind === 'closed');
    }
  });

  it('are told of those that are crossed where they first are', () => {
    const zones = [zone('A', 1), zone('B', 3.5), zone('C', 1, 'report'), zone('D', 20)];
    expect(crossedBy(route(through), zones, null)).toEqual([
      { name: 'A', lat: 0, lon: expect.closeTo(1, 9) },
      { name: 'B', lat: 0, lon: expect.closeTo(3.5, 9) },
    ]);
  });
});

describe('closed zones', () => {
  const zones = [zone('A', 1), zone('B', 3.5), zone('C', 1, 'report'), zone('D', 20)];

  it('cost together what the route takes longer than without them', () => {
    const [free, own] = [route(through), route(around)];
    expect(effectsOf(own, zones, null, free)).toEqual([
      { name: 'A, B', kind: 'closed', costs_hours: 24, costs_consumption: 10 },
    ]);
    expect(effectsOf(own, zones, null, null)).toEqual([]);
    // of one that takes no longer, or crosses none, none is told
    expect(effectsOf(free, zones, null, free)).toEqual([{ name: 'C', kind: 'report', ...inside(1) }]);
    expect(effectsOf(own, [zones[3]!], null, free)).toEqual([]);
    const dry = { ...around, consumption: null };
    expect(effectsOf(route(dry), zones, null, free)[0]).not.toHaveProperty('costs_consumption');
    // what it is the best by decides
    const frugal = { ...around, consumption: around.consumption!.map((tonnes) => tonnes / 2) };
    const byFuel = { objective: 'fuel' } as const;
    expect(effectsOf(route(frugal, byFuel), zones, null, route(through, byFuel))).toEqual([]);
    expect(effectsOf(route(frugal), zones, null, free)).toHaveLength(1);
  });

  it('cost more, or less, where another route takes its place', () => {
    const effects = [
      { name: 'A', kind: 'closed' as const, costs_hours: 5, costs_consumption: 3 },
      { name: 'B', kind: 'closed' as const, costs_hours: 5 },
      { name: 'C', kind: 'report' as const, ...inside(1) },
    ];
    const instead = route(around, { zones: effects as never });
    expect(effectsInstead(instead, route(through), zones, null)).toEqual([
      { name: 'A', kind: 'closed', costs_hours: 29, costs_consumption: 13 },
      { name: 'B', kind: 'closed', costs_hours: 29 },
    ]);
    expect(effectsInstead(route(through), route(around), zones, null)).toEqual([
      { name: 'C', kind: 'report', ...inside(1) },
    ]);
  });

  it('on both sides of a track leave no way between them', () => {
    const beside = [
      { ...zone('north', 0), geometry: boxPolygon(1, 0, 3, 1) },
      { ...zone('south', 0), geometry: boxPolygon(1, -1, 3, 0) },
      zone('far', 20),
      { ...zone('report', 0, 'report'), geometry: boxPolygon(1, 0, 3, 1) },
    ] as Zone[];
    const namesOf = (inMesh: readonly Zone[], track = through, at: string | null = null) =>
      metBetween(beside, inMesh, [track], at).map(({ name }) => name);
    expect(namesOf([])).toEqual(['north', 'south']);
    expect(namesOf([beside[0]!])).toEqual(['south']);
    expect(namesOf(beside)).toEqual([]);
    expect(namesOf([], around)).toEqual([]);
    expect(metBetween(beside.slice(0, 1), [], [through], null)).toEqual([]);
    const seasonal = { ...beside[1]!, ...season('11-01', '11-20') };
    expect(metBetween([beside[0]!, seasonal], [], [through], departure)).toEqual([]);
  });
});

describe('no way', () => {
  const zones = ['A', 'B', 'C', 'D', 'E']
    .map((name, k) => zone(name, 4 * k))
    .concat(zone('slow', 0, 'speed_limit'));
  const blockedBy = (names: readonly string[]) => {
    const planned: string[] = [];
    const plan = (closed: readonly Zone[]) => {
      const own = closed.map(({ name }) => name);
      planned.push(own.join(''));
      if (names.every((name) => own.includes(name))) throw new RouteInaccessible('no way');
      return { routes: [route(along(0, -1, 30))] };
    };
    return { planned, error: () => closedOff(zones, plan) };
  };

  it('is told with the zones of which none may be left out, each where it would be entered', () => {
    const two = blockedBy(['B', 'D']);
    // the route enters both, at the first of them
    expect(two.error()!.message).toBe(
      'The closed zones "B" at 0.0000, 4.0000, "D" at 0.0000, 4.0000 leave no way through together.',
    );
    expect(two.planned.every((names) => !names.includes('slow'))).toBe(true);
    expect(blockedBy(['E']).error()!.message).toBe(
      'The closed zone "E" at 0.0000, 16.0000 leaves no way through.',
    );
    expect(blockedBy([]).error()).toBeNull();
  });

  it('of which others tell is no matter of zones', () => {
    const failing = () => {
      throw new Error('broken');
    };
    expect(() => closedOff(zones, failing)).toThrow('broken');
  });

  it('keeps a clearance that is wider than the widest', () => {
    const clearance = { nm: 2, of: 'land', exempt: [], narrow: [] } as const;
    const widest = (nm: number) => ({ nm, at: { lat: -60.5, lon: 3 } }) as never;
    expect(tooNarrow(clearance, widest(1.5))!.message).toBe(
      'No way keeps 2 NM clear: the widest clearance that leaves one is 1.47 NM, and it is narrowest at -60.5000, 3.0000.',
    );
    expect(tooNarrow(clearance, widest(9))!.message).toContain('is 1.97 NM');
    expect([tooNarrow(null, widest(1)), tooNarrow(clearance, null)]).toEqual([null, null]);
  });
});

it('says what zones mean where it is not told when the vessel leaves, and how it is proved', () => {
  const zones = [
    zone('A', 1, 'closed', season('11-01', '11-20')),
    zone('B', 1, 'speed_limit'),
    zone('C', 1, 'report', season('11-01', '11-20')),
  ];
  const notes = [
    'Without a departure, zones count in every season: "A", "C"',
    'Under a speed limit the consumption a day is that of full speed, because the mesh was made for one vessel',
    'How close the route is to the best is proved on the mesh as zones and clearance divide it',
  ];
  expect(notesOn(zones, null, true, true)).toEqual(notes);
  expect(notesOn(zones, departure, true, false)).toEqual([notes[1]]);
  expect(notesOn(zones, departure, false, false)).toEqual([]);
  expect(notesOn([zones[0]!], null, true, false)).toEqual([
    'Without a departure, zones count in every season: "A"',
  ]);
  expect(notesOn([zones[1]!], null, false, true)).toEqual([notes[2]]);
});
