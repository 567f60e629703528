import { describe, expect, it } from 'vitest';
import {
  DIRECTIONS,
  type Direction,
  type Links,
  type Rectangle,
  type SplitCell,
  splitNeighbours,
} from '../../lib/vessel/split-neighbours.ts';
import { randomNumbers } from '../engine/random-mesh.ts';

/** By the signs of where b lies from a, east and north: the direction as a neighbour graph names it. */
const NAMES: Readonly<Record<string, Direction>> = {
  ...{ '1,1': 1, '1,0': 2, '1,-1': 3, '0,-1': 4 },
  ...{ '-1,-1': -1, '-1,0': -2, '-1,1': -3, '0,1': -4 },
};

/** Where b touches a, by their centres and sizes, also round the globe. */
function touch(a: Rectangle, b: Rectangle): Direction | undefined {
  for (const turn of [0, 360, -360]) {
    const sides = [0, 1].map((axis) => {
      const middle = (r: Rectangle) => (r[axis]! + r[axis + 2]!) / 2 + (r === b && axis === 0 ? turn : 0);
      const half = (r: Rectangle) => (r[axis + 2]! - r[axis]!) / 2;
      const apart = Math.abs(middle(b) - middle(a)) - half(a) - half(b);
      if (apart > 0) return Number.NaN;
      return apart < 0 ? 0 : Math.sign(middle(b) - middle(a));
    });
    const name = NAMES[`${sides[0]},${sides[1]}`];
    if (name !== undefined) return name;
  }
  return undefined;
}

type Cell = { readonly id: number; readonly rectangle: Rectangle };

function linked<C extends Cell>(cells: readonly C[]): (C & { readonly links: Links })[] {
  return cells.map((cell) => {
    const links = Object.fromEntries(DIRECTIONS.map((d) => [d, [] as number[]])) as Links;
    for (const other of cells) {
      const direction = other === cell ? undefined : touch(cell.rectangle, other.rectangle);
      if (direction !== undefined) links[direction].push(other.id);
    }
    return { ...cell, links };
  });
}

const width = ({ rectangle: [west, , east] }: Cell) => east - west;
const linksOf = ({ links }: SplitCell) => Object.fromEntries(DIRECTIONS.map((d) => [d, links[d]]));

describe('an open cell beside a closed one that is smaller', () => {
  // a closed cell of 1° in the west, an open one of 2° in the east, one of 1° north of the closed one
  const cells = linked([
    { id: 3, rectangle: [0, 0, 1, 1] },
    { id: 9, rectangle: [1, 0, 3, 2] },
    { id: 5, rectangle: [0, 1, 1, 2] },
  ]);
  const split = splitNeighbours(cells, Uint8Array.of(1, 0, 0));

  it('is cut in four, at the end of the mesh, in the order of the published tool', () => {
    expect(split.map(({ id, row, isPiece }) => [id, row, isPiece])).toEqual([
      [3, 0, false],
      [5, 2, false],
      [10, 1, true],
      [11, 1, true],
      [12, 1, true],
      [13, 1, true],
    ]);
    expect(split.slice(2).map(({ rectangle }) => rectangle)).toEqual([
      [1, 0, 2, 1],
      [1, 1, 2, 2],
      [2, 0, 3, 1],
      [2, 1, 3, 2],
    ]);
  });

  it('has its pieces in the graph, the last first where they are a neighbour’s', () => {
    const none = Object.fromEntries(DIRECTIONS.map((d) => [d, []]));
    expect(split.map(linksOf)).toEqual([
      { ...none, '1': [11], '2': [10], '-4': [5] },
      { ...none, '2': [11], '3': [10], '4': [3] },
      { ...none, '-4': [11], '1': [13], '2': [12], '-3': [5], '-2': [3] },
      { ...none, '4': [10], '3': [12], '2': [13], '-1': [3], '-2': [5] },
      { ...none, '-2': [10], '-3': [11], '-4': [13] },
      { ...none, '-1': [10], '-2': [11], '4': [12] },
    ]);
  });

  it('is left as it is where it is as wide, or only taller, or closed too', () => {
    const uncut = (rectangle: Rectangle, closed = [1, 0]) =>
      splitNeighbours(
        linked([
          { id: 1, rectangle: [0, 0, 1, 1] as const },
          { id: 2, rectangle },
        ]),
        Uint8Array.from(closed),
      ).length;
    expect(uncut([1, 0, 2, 1])).toBe(2);
    expect(uncut([1, 0, 2 + 5e-10, 1])).toBe(2);
    expect(uncut([1, 0, 2, 4])).toBe(2);
    expect(uncut([1, 0, 3, 2], [1, 1])).toBe(2);
    expect(uncut([1, 0, 3, 2])).toBe(5);
    expect(uncut([1, 1, 3, 3])).toBe(5); // at its corner
    expect(uncut([2, 0, 4, 2])).toBe(2); // no neighbour
  });
});

/** Squares of 8° across the antimeridian, each cut in four or not, again and again. */
function randomCells(seed: number): Cell[] {
  const random = randomNumbers(seed);
  const cut = (west: number, south: number, side: number): Rectangle[] => {
    if (side <= 1 || random() < 0.55) return [[west, south, west + side, south + side]];
    const half = side / 2;
    return [0, 1, 2, 3].flatMap((k) => cut(west + half * (k >> 1), south + half * (k & 1), half));
  };
  const squares = [164, 172, -180, -172].flatMap((west) =>
    [-70, -62].flatMap((south) => cut(west, south, 8)),
  );
  return squares.map((rectangle, id) => ({ id, rectangle }));
}

it.each([1, 2, 3, 4, 5, 6])(
  'no open neighbour of a closed cell is wider, and the graph is that of the cells: %d',
  (seed) => {
    const cells = linked(randomCells(seed));
    const random = randomNumbers(seed + 100);
    const closed = Uint8Array.from(cells, () => (random() < 0.3 ? 1 : 0));
    const split = splitNeighbours(cells, closed);
    expect(split.length).toBeGreaterThan(cells.length);
    const byId = new Map(split.map((cell) => [cell.id, cell]));
    expect(byId.size).toBe(split.length);
    const expected = new Map(linked(split).map((cell) => [cell.id, cell.links]));
    for (const cell of split) {
      for (const direction of DIRECTIONS) {
        const near = cell.links[direction];
        expect(near.toSorted(), `${cell.id} ${direction}`).toEqual(
          expected.get(cell.id)![direction].toSorted(),
        );
        if (closed[cell.row] === 0) continue;
        for (const id of near) {
          const other = byId.get(id)!;
          if (closed[other.row] === 0) expect(width(other)).toBeLessThanOrEqual(width(cell));
        }
      }
    }
    // the pieces of a cell have its area
    const area = ({ rectangle: [west, south, east, north] }: Cell) => (east - west) * (north - south);
    for (const [row, cell] of cells.entries()) {
      const pieces = split.filter((piece) => piece.row === row);
      expect(pieces.reduce((sum, piece) => sum + area(piece), 0)).toBe(area(cell));
      expect(pieces.every(({ isPiece }) => isPiece === pieces.length > 1)).toBe(true);
    }
  },
);
