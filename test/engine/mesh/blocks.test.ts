/** Cells that are joined for the first level of a search: what they are, and that routes do not suffer from it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { splitInFour } from '../../../bench/scaling.ts';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { type Blocks, joinCells } from '../../../lib/engine/mesh/blocks.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { isThorough } from '../../thorough.ts';
import { hasReference, referenceMesh, referenceRoutes, referenceSource, skipped } from '../reference.ts';

const NAME = 'weddell-sea-8k';

describe.runIf(hasReference)(`${NAME} with every cell split in four${skipped}`, () => {
  // made in a hook, because the body of a suite runs also where the suite is skipped
  let mesh: Mesh;
  let blocks: Blocks;
  beforeAll(() => {
    mesh = openMesh(compileMesh(splitInFour(referenceSource(NAME))));
    blocks = joinCells(mesh)!;
  });

  it('is joined to rectangles of cells that cost the same', () => {
    const { cells, blockOf, sizes } = blocks;
    const box = Array.from(cells, () => [Infinity, Infinity, -Infinity, -Infinity, 0, 0] as number[]);
    for (let cell = 0; cell < mesh.openCount; cell++) {
      const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
      const b = box[blockOf[cell]!]!;
      b[0] = Math.min(b[0]!, west!);
      b[1] = Math.min(b[1]!, south!);
      b[2] = Math.max(b[2]!, east!);
      b[3] = Math.max(b[3]!, north!);
      b[4]! += (east! - west!) * (north! - south!);
      b[5]! += 1;
      const first = cells[blockOf[cell]!]!;
      for (let k = 0; k < 4; k++) expect(mesh.motion[4 * cell + k]).toBe(mesh.motion[4 * first + k]);
    }
    box.forEach(([west, south, east, north, area, count], k) => {
      expect(area! / ((east! - west!) * (north! - south!))).toBeCloseTo(1, 9);
      expect(count).toBe(sizes[k]);
    });
    expect(3 * cells.length).toBeLessThan(2 * mesh.openCount);
  });

  it('has points at the ends of the sides of blocks, and in no block', () => {
    const { blockOf, hasCorner } = blocks;
    const inside = Array.from({ length: mesh.cornerCount }, (_, p) => {
      const [one, ...others] = mesh.cornerCell.subarray(4 * p, 4 * p + 4);
      return others.every((cell) => cell >= 0 && blockOf[cell] === blockOf[one!]);
    });
    inside.forEach((isInside, p) => {
      if (isInside) expect(hasCorner[p]).toBe(0);
    });
    expect(inside.filter(Boolean).length).toBeGreaterThan(1000);
    for (let p = 0; p < mesh.cornerCount; p++) {
      // where three or four blocks meet, one of them ends
      const around = new Set<number | undefined>(
        Array.from(mesh.cornerCell.subarray(4 * p, 4 * p + 4), (cell) => blockOf[cell]),
      );
      around.delete(undefined);
      if (around.size > 2) expect(hasCorner[p]).toBe(1);
    }
  });

  it('has the routes of the mesh that was split; where all cells differ, none are joined', () => {
    const pairs = isThorough ? /signy|rothera-falklands/ : /bird-signy/;
    for (const { start, end, pair, objective } of referenceRoutes(NAME)) {
      if (objective !== 'traveltime' || !pairs.test(pair)) continue;
      const [whole, split] = [referenceMesh(NAME), mesh].map((one) =>
        planRoute(one, start, end).routes.map((route) => totalOf(route.track, route.objective)),
      );
      whole!.forEach((cost, k) => {
        expect(split![k]! / cost).toBeLessThan(1 + 1e-5);
      });
    }
    const at = { lat: -55.01, lon: -40.01 };
    for (const far of [0, 1e-3, 0.1]) {
      const days = (one: typeof mesh) =>
        totalOf(planRoute(one, at, { ...at, lat: at.lat - far }).routes[0]!.track, 'traveltime');
      expect(days(mesh)).toBeCloseTo(days(referenceMesh(NAME)), 9);
    }
    const uneven = mesh.motion.map((value, k) => value * (1 + 1e-9 * ((k >> 2) % 7)));
    expect(joinCells({ ...mesh, motion: uneven })).toBeNull();
  });
});
