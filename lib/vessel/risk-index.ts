/**
 * The Polar Code's risk index outcome (RIO), after POLARIS: IMO MSC.1/Circ.1519, tables 1.3 and 1.4.
 *
 *     RIO = (10 − c) · RIV(ice-free) + c · RIV(ice type)         c = concentration in tenths
 *
 * with one ice type per cell, taken from its thickness. Thickness stands in for the age of old ice, and it is a seasonal
 * table in most meshes, so that the result is indicative. Where an ice chart says which types of ice there are, each counts with
 * its own concentration: RIO = Σ cᵢ · RIVᵢ.
 */
import type { Environment, EnvironmentColumn } from '../engine/mesh/environment.ts';
import { KMH_PER_KNOT } from './units.ts';

/** Least thickness of each ice type, m; the types are the columns 1 to 11 of RISK_VALUES. */
const LEAST_THICKNESS = [0.005, 0.1, 0.15, 0.3, 0.5, 0.7, 1.0, 1.2, 1.7, 2.0, 2.5];

/**
 * Risk index values: ice-free, new, grey, grey-white, thin first-year 1st stage, thin 2nd stage, medium below 1 m, medium, thick,
 * second-year, light multi-year, heavy multi-year ice.
 */
const RISK_VALUES = {
  PC1: [3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 1, 1],
  PC2: [3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 1, 0],
  PC3: [3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 0, -1],
  PC4: [3, 3, 3, 3, 2, 2, 2, 2, 1, 0, -1, -2],
  PC5: [3, 3, 3, 3, 2, 2, 1, 1, 0, -1, -2, -2],
  PC6: [3, 2, 2, 2, 2, 1, 1, 0, -1, -2, -3, -3],
  PC7: [3, 2, 2, 2, 1, 1, 0, -1, -2, -3, -3, -3],
  'IA Super': [3, 2, 2, 2, 2, 1, 0, -1, -2, -3, -4, -4],
  IA: [3, 2, 2, 2, 1, 0, -1, -2, -3, -4, -5, -5],
  IB: [3, 2, 2, 1, 0, -1, -2, -3, -4, -5, -6, -6],
  IC: [3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8],
  none: [3, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, -8],
} as const;

export type IceClass = keyof typeof RISK_VALUES;

export const iceClasses = Object.keys(RISK_VALUES) as readonly IceClass[];

/** RIO of a cell, −80…30; NaN where the concentration (%) or the thickness (m) is not known (NaN). */
export function riskIndex(iceClass: IceClass, concentration: number, thickness: number): number {
  if (Number.isNaN(concentration) || Number.isNaN(thickness)) return Number.NaN;
  const values = RISK_VALUES[iceClass];
  const tenths = Math.max(0, Math.min(100, concentration)) / 10;
  let type = 0;
  while (type < LEAST_THICKNESS.length && thickness >= LEAST_THICKNESS[type]) type++;
  return (10 - tenths) * values[0] + tenths * values[type];
}

/** Ice-free water and the ice types: the columns of RISK_VALUES. */
export const ICE_TYPES = LEAST_THICKNESS.length + 1;

/**
 * RIO of ice of several types.
 *
 * @param tenths by type, in the order of RISK_VALUES; its first, the ice-free water, is what the others leave of ten
 */
export function riskIndexOfTypes(iceClass: IceClass, tenths: ArrayLike<number>): number {
  const values = RISK_VALUES[iceClass];
  let [sum, ice] = [0, 0];
  for (let type = 1; type < ICE_TYPES; type++) {
    sum += tenths[type] * values[type];
    ice += tenths[type];
  }
  return sum + Math.max(0, 10 - ice) * values[0];
}

/** What of a cell decides its risk index. */
export type RiskData = Readonly<
  Record<Extract<EnvironmentColumn, 'iceConcentration' | 'iceThickness' | 'chartRisk'>, number>
>;

/** RIO of a cell: that of an ice chart where there is one, else by its thickness. NaN where it is not known. */
export const riskOf = (
  iceClass: IceClass,
  { iceConcentration, iceThickness, chartRisk }: RiskData,
): number => (Number.isNaN(chartRisk) ? riskIndex(iceClass, iceConcentration, iceThickness) : chartRisk);

/** The same by cell; null where it is known of none. */
export function riskByCell(
  iceClass: IceClass,
  { columns }: Pick<Environment, 'columns'>,
): ((cell: number) => number) | null {
  const { iceConcentration, iceThickness, chartRisk } = columns;
  const value = (column: Float64Array | null, cell: number) => (column ? column[cell] : Number.NaN);
  if (!chartRisk && !(iceConcentration && iceThickness)) return null;
  return (cell) =>
    riskOf(iceClass, {
      iceConcentration: value(iceConcentration, cell),
      iceThickness: value(iceThickness, cell),
      chartRisk: value(chartRisk, cell),
    });
}

/** RIO below which a cell is closed, where the vehicle does not say. */
export function defaultMinimumRio(iceClass: IceClass): number {
  return iceClass.startsWith('PC') ? -10 : 0;
}

/** Speed in knots that POLARIS recommends where RIO is below 0 ("elevated operational risk"). */
const CAP_KNOTS: Partial<Record<IceClass, number>> = { PC1: 11, PC2: 8, PC3: 5, PC4: 5, PC5: 5 };

/** Highest speed, km/h, of a class where RIO is below 0. */
export function speedCapKmh(iceClass: IceClass): number {
  return (CAP_KNOTS[iceClass] ?? 3) * KMH_PER_KNOT;
}
