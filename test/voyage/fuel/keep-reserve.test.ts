/** What is said where no route keeps the reserve. */
import { expect, it } from 'vitest';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { withReserve } from '../../../lib/voyage/fuel/keep-reserve.ts';
import type { VoyagePlan, VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { request } from '../../routes/world.ts';

const end = { lat: -62, lon: 3 };
const burning = (objective: VoyageRoute['objective'], tonnes: number) =>
  ({
    objective,
    track: {
      timeDays: [0, 1],
      consumption: [0, tonnes],
      coordinates: [
        [0, -62],
        [3, -62],
      ],
    },
  }) as unknown as VoyageRoute;
const saidOf = (...burnt: number[]) => {
  const { voyage } = request({ fuel_aboard_tonnes: 10 });
  const routes = burnt.map((tonnes, k) => burning(k === 0 ? 'traveltime' : 'fuel', tonnes));
  const plan = { routes } as unknown as VoyagePlan;
  const mesh = { consumption: 'fuel' } as Mesh;
  try {
    return withReserve(mesh, { start: { lat: -62, lon: 0 }, end, vehicle: null, voyage }, plan).routes.length;
  } catch (error) {
    return (error as Error).message;
  }
};

it('what is lacking is told of the route that lacks least', () => {
  expect(saidOf(16, 12)).toMatch(/would lack 2\.00 t/);
  expect(saidOf(12, 16)).toMatch(/would lack 2\.00 t/);
  expect(saidOf(16, 9)).toBe(1);
});
