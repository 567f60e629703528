import type { Vehicle } from './vehicle.ts';

/** Where vehicles are kept, one per vessel type. Each method is one atomic step. */
export interface VehicleStore {
  /** Stores a vehicle whose vessel type is free; false, and nothing done, if it is taken. */
  insert(vehicle: Vehicle): Promise<boolean>;
  /** Stores a vehicle whether or not its vessel type is taken; true if it replaced another. */
  replace(vehicle: Vehicle): Promise<boolean>;
  /** How many vehicles there are; a vehicle that is being stored at this moment may be missed. */
  count(): Promise<number>;
  find(vesselType: string): Promise<Vehicle | null>;
  /** False if there was none. */
  remove(vesselType: string): Promise<boolean>;
  /** In no particular order. */
  all(): Promise<Vehicle[]>;
  /** In no particular order. */
  allTypes(): Promise<string[]>;
}
