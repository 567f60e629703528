/** The Polar Code's risk index along a route. It is indicative: see lib/vessel/risk-index.ts. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Track } from '../engine/path/track.ts';
import { type IceClass, riskByCell } from '../vessel/risk-index.ts';

export interface RouteRisk {
  readonly ice_class: IceClass;
  /** The lowest risk index outcome of a leg; null where none is known. */
  readonly lowest_rio: number | null;
  /** Metres on legs whose outcome is below 0. */
  readonly distance_below_zero: number;
  readonly hours_below_zero: number;
  /** What the outcomes come from, on a mesh under an ice chart. */
  readonly from?: RiskFrom;
}

export type RiskFrom = 'chart' | 'mesh' | 'chart and mesh';

/** For each point of a track, the risk index outcome on the leg that ends there; null at the start and where it is not known. */
export function rioAlong(track: Track, iceClass: IceClass, mesh: Mesh): (number | null)[] {
  const rioOf = riskByCell(iceClass, mesh.environment);
  return cellsAlong(track, mesh).map((cell) => {
    const rio = cell < 0 || !rioOf ? Number.NaN : rioOf(cell);
    return Number.isNaN(rio) ? null : rio;
  });
}

export function riskOfTrack(track: Track, iceClass: IceClass, mesh: Mesh): RouteRisk {
  const rio = rioAlong(track, iceClass, mesh);
  const known = rio.filter((outcome) => outcome !== null);
  let metres = 0;
  let days = 0;
  rio.forEach((outcome, i) => {
    if (outcome === null || outcome >= 0) return;
    metres += track.distanceM[i]! - track.distanceM[i - 1]!;
    days += track.timeDays[i]! - track.timeDays[i - 1]!;
  });
  const from = riskFrom(track, rio, mesh);
  return {
    ice_class: iceClass,
    lowest_rio: known.length > 0 ? known.reduce((lowest, outcome) => Math.min(lowest, outcome)) : null,
    distance_below_zero: metres,
    hours_below_zero: 24 * days,
    ...(from && { from }),
  };
}

/** Null where there is no chart, or no outcome is known. */
export function riskFrom(track: Track, rio: readonly (number | null)[], mesh: Mesh): RiskFrom | null {
  const { chartRisk } = mesh.environment.columns;
  if (!chartRisk) return null;
  const cells = cellsAlong(track, mesh).filter((_, i) => rio[i] !== null);
  const ofChart = cells.filter((cell) => !Number.isNaN(chartRisk[cell]!)).length;
  if (cells.length === 0) return null;
  return ofChart === cells.length ? 'chart' : ofChart === 0 ? 'mesh' : 'chart and mesh';
}

/** For each point of a track, a cell of the compiled mesh that the leg that ends there lies in; −1 at the start. */
export function cellsAlong(track: Track, mesh: Mesh): number[] {
  const rows = new Set(track.cells);
  const cellOfRow = new Map([[-1, -1]]);
  for (let cell = 0; cell < mesh.cellCount; cell++) {
    if (rows.has(mesh.row[cell]!)) cellOfRow.set(mesh.row[cell]!, cell);
  }
  return track.cells.map((row) => cellOfRow.get(row)!);
}
