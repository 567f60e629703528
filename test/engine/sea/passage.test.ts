import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { Chain } from '../../../lib/engine/path/chain.ts';
import { DatedDescent } from '../../../lib/engine/sea/dated-descent.ts';
import { DatedSailing } from '../../../lib/engine/sea/dated-track.ts';
import { Passage } from '../../../lib/engine/sea/passage.ts';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { type GridCell, gridSource } from './grid-sea.ts';

const current = fc.double({ min: -0.6, max: 0.6, noNaN: true });
const cellOf = fc.record({
  u: current,
  v: current,
  speed: fc.double({ min: 0.9, max: 2, noNaN: true }),
  rate: fc.double({ min: 1, max: 5, noNaN: true }),
});
/** One cell in several slices of a tenth of a day; with a wind, headings differ. */
const cases = fc.record({
  cells: fc.array(cellOf, { minLength: 1, maxLength: 5 }),
  wind: fc.boolean(),
  bearing: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
  length: fc.double({ min: 1e3, max: 2e5, noNaN: true }),
  begin: fc.double({ min: -0.05, max: 0.45, noNaN: true }),
});

function seaOfCells(cells: readonly GridCell[], wind: boolean) {
  const meshes = cells.map((cell, k) => {
    const source = gridSource({ columns: 1, rows: 1, box: [-50, -50, 50, 50] }, () => cell);
    if (wind) for (let h = 0; h < 8; h++) source.speeds[h]! *= 1 - 0.2 * Math.cos(((h + k) * Math.PI) / 4);
    return openMesh(compileMesh(source));
  });
  return seaOf(
    meshes,
    meshes.map((_, mesh) => ({ from: 0.1 * mesh, mesh })),
  );
}

test('a leg back from where one ends begins where that one did', () => {
  fc.assert(
    fc.property(cases, ({ cells, wind, bearing, length, begin }) => {
      const passage = new Passage(seaOfCells(cells, wind));
      const [x, y] = [length * Math.sin(bearing), length * Math.cos(bearing)];
      const end = passage.through(0, x, y, begin);
      expect(end).toBeGreaterThan(begin);
      expect(passage.through(0, x, y, end, -1)).toBeCloseTo(begin, 9);
    }),
  );
});

test.each(['days', 'consumed'] as const)('derivatives are those of differences, for %s', (aim) => {
  fc.assert(
    fc.property(cases, ({ cells, wind, bearing, length, begin }) => {
      const passage = new Passage(seaOfCells(cells, wind), aim);
      const [x, y] = [length * Math.sin(bearing), length * Math.cos(bearing)];
      passage.differentiate(0, x, y, begin);
      const { arrival, consumption } = passage;
      const at = (dx: number, dy: number, dt: number) => {
        const end = passage.through(0, x + dx, y + dy, begin + dt);
        return [end, passage.consumed] as const;
      };
      const step = 1e-4 * length;
      const scale = Math.abs(arrival[0]! - begin);
      for (const [k, d] of [
        [1, [step, 0, 0]],
        [2, [0, step, 0]],
        [4, [0, 0, 1e-5]],
      ] as const) {
        const [more, less] = [at(...(d as [number, number, number])), at(-d[0]!, -d[1]!, -d[2]!)];
        // turns are found by their aim: the other value has kinks where they begin
        if (wind && k !== 4) continue;
        const h = 2 * (k === 4 ? 1e-5 : step);
        // at the end of a slice the derivative jumps
        const isSmooth = (i: 0 | 1) => Math.abs(more[i] - 2 * at(0, 0, 0)[i] + less[i]) < 1e-6 * scale;
        if (isSmooth(0))
          expect(Math.abs((more[0] - less[0]) / h - arrival[k]!)).toBeLessThan(
            1e-4 * (k === 4 ? 1 : scale / length),
          );
        if (isSmooth(1))
          expect(Math.abs((more[1] - less[1]) / h - consumption[k]!)).toBeLessThan(
            5e-4 * (k === 4 ? 5 : (5 * scale) / length),
          );
      }
    }),
  );
});

test.each([false, true])(
  'a path against a current that sets in under way has no cost, with a wind: %s',
  (wind) => {
    const chain = new Chain(3);
    for (const lon of [0, 1, 2]) chain.pushFixed(lon, 0, lon === 0 ? -1 : 0);
    const sea = seaOfCells([{ speed: 1 }, { speed: 1, u: -3 }], wind);
    expect(new DatedDescent(sea, 'days', 0.05).run(chain)).toBe(Infinity);
  },
);

test('where a current would carry it out of the cell before it can turn, a leg is not sailed', () => {
  const sailing = new DatedSailing(seaOfCells([{ u: 3 }, { u: 0 }], false), 'days', [5, 0], 0.05);
  expect(sailing.sailTo([4.9, 0], 0)).toBe(false);
  expect(sailing.lastVertex).toBe(0);
});

test('who leaves a rounding error before a slice begins has no point more for it', () => {
  const sea = seaOfCells([{ speed: 1 }, { speed: 1.5 }], false);
  for (const error of [1e-9, 1e-15, 0]) {
    const sailing = new DatedSailing(sea, 'days', [0, 0], 0.1 - error);
    expect(sailing.sailTo([1, 1], 0)).toBe(true);
    expect(sailing.track().slices).toEqual([expect.anything(), 1]);
  }
});
