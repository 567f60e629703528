/** A cell that closes for good while a vessel is in it. */
import { expect, test } from 'vitest';
import type { Point } from '../../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { planDated, priceDated } from '../../../lib/engine/plan-dated.ts';
import { PathClosed } from '../../../lib/engine/sea/cut-dated.ts';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { compileFile } from '../../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import { gridMesh } from '../../local/grid-mesh.ts';

const meshOf = (isOpen: (lat: number, lon: number) => boolean) => {
  const mesh = gridMesh({ latMin: -60, lonMin: 100, rows: 4, isOpen });
  return openMesh(compileFile(parseMesh(Buffer.from(JSON.stringify(mesh)))).compiled);
};
/** At 20 km/h the vessel is at 108.5° E after a day. */
const seaWithWall = (at: number) => {
  const wall = (_: number, lon: number) => lon !== at;
  const spans = [
    { from: 0, mesh: 0 },
    { from: 1, mesh: 1 },
  ];
  return seaOf([meshOf(() => true), meshOf(wall)], spans);
};
const from: Point = [100.5, -57.5];

test('who is in it goes on at the last open speed until it is out', () => {
  const sea = seaWithWall(108.5);
  const free = priceDated(seaWithWall(101.5), [from, [109.5, -57.5]], 0);
  const track = priceDated(sea, [from, [109.5, -57.5]], 0);
  expect(track.timeDays.at(-1)).toBeCloseTo(free.timeDays.at(-1)!, 9);
  expect(track.closedUnderWay).toHaveLength(1);
  expect(track.waits).toEqual([]);
  const planned = planDated(sea, { lat: -57.5, lon: 100.5 }, { lat: -57.5, lon: 109.5 }, { leaves: 0 });
  expect(planned.routes[0]!.track.timeDays.at(-1)).toBeLessThanOrEqual(free.timeDays.at(-1)! + 1e-9);
});

test('a waypoint in it changes nothing of that', () => {
  const inside: Point = [108.8, -57.5];
  const track = priceDated(seaWithWall(108.5), [from, inside, [109.5, -57.5]], 0);
  const straight = priceDated(seaWithWall(108.5), [from, [109.5, -57.5]], 0);
  expect(track.timeDays.at(-1)).toBeCloseTo(straight.timeDays.at(-1)!, 9);
});

test('nobody enters it', () => {
  const enter = () => priceDated(seaWithWall(109.5), [from, [109.8, -57.5]], 0);
  expect(enter).toThrow(PathClosed);
  expect(enter).toThrow(expect.objectContaining({ time: expect.closeTo(1.06, 1) }));
});
