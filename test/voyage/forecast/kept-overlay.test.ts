import { expect, it } from 'vitest';
import { overlayOf } from '../../../lib/engine/sea/overlay.ts';
import { keptOverlay } from '../../../lib/voyage/forecast/kept-overlay.ts';
import { type Grid, gridMesh } from '../../engine/sea/grid-sea.ts';

const grid: Grid = { columns: 2, rows: 2, box: [0, 0, 2, 2] };
const mesh = () => gridMesh(grid, () => ({}));

it('an overlay is made once for the same meshes in the same order, and is theirs', () => {
  const [first, second, third] = [mesh(), mesh(), mesh()];
  const both = keptOverlay([first, second]);
  expect(both.cellOf).toEqual(overlayOf([first, second]).cellOf);
  expect(keptOverlay([first, second])).toBe(both);
  const other = keptOverlay([first, third]);
  expect(other).not.toBe(both);
  const all = keptOverlay([first, third, second]);
  expect(all.cellOf).toHaveLength(3);
  expect(keptOverlay([first, third, second])).toBe(all);
  const alone = keptOverlay([first]);
  expect(alone.cellOf).toHaveLength(1);
  expect(keptOverlay([first])).toBe(alone);
});
