import { describe, expect, test } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { MeshFormatError } from '../../../lib/engine/mesh/mesh-format.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { randomMesh, randomNumbers, randomPoint } from '../random-mesh.ts';

const mesh = randomMesh(7, {
  cells: 200,
  place: 'region',
  currents: 'weak',
  headings: 'alike',
  closed: 'none',
});
const bytes = compileMesh(mesh.source);

function changed(offset: number, value: number): Uint8Array {
  const copy = bytes.slice();
  copy[offset] = value;
  return copy;
}

describe('a compiled mesh', () => {
  test('is the same bytes for the same mesh', () => {
    expect(compileMesh(mesh.source)).toEqual(bytes);
  });

  test('opens at any offset of a larger buffer', () => {
    const shifted = new Uint8Array(bytes.length + 3).subarray(3);
    shifted.set(bytes);
    expect(openMesh(shifted).bounds).toEqual(openMesh(bytes).bounds);
  });

  test.each([
    ['something else', new TextEncoder().encode('{"config": {}}')],
    ['a version of the future', changed(8, 3)],
    ['a flipped bit', changed(500, bytes[500] ^ 1)],
    ['a truncated one', bytes.slice(0, bytes.length - 8)],
  ])('is refused when it is %s', (_, wrong) => {
    expect(() => openMesh(wrong)).toThrow(MeshFormatError);
  });

  test('of a future version is refused with both numbers', () => {
    expect(() => openMesh(changed(8, 9))).toThrow(/version 9, this engine reads 2/);
  });
});

describe('planRoute', () => {
  const large = randomMesh(11, {
    cells: 3000,
    place: 'region',
    currents: 'weak',
    headings: 'alike',
    closed: 'none',
  });
  const opened = openMesh(compileMesh(large.source));
  const random = randomNumbers(3);
  const start = randomPoint(large, random);
  const end = randomPoint(large, random);

  test('gives the same bytes again', () => {
    expect(JSON.stringify(planRoute(opened, start, end))).toBe(JSON.stringify(planRoute(opened, start, end)));
  });

  test('returns the best so far when its time is up, and says so', () => {
    let clock = 0;
    const plan = planRoute(opened, start, end, { timeBudgetMs: 1, now: () => clock++ });
    expect(plan.routes.map(({ complete }) => complete)).toEqual([false, false]);
    const full = planRoute(opened, start, end);
    expect(full.routes.every(({ complete }) => complete)).toBe(true);
    expect(full.routes[0].track.timeDays.at(-1)!).toBeLessThanOrEqual(
      plan.routes[0].track.timeDays.at(-1)! * 1.0001,
    );
  });
});
