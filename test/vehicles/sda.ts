import { vehicles } from '../../lib/api/vehicles.ts';

/** RRS Sir David Attenborough, by the fields that every ship has to have: the example of the API's description. */
export const sda = vehicles.create.body.example;
