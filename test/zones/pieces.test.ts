import { expect, it } from 'vitest';
import { Pieces } from '../../lib/zones/mesh/pieces.ts';

it('pieces are refused that there is no memory for, halves of long ones counted', () => {
  const add = (most?: number) => {
    const pieces = new Pieces(most);
    // eight times as long as wide
    pieces.add({ west: 0, south: 0, east: 0.8, north: 0.1 }, 0, 0, Infinity);
    pieces.add({ west: 0.8, south: 0, east: 0.9, north: 0.1 }, 0, 1, Infinity);
    return pieces.count;
  };
  const all = add();
  expect(all).toBeGreaterThan(2);
  expect(add(all)).toBe(all);
  expect(() => add(all - 1)).toThrow(
    expect.objectContaining({
      name: 'ImpossibleOnMesh',
      message: expect.stringMatching(/into more than \d+ cells: ask for fewer zones/),
    }),
  );
});
