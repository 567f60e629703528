import type { StoredIds } from '../request/admit.ts';
import type { Vehicle } from './vehicle.ts';

/** Where vehicles are kept, one per vessel type. Each method is one atomic step. */
export interface VehicleStore {
  /**
   * Stores a vehicle whose vessel type is free; false, and nothing done, if it is taken.
   * @param creator who may replace or remove it; null where callers are not told apart: then everybody
   * @param id see `taken`
   */
  insert(vehicle: Vehicle, creator: string | null, id: string): Promise<boolean>;
  /**
   * Stores a vehicle whether or not its vessel type is taken; `refused`, and nothing done, if another requester than
   * this one created it. A null requester is never refused.
   */
  replace(
    vehicle: Vehicle,
    requester: string | null,
    id: string,
  ): Promise<'created' | 'replaced' | 'refused'>;
  /** The ids with which vehicles were stored: of each that was before the call, unless it was removed. */
  taken(requester: string | null): Promise<StoredIds>;
  /** Removes a vehicle that was just stored with an id, unless it was replaced since. */
  takeBack(vesselType: string, id: string): Promise<void>;
  find(vesselType: string): Promise<Vehicle | null>;
  /** Whether this requester could replace it. */
  ownership(vesselType: string, requester: string | null): Promise<'own' | 'missing' | 'refused'>;
  /** `refused`, and nothing done, as for `replace`. */
  remove(vesselType: string, requester: string | null): Promise<'removed' | 'missing' | 'refused'>;
  /** In no particular order. */
  all(): Promise<Vehicle[]>;
  /** In no particular order. */
  allTypes(): Promise<string[]>;
}
