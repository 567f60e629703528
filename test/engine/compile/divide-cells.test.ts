import { describe, expect, it } from 'vitest';
import { divideCells } from '../../../lib/engine/compile/divide-cells.ts';
import { randomMesh } from '../random-mesh.ts';

const RAD = Math.PI / 180;

/** West, south, east and north of a cell. */
function sidesOf(bounds: Float64Array, i: number): [number, number, number, number] {
  return [...bounds.subarray(4 * i, 4 * i + 4)] as [number, number, number, number];
}

function area([west, south, east, north]: [number, number, number, number]): number {
  return (east - west) * (north - south);
}

/** How much longer one side is than the other, on the side that is nearer to the equator. */
function longness([west, south, east, north]: [number, number, number, number]): number {
  const lat = Math.min(Math.abs(south), Math.abs(north));
  const ratio = (north - south) / ((east - west) * Math.cos(lat * RAD));
  return Math.max(ratio, 1 / ratio);
}

describe('divideCells', () => {
  const { source } = randomMesh(31_000_522, { cells: 300, place: 'polar' });
  const divided = divideCells(source);
  const rows = [...divided.row];

  it('fills each cell with pieces that are at most about four times as long as wide', () => {
    expect(rows.length).toBeGreaterThan(4 * source.ids.length);
    source.ids.forEach((_, r) => {
      const [west, south, east, north] = sidesOf(source.bounds, r);
      const pieces = rows.flatMap((row, i) => (row === r ? [sidesOf(divided.source.bounds, i)] : []));
      for (const piece of pieces) {
        expect(piece[0] >= west && piece[1] >= south && piece[2] <= east && piece[3] <= north).toBe(true);
        expect(longness(piece)).toBeLessThan(4.1);
      }
      const sum = pieces.reduce((all, piece) => all + area(piece), 0);
      expect(sum / area([west, south, east, north])).toBeCloseTo(1, 9);
    });
  });

  it('links two pieces if they touch, and belong to one cell or to neighbours', () => {
    const { bounds, neighbours } = divided.source;
    const touches = (a: number, b: number) => {
      const [west, south, east, north] = sidesOf(bounds, a);
      const [west2, south2, east2, north2] = sidesOf(bounds, b);
      return west <= east2 && west2 <= east && south <= north2 && south2 <= north;
    };
    const linked = (at: { start: Int32Array; cell: Int32Array }, i: number) =>
      new Set(at.cell.subarray(at.start[i], at.start[i + 1]));
    for (let i = 0; i < rows.length; i += 17) {
      const near = linked(source.neighbours, rows[i]!);
      const expected = rows.flatMap((row, j) =>
        j !== i && (row === rows[i] || near.has(row)) && touches(i, j) ? [j] : [],
      );
      expect([...linked(neighbours, i)].sort((a, b) => a - b)).toEqual(expected);
    }
  });

  it('leaves a mesh alone in which no cell is long or wide', () => {
    const square = randomMesh(5, { cells: 1 }).source;
    square.bounds.set([10, 0, 11, 1]);
    expect(divideCells(square).source).toBe(square);
  });

  it('cuts a cell at the pole into a limited number of pieces', () => {
    const cap = randomMesh(5, { cells: 1 }).source;
    cap.bounds.set([10, 89.9, 10.001, 90]);
    expect(divideCells(cap).row.length).toBe(32);
  });
});
