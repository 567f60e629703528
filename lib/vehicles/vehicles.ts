/** The operations on vehicles. */
import { keepPlace, lackOfRoom, orderedId, type Places } from '../request/admit.ts';
import { NotCreator, TooManyOfRequester, TooManyVehicles, VehicleExists, VehicleNotFound } from './errors.ts';
import { requireMeant } from './plausible.ts';
import type { Vehicle, VehicleRequest } from './vehicle.ts';
import type { VehicleStore } from './vehicle-store.ts';

/** So that the list of all vehicles, of 4 KiB each at most, fits one answer. */
const MAX_VEHICLES = 1000;

/**
 * @param requester who creates or replaces; null where callers are not told apart
 * @param perRequester vehicles that one requester may have
 * @throws VesselUnusable, VehicleExists, NotCreator, TooManyVehicles, TooManyOfRequester
 */
export async function createVehicle(
  store: VehicleStore,
  { force_properties: force, ...vehicle }: VehicleRequest,
  requester: string | null,
  perRequester: number,
  now: Date,
): Promise<'created' | 'replaced'> {
  requireMeant(vehicle);
  const id = orderedId(now);
  const places: Places = {
    taken: () => store.taken(requester),
    limits: { all: MAX_VEHICLES, own: perRequester },
    refusal: (whose, limit) => (whose === 'own' ? new TooManyOfRequester(limit) : new TooManyVehicles(limit)),
  };
  const isNew = !(await store.find(vehicle.vessel_type));
  const full = isNew ? await lackOfRoom(places) : null;
  if (full) throw full;
  if (force) {
    const outcome = await store.replace(vehicle, requester, id);
    if (outcome === 'refused') throw new NotCreator(vehicle.vessel_type);
    if (outcome === 'replaced') return outcome;
  } else if (!(await store.insert(vehicle, requester, id))) {
    throw new VehicleExists(vehicle.vessel_type);
  }
  await keepPlace(places, id, () => store.takeBack(vehicle.vessel_type, id));
  return 'created';
}

export async function getVehicle(store: Pick<VehicleStore, 'find'>, vesselType: string): Promise<Vehicle> {
  const vehicle = await store.find(vesselType);
  if (!vehicle) throw new VehicleNotFound(vesselType);
  return vehicle;
}

/** @throws VehicleNotFound, NotCreator */
export async function requireOwnVehicle(
  store: Pick<VehicleStore, 'ownership'>,
  vesselType: string,
  requester: string | null,
  may: string,
): Promise<void> {
  const ownership = await store.ownership(vesselType, requester);
  if (ownership === 'missing') throw new VehicleNotFound(vesselType);
  if (ownership === 'refused') throw new NotCreator(vesselType, may);
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
