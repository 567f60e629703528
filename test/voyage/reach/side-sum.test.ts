import { expect, it } from 'vitest';
import { SideSum } from '../../../lib/voyage/reach/side-sum.ts';

it('what goes one way and back again is nothing; what is left keeps its direction', () => {
  const sum = new SideSum();
  sum.add([0, 0], [4, 0]);
  sum.add([3, 0], [1, 0]);
  sum.add([7, -2], [7, 3]);
  sum.add([7, 3], [7, -2]);
  sum.add([5, 2], [5, 0]);
  sum.add([5, 0], [5, 1]);
  expect(sum.sides()).toEqual([
    [
      [5, 2],
      [5, 1],
    ],
    [
      [0, 0],
      [1, 0],
    ],
    [
      [3, 0],
      [4, 0],
    ],
  ]);
});
