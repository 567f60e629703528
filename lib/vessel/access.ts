/** Which cells are closed to a vessel, and why. */
import type { Environment, IceTypes } from '../engine/mesh/environment.ts';
import { type IceClass, riskByCell, riskIndexOfTypes } from './risk-index.ts';
import type { Vessel } from './vessel.ts';

/** Reasons for which a cell is closed; `land` closes nothing to an aircraft. */
export type AccessFlag = 'land' | 'shallow' | 'ext_ice' | 'ext_waves' | 'elevation_max' | 'risk';

/** Columns over the cells of an environment: 1 where it is so. */
export interface Access {
  /** The flags that apply to the vessel's class, in the order in which a vessel mesh has them. */
  readonly flags: ReadonlyMap<AccessFlag, Uint8Array>;
  /** Cells closed by a flag or by an excluded zone. */
  readonly inaccessible: Uint8Array;
}

type Condition = (value: number) => boolean;

/** All comparisons are strict, so that what is not known (NaN) closes nothing. */
export function accessOf(vessel: Vessel, environment: Environment): Access {
  const { cellCount, columns, zones } = environment;
  const { minDepthM, maxIceConcentration, maxWaveHeightM, maxElevationM, excludedZones } = vessel.access;
  const flags = new Map<AccessFlag, Uint8Array>();
  const inaccessible = new Uint8Array(cellCount);
  const close = (closed: Uint8Array) => {
    for (let i = 0; i < cellCount; i++) inaccessible[i] |= closed[i];
  };
  const flag = (name: AccessFlag, column: Float64Array | null, condition: Condition) => {
    const closed = where(column, cellCount, condition);
    flags.set(name, closed);
    if (!(vessel.vesselClass === 'aircraft' && name === 'land')) close(closed);
  };

  if (vessel.vesselClass === 'aircraft') {
    flag('elevation_max', columns.elevation, (elevation) => elevation > maxElevationM!);
    flag('land', columns.elevation, (elevation) => elevation >= 0);
  } else {
    if (vessel.vesselClass === 'ship') {
      flag('land', columns.elevation, (elevation) => elevation > -minDepthM!);
    } else {
      flag('land', columns.elevation, (elevation) => elevation >= 0);
      flag('shallow', columns.elevation, (elevation) => 0 > elevation && elevation > -minDepthM!);
    }
    flag('ext_ice', columns.iceConcentration, (concentration) => concentration > maxIceConcentration!);
    if (vessel.vesselClass === 'ship' && maxWaveHeightM !== null) {
      flag('ext_waves', columns.waveHeight, (height) => height > maxWaveHeightM);
    }
  }
  for (const zone of excludedZones) {
    const cells = zones.get(zone);
    if (cells) close(cells);
  }
  const risk = riskOfCells(vessel, environment);
  if (risk && vessel.risk) {
    const { minimumRio } = vessel.risk;
    flag('risk', risk, (rio) => rio < minimumRio);
  }
  return { flags, inaccessible };
}

/** The risk index outcome of each cell, NaN where it is not known; null for a vessel without an ice class. */
export function riskOfCells({ risk }: Vessel, environment: Environment): Float64Array | null {
  if (!risk) return null;
  const rio = riskByCell(risk.iceClass, environment);
  return new Float64Array(environment.cellCount).map((_, cell) => rio?.(cell) ?? Number.NaN);
}

/** The environment of a vessel: its risk index instead of the types of ice on a chart. */
export function withChartRisk({ risk }: Vessel, environment: Environment): Environment {
  const { iceTypes, ...rest } = environment;
  if (!iceTypes) return environment;
  return risk
    ? { ...rest, columns: { ...rest.columns, chartRisk: chartRiskOf(risk.iceClass, iceTypes) } }
    : rest;
}

function chartRiskOf(iceClass: IceClass, { row, tenths }: IceTypes): Float64Array {
  const outcomes = tenths.map((each) => riskIndexOfTypes(iceClass, each));
  return Float64Array.from(row, (r) => (r < 0 ? Number.NaN : outcomes[r]));
}

function where(column: Float64Array | null, n: number, condition: Condition): Uint8Array {
  const cells = new Uint8Array(n);
  if (column) for (let i = 0; i < n; i++) if (condition(column[i])) cells[i] = 1;
  return cells;
}
