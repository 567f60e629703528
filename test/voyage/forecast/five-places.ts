/** A start, three stops and an end in a sea of six cells. */
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { placeAll } from '../../../lib/engine/waypoints/waypoints.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';

// a unit of length takes a day at 10 knots
export const grid: Grid = { columns: 3, rows: 2, box: [0, 0, 3, 2], degrees: 4 };

export const places = [
  [0.2, 1],
  [1, 0.3],
  [2.2, 1.6],
  [1.4, 1.8],
  [2.8, 1],
] as const;

export const placedOn = (mesh: Mesh, all: readonly (readonly [number, number])[] = places) =>
  placeAll(
    mesh,
    all.map(([x, y]) => ({ what: 'stop', at: placeAt(grid, x, y) })),
    0,
  );
