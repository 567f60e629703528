/** The vehicles whose consumption depends on their speed; loaded only where they are offered. */
import { speedRefusal } from '../../voyage/speeds/speed-wish.ts';
import { PLAIN_VOYAGE } from '../state/state.ts';
import type { Vehicle } from './vehicle-fields.ts';

export const withSpeeds = (vehicles: readonly Vehicle[]): Vehicle[] =>
  vehicles.filter((vehicle) => speedRefusal(vehicle, { ...PLAIN_VOYAGE, trade_off: 2 }) === null);
