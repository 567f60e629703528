import { describe, expect, it } from 'vitest';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { spacedByLength } from '../../../lib/engine/search/placement.ts';
import type { Ends } from '../../../lib/engine/search/search-task.ts';

/** Two cells of some degrees side by side at the equator; edge 0 is between them. */
const squares = (degrees: number) =>
  ({
    bounds: Float64Array.of(0, 0, degrees, degrees, degrees, 0, 2 * degrees, degrees),
    edgeSpan: Float64Array.of(degrees, 0, degrees),
    edgeVertical: Uint8Array.of(1),
    edgeTopology: Int32Array.of(0, 1, 0, 1),
    profiles: [],
  }) as unknown as Mesh;

const at = (lat: number, lon: number) => ({ used: { lat, lon } });
const ends = { start: at(0, 0), end: at(0, 20) } as unknown as Ends;

const pointsInside = (degrees: number, most: number) =>
  spacedByLength(squares(degrees), ends, 500, most)(0).length;

describe('the points inside an edge', () => {
  it.each([
    [1, 5, 19],
    [0.1, 3, 11],
    // a pair of points in such a piece costs as much as one in a wide cell
    [0.01, 1, 2],
    [0.002, 1, 1],
  ])('of a square of %d° on a way of 20° are %d, then %d', (degrees, few, many) => {
    expect(pointsInside(degrees, 10)).toBe(few);
    expect(pointsInside(degrees, 40)).toBe(many);
  });
});
