import fc from 'fast-check';
import { expect, it } from 'vitest';
import { neighbourPairs } from '../../../lib/engine/compile/neighbour-pairs.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';

const cells = 6;
const link = fc.tuple(fc.nat(cells - 1), fc.nat(cells - 1));

it('has every pair of linked open cells once, in order, whichever of the two lists the other', () => {
  fc.assert(
    fc.property(fc.array(link), fc.nat(cells), (links, open) => {
      const rank = Int32Array.of(3, 0, 5, 1, 4, 2);
      const of = Array.from({ length: cells }, (_, row) => links.filter(([from]) => from === row));
      const start = Int32Array.from({ length: cells + 1 }, (_, row) => of.slice(0, row).flat().length);
      const cell = Int32Array.from(of.flat(), ([, to]) => to);
      const source = { neighbours: { start, cell, direction: new Int8Array(cell.length) } };
      const found: number[][] = [];
      neighbourPairs(source as unknown as MeshSource, rank, open).each((a, b) => found.push([a, b]));
      const expected = new Set(
        links
          .map((each) => each.map((row) => rank[row]!).sort((a, b) => a - b))
          .filter(([a, b]) => a !== b && b! < open)
          .map((pair) => pair.join()),
      );
      expect(found.map((pair) => pair.join())).toEqual([...expected].sort());
    }),
  );
});
