import { expect, it } from 'vitest';
import { MeshNotFound, WrongMeshKind } from '../../lib/routes/errors.ts';
import { namedMesh } from '../../lib/routes/named-mesh.ts';
import { VehicleNotFound } from '../../lib/vehicles/errors.ts';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { sda, sdaFields } from '../vessel/vehicles.ts';
import { mesh } from './world.ts';

const weak = vehicle.parse({ ...sdaFields, vessel_type: 'Weak', force_limit: 40_000 });
const environment = mesh(2, { kind: 'environment', vesselType: null, vesselKey: null, consumption: null });
const stores = {
  meshes: { byId: async (id: number) => [mesh(1), environment].find((each) => each.id === id) ?? null },
  vehicles: {
    find: async (vesselType: string) => [sda, weak].find((each) => each.vessel_type === vesselType) ?? null,
  },
};

it('a mesh is named alone, or with a vehicle that it can be used for', async () => {
  expect(await namedMesh(stores, 1, undefined)).toEqual({ mesh: mesh(1), vehicle: null });
  expect(await namedMesh(stores, 1, 'SDA')).toEqual({ mesh: mesh(1), vehicle: sda });
  expect(await namedMesh(stores, 2, 'Weak')).toEqual({ mesh: environment, vehicle: weak });
});

it('it is refused where mesh or vehicle are not there, or the mesh was made for another vessel', async () => {
  await expect(namedMesh(stores, 3, undefined)).rejects.toBeInstanceOf(MeshNotFound);
  await expect(namedMesh(stores, 1, 'Nobody')).rejects.toBeInstanceOf(VehicleNotFound);
  await expect(namedMesh(stores, 1, 'Weak')).rejects.toBeInstanceOf(WrongMeshKind);
});
