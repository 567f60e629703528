/**
 * Carbon dioxide of fuels: tonnes of CO₂ for each tonne that is burnt, from tank to wake. IMO resolution MEPC.364(79), guidelines
 * for the Energy Efficiency Design Index, section 2.2.1.
 */
const CO2_PER_TONNE = {
  MDO: 3.206,
  MGO: 3.206,
  LFO: 3.151,
  HFO: 3.114,
  'LPG-propane': 3.0,
  'LPG-butane': 3.03,
  ethane: 2.927,
  LNG: 2.75,
  methanol: 1.375,
  ethanol: 1.913,
} as const;

export type FuelType = keyof typeof CO2_PER_TONNE;

export const fuelTypes = Object.keys(CO2_PER_TONNE) as readonly FuelType[];

/** Tonnes of CO₂ from one tonne of a fuel. */
export const co2PerTonne = (fuel: FuelType): number => CO2_PER_TONNE[fuel];
