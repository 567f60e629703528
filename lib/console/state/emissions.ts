import { co2PerTonne } from '../../vessel/emissions.ts';
import * as state from './state.ts';

/** Tonnes of carbon dioxide of the fuel of the chosen vessel; null where no fuel of it is known. */
export function co2Tonnes(fuelTonnes: number): number | null {
  const fuel = state.vehicle.value?.fuel_type;
  const isFuel = state.sea.value?.mesh.consumption === 'fuel';
  return fuel && isFuel ? co2PerTonne(fuel) * fuelTonnes : null;
}
