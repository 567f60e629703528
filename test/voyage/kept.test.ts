import { expect, it } from 'vitest';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import type { RoutePlan } from '../../lib/engine/route-plan.ts';
import { KeptLegs } from '../../lib/voyage/kept.ts';

const meshes = [{}, {}] as [Mesh, Mesh];
const place = (lon: number) => ({ lat: -60, lon });

/** What the leg to a place is answered with, and whether it had to be planned. */
function leg(kept: KeptLegs, mesh: Mesh, to: number) {
  let isPlanned = false;
  const plan = kept.leg(mesh, place(0), place(to), () => {
    isPlanned = true;
    return { to } as unknown as RoutePlan;
  });
  return { plan: plan as unknown, isPlanned };
}

it('a leg is planned once on each mesh, as long as it is one of the last 200 that were asked for', () => {
  const kept = new KeptLegs();
  expect(leg(kept, meshes[0], 1)).toEqual({ plan: { to: 1 }, isPlanned: true });
  expect(leg(kept, meshes[0], 1)).toEqual({ plan: { to: 1 }, isPlanned: false });
  expect(leg(kept, meshes[0], 2)).toEqual({ plan: { to: 2 }, isPlanned: true });
  expect(leg(kept, meshes[1], 1).isPlanned).toBe(true);
  for (let to = 3; to <= 201; to++) {
    expect(leg(kept, meshes[0], to).isPlanned).toBe(true);
    // moves it behind the others
    expect(leg(kept, meshes[0], 1).isPlanned).toBe(false);
  }
  expect(leg(kept, meshes[0], 2).isPlanned).toBe(true);
});
