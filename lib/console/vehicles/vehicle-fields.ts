/** The fields of a vehicle as the form shows them; what they may hold is checked by the service. */

import type { JsonOf } from '../../api/operation.ts';
import type { vehicles } from '../../api/vehicles.ts';
import { fuelTypes } from '../../vessel/emissions.ts';
import { iceClasses } from '../../vessel/risk-index.ts';

export type Vehicle = JsonOf<typeof vehicles.get, 200>;

export interface VehicleField {
  readonly name: keyof Vehicle & string;
  readonly label: string;
  readonly unit?: string;
  readonly kind: 'text' | 'number' | 'choice' | 'list' | 'json';
  readonly choices?: readonly string[];
  readonly help: string;
}

export const VEHICLE_FIELDS: readonly VehicleField[] = [
  {
    name: 'vessel_type',
    label: 'Name',
    kind: 'text',
    help: 'What the vessel is called in requests, such as SDA.',
  },
  {
    name: 'vessel_class',
    label: 'Class',
    kind: 'choice',
    choices: ['ship', 'glider', 'auv', 'aircraft'],
    help: 'Decides which models apply. Without it the vessel is a ship.',
  },
  { name: 'max_speed', label: 'Highest speed', kind: 'number', help: 'In open water, in the unit below.' },
  {
    name: 'unit',
    label: 'Unit of speed',
    kind: 'choice',
    choices: ['km/hr', 'knots', 'm/s'],
    help: 'Of the highest speed.',
  },
  {
    name: 'beam',
    label: 'Beam',
    unit: 'm',
    kind: 'number',
    help: 'Width of the hull; ice resistance grows with it.',
  },
  {
    name: 'hull_type',
    label: 'Hull',
    kind: 'choice',
    choices: ['slender', 'blunt'],
    help: 'How the bow breaks ice. Not needed with an ice_froude model.',
  },
  {
    name: 'force_limit',
    label: 'Force limit',
    unit: 'N',
    kind: 'number',
    help: 'The strongest resistance that the vessel overcomes; in heavier ice it slows down until the resistance fits.',
  },
  {
    name: 'max_ice_conc',
    label: 'Highest ice concentration',
    unit: '%',
    kind: 'number',
    help: 'Cells with more ice are closed.',
  },
  { name: 'min_depth', label: 'Least depth', unit: 'm', kind: 'number', help: 'Shallower cells are closed.' },
  {
    name: 'max_wave',
    label: 'Highest waves',
    unit: 'm',
    kind: 'number',
    help: 'Significant wave height; cells above it are closed.',
  },
  {
    name: 'ice_class',
    label: 'Ice class',
    kind: 'choice',
    choices: iceClasses,
    help: "For the Polar Code's risk index: cells below the least index are closed, and speed is limited where it is negative.",
  },
  {
    name: 'minimum_rio',
    label: 'Least risk index',
    kind: 'number',
    help: 'Default −10 for PC1 to PC7, else 0.',
  },
  { name: 'max_elevation', label: 'Highest ground', unit: 'm', kind: 'number', help: 'Of an aircraft.' },
  { name: 'max_dive_depth', label: 'Dive depth', unit: 'm', kind: 'number', help: 'Of a glider.' },
  {
    name: 'excluded_zones',
    label: 'Zones to keep out of',
    kind: 'list',
    help: 'Names of zones in the ice data, separated by commas.',
  },
  {
    name: 'idle_rate',
    label: 'Idling',
    unit: 'per day',
    kind: 'number',
    help: 'Tonnes or Ah that it consumes while it stays or waits; default 0.',
  },
  {
    name: 'min_speed',
    label: 'Lowest speed',
    kind: 'number',
    help: 'In its unit; default 20 % of the highest.',
  },
  {
    name: 'fuel_type',
    label: 'Fuel',
    kind: 'choice',
    choices: fuelTypes,
    help: 'Routes then tell the carbon dioxide.',
  },
  {
    name: 'resistance_models',
    label: 'Resistance models',
    kind: 'json',
    help: 'JSON: ice_froude, wind_drag, wave_kreitner.',
  },
  {
    name: 'consumption_model',
    label: 'Consumption model',
    kind: 'json',
    help: 'JSON: polynomial_fuel, polynomial_battery or constant_consumption.',
  },
  {
    name: 'speed_adjustment',
    label: 'Speed in wind',
    kind: 'json',
    help: 'JSON; without it wind only costs fuel.',
  },
];

/** The text of a field in the form. */
export function fieldText(vehicle: Partial<Vehicle>, { name, kind }: VehicleField): string {
  const value = vehicle[name];
  if (value === undefined || value === null) return '';
  if (kind === 'json') return JSON.stringify(value, null, 1);
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The vehicle that a form describes; empty fields are left out. @throws SyntaxError for invalid JSON */
export function readForm(form: FormData, kept: Partial<Vehicle>): Record<string, unknown> {
  const known = new Set<string>(VEHICLE_FIELDS.map(({ name }) => name));
  // fields that the form does not show are kept
  const vehicle: Record<string, unknown> = Object.fromEntries(
    Object.entries(kept).filter(([name]) => !known.has(name)),
  );
  for (const { name, kind, label } of VEHICLE_FIELDS) {
    const text = String(form.get(name) ?? '').trim();
    if (text !== '') vehicle[name] = readValue(kind, text, label);
  }
  return vehicle;
}

function readValue(kind: VehicleField['kind'], text: string, label: string): unknown {
  if (kind === 'number') return Number(text.replace(',', '.').replace('−', '-'));
  if (kind === 'list')
    return text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  if (kind !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`${label}: ${(error as Error).message}`);
  }
}
