/** The operations on vehicles. */
import { NotCreator, TooManyVehicles, VehicleExists, VehicleNotFound } from './errors.ts';
import { requireMeant } from './plausible.ts';
import type { Vehicle, VehicleRequest } from './vehicle.ts';
import type { VehicleStore } from './vehicle-store.ts';

/** So that the list of all vehicles, of 4 KiB each at most, fits one answer. */
const MAX_VEHICLES = 1000;

/**
 * @param requester who creates or replaces; null where callers are not told apart
 * @throws VesselUnusable, VehicleExists, NotCreator, TooManyVehicles
 */
export async function createVehicle(
  store: VehicleStore,
  { force_properties: force, ...vehicle }: VehicleRequest,
  requester: string | null,
): Promise<'created' | 'replaced'> {
  requireMeant(vehicle);
  if (!(await store.find(vehicle.vessel_type)) && (await store.count()) >= MAX_VEHICLES) {
    throw new TooManyVehicles(MAX_VEHICLES);
  }
  if (force) {
    const outcome = await store.replace(vehicle, requester);
    if (outcome === 'refused') throw new NotCreator(vehicle.vessel_type);
    if (outcome === 'replaced') return outcome;
  } else if (!(await store.insert(vehicle, requester))) {
    throw new VehicleExists(vehicle.vessel_type);
  }
  // Others may have counted at the same time. Each counts again once its vehicle is stored, so that the last of
  // them sees all.
  if ((await store.count()) > MAX_VEHICLES) {
    await store.takeBack(vehicle);
    throw new TooManyVehicles(MAX_VEHICLES);
  }
  return 'created';
}

export async function getVehicle(store: Pick<VehicleStore, 'find'>, vesselType: string): Promise<Vehicle> {
  const vehicle = await store.find(vesselType);
  if (!vehicle) throw new VehicleNotFound(vesselType);
  return vehicle;
}

/** @throws VehicleNotFound, NotCreator */
export async function deleteVehicle(
  store: VehicleStore,
  vesselType: string,
  requester: string | null,
): Promise<void> {
  const outcome = await store.remove(vesselType, requester);
  if (outcome === 'missing') throw new VehicleNotFound(vesselType);
  if (outcome === 'refused') throw new NotCreator(vesselType);
}

/** All vehicles, by vessel type in the order of its UTF-16 code units. */
export async function listVehicles(store: VehicleStore): Promise<Vehicle[]> {
  const vehicles = await store.all();
  return vehicles.sort((a, b) => (a.vessel_type < b.vessel_type ? -1 : 1));
}

/** All vessel types, in the order of their UTF-16 code units. */
export async function listVesselTypes(store: VehicleStore): Promise<string[]> {
  return (await store.allTypes()).sort();
}
