import { describe, expect, it } from 'vitest';
import { costsFor } from '../../../lib/engine/cost/cost.ts';
import type { Point } from '../../../lib/engine/geometry/sphere.ts';
import { evaluatePath } from '../../../lib/engine/path/evaluate.ts';
import { withFewerWaypoints } from '../../../lib/voyage/among-zones/fewer-waypoints.ts';
import { type Grid, gridMesh, placeAt } from '../../engine/sea/grid-sea.ts';

const grid: Grid = { columns: 1, rows: 4, box: [0, 0, 6, 4] };
/** Turns twice just below a parallel, beyond which its first and its last leg would meet. */
const path = [
  [0.2, 1.9],
  [2, 1.98],
  [4, 1.98],
  [5.8, 1.9],
].map(([x, y]): Point => {
  const { lat, lon } = placeAt(grid, x!, y!);
  return [lon, lat];
});

/** As sailed where the sea beyond the parallel has a speed of its own. */
function sailed(speed: number, fixed: readonly Point[] = []) {
  const mesh = gridMesh(grid, (_, y) => ({
    speed: y > 2 && y < 3 ? speed : 1,
    closed: speed === 0 && y > 2,
  }));
  const whole = evaluatePath(mesh, costsFor(mesh, 'traveltime'), path);
  // without the places where it comes from cell to cell
  const turns = path.map((turn) => whole.coordinates.findIndex((one) => String(one) === String(turn)));
  const at = <T>(list: readonly T[]) => turns.map((k) => list[k]!);
  const track = {
    coordinates: at(whole.coordinates),
    timeDays: at(whole.timeDays),
    distanceM: at(whole.distanceM),
    consumption: at(whole.consumption!),
    speedKmh: at(whole.speedKmh),
    cells: at(whole.cells),
  };
  return { track, sailing: withFewerWaypoints(mesh, { track, sailing: track }, 'traveltime', fixed) };
}

describe('two turns in the same direction', () => {
  it('are made one, outside of both, where that takes hardly longer', () => {
    const { track, sailing } = sailed(1);
    expect(sailing.coordinates).toEqual([
      path[0],
      [expect.closeTo(0.3, 3), expect.closeTo(0.2024, 3)],
      path[3],
    ]);
    const times = sailing.timeDays.at(-1)! / track.timeDays.at(-1)!;
    expect(times).toBeGreaterThan(1);
    expect(times).toBeLessThan(1.001);
  });

  it.each([
    ['the sea is slow', 0.1],
    ['there is none', 0],
  ])('stay where %s beyond them', (_, speed) => {
    const { track, sailing } = sailed(speed);
    expect(sailing).toBe(track);
  });

  it('stay where one is a stop', () => {
    const { track, sailing } = sailed(1, [path[2]!]);
    expect(sailing).toBe(track);
  });
});
