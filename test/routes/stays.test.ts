import { describe, expect, it } from 'vitest';
import { RouteNotSailable } from '../../lib/routes/errors.ts';
import { priceOn } from '../../lib/routes/evaluation.ts';
import { fromDeparture, type GivenWaypoint } from '../../lib/routes/stays.ts';
import { type Grid, placeAt } from '../engine/sea/grid-sea.ts';
import { ship } from '../speed/seas.ts';
import { type CellAt, gridVoyages } from '../voyage/forecast/grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 8, rows: 4, box: [0, 0, 4, 2], degrees: 4 };
const departure = '2026-11-20T00:00:00.000Z';
const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 2.3, 1)];
const { forecast } = gridVoyages(grid, { start, end, begin: Date.parse(departure), departure });
/** Half way, where it is after a day. */
const staying = (stayHours: number): GivenWaypoint[] => [
  start,
  { ...placeAt(grid, 1.3, 1), stayHours },
  { ...end, stayHours: 99 },
];
const vehicle = ship({ idle_rate: 0.5 });

function price(cellAt: CellAt, stayHours: number, isOne = false, first = 0) {
  const meshes = forecast(cellAt, 4);
  const sea = { mesh: meshes[0]!.mesh, meshId: 1, vehicle, forecast: isOne ? null : meshes };
  const [from, ...rest] = staying(stayHours);
  return priceOn(sea as never, [{ ...from!, stayHours: first }, ...rest], [], departure).track;
}

describe('stays at the waypoints of a given route', () => {
  it.each([true, false])('take time and what is consumed idle, on one mesh: %s', (isOne) => {
    const [track, without] = [30, 0].map((hours) => price(() => ({}), hours, isOne));
    expect(track!.timeDays.at(-1)).toBeCloseTo(without!.timeDays.at(-1)! + 1.25, 9);
    expect(track!.consumption!.at(-1)).toBeCloseTo(without!.consumption!.at(-1)! + 0.5 * 1.25, 9);
    expect(track!.distanceM.at(-1)).toBeCloseTo(without!.distanceM.at(-1)!, 6);
    const [, arrives] = track!.vertexOf as [number, number];
    expect(track!.timeDays[arrives]).toBeCloseTo(without!.timeDays[without!.vertexOf[1]!]!, 9);
    expect(track!.timeDays[arrives + 1]! - track!.timeDays[arrives]!).toBeCloseTo(1.25, 9);
    expect(track!.coordinates[arrives + 1]).toEqual(track!.coordinates[arrives]);
    expect(track!.speedKmh[arrives + 1]).toBe(0);
  });

  it('let the sea change: what is left after one is sailed in the sea of that time', () => {
    const closing: CellAt = (x, _y, k) => ({ closed: x > 1.5 && x < 2 && k >= 2 });
    expect(price(closing, 1).timeDays.at(-1)).toBeCloseTo(2 + 1 / 24, 1);
    expect(() => price(closing, 30)).toThrow(RouteNotSailable);
    const opening: CellAt = (x, _y, k) => ({ closed: x > 1.5 && x < 2 && k < 2 });
    expect(() => price(opening, 1)).toThrow(RouteNotSailable);
    expect(price(opening, 30).timeDays.at(-1)).toBeCloseTo(2 + 30 / 24, 1);
    const slower: CellAt = (_x, _y, k) => ({ speed: k < 2 ? 1 : 0.5 });
    expect(price(slower, 24).timeDays.at(-1)).toBeCloseTo(4, 1);
  });

  it.each([true, false])('are at the first one, too, where the route says so, on one mesh: %s', (isOne) => {
    const track = price(() => ({}), 0, isOne, 30);
    const without = price(() => ({}), 0, isOne);
    expect(track.timeDays.at(-1)).toBeCloseTo(without.timeDays.at(-1)! + 1.25, 9);
    expect(track.consumption!.at(-1)).toBeCloseTo(without.consumption!.at(-1)! + 0.5 * 1.25, 9);
    expect(track.coordinates[1]).toEqual(track.coordinates[0]);
    expect(track.vertexOf[0]).toBe(0);
  });

  it('at a first one that opens later: the vessel waits there as its plan says', () => {
    const opening: CellAt = (x, _y, k) => ({ closed: x < 0.5 && k < 1 });
    expect(() => price(opening, 0)).toThrow(RouteNotSailable);
    expect(price(opening, 0, false, 24).timeDays.at(-1)).toBeCloseTo(3, 1);
  });

  it('at a first one that closes once it is left', () => {
    const closing: CellAt = (x, _y, k) => ({ closed: x < 0.5 && k >= 2 });
    expect(price(closing, 0, false, 24).timeDays.at(-1)).toBeCloseTo(3, 1);
  });

  it('may be in a cell that closes: the vessel goes on out of it', () => {
    const closing: CellAt = (x, _y, k) => ({ closed: x > 1 && x < 1.5 && k >= 2 });
    expect(price(closing, 30).timeDays.at(-1)).toBeCloseTo(2 + 30 / 24, 1);
  });
});

describe('a stay at the first waypoint of a file', () => {
  const at = (time?: string) => ({
    waypoints: [
      { ...start, stayHours: 30, ...(time && { time }) },
      { ...end, stayHours: 99 },
    ],
    days: 2,
    stayHours: 5,
  });
  const from = (time?: string) => fromDeparture(at(time), new Date(departure));

  it('counts where the file comes there at the departure, up to a minute', () => {
    expect(from('2026-11-20T00:00:59Z')).toEqual({
      ...at('2026-11-20T00:00:59Z'),
      days: 3.25,
      stayHours: 35,
    });
  });

  it.each([undefined, '2026-11-18T18:00Z'])('does not where the departure is when it is left: %s', (time) => {
    const [first, last] = at(time).waypoints;
    const { stayHours: _, ...left } = first!;
    expect(from(time)).toEqual({ waypoints: [left, last], days: 2, stayHours: 5 });
    expect(fromDeparture(at(departure), null).waypoints[0]).not.toHaveProperty('stayHours');
  });
});
