/**
 * The ice along a route, and the part of it in ice: an aid for what MEPC.355(78) lets ice-classed ships leave out of their carbon intensity. Ice is
 * where its concentration is 10 % or more.
 */

import { METRES_PER_NM } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Consumption } from '../engine/mesh/mesh-source.ts';
import type { Track } from '../engine/path/track.ts';
import { cellsAlong } from './route-risk.ts';

const ICE_PERCENT = 10;

export interface InIce {
  readonly nm: number;
  readonly hours: number;
  readonly fuel_tonnes?: number;
  readonly battery_ah?: number;
}

/** Null where the mesh has no data on ice. A cell whose concentration is not known counts as open water. */
export function inIce(track: Track, mesh: Mesh): InIce | null {
  const { iceConcentration } = mesh.environment.columns;
  if (!iceConcentration) return null;
  const cells = cellsAlong(track, mesh);
  const sumOf = (cumulative: readonly number[]) =>
    cells.reduce(
      (sum, cell, i) =>
        iceConcentration[cell]! >= ICE_PERCENT ? sum + cumulative[i]! - cumulative[i - 1]! : sum,
      0,
    );
  return {
    nm: sumOf(track.distanceM) / METRES_PER_NM,
    hours: 24 * sumOf(track.timeDays),
    ...consumed(mesh.consumption, track.consumption && sumOf(track.consumption)),
  };
}

/** For each point of a track, the concentration of ice on the leg that ends there, %; null at the start and where it is not known. */
export function iceAlong(track: Track, mesh: Mesh): (number | null)[] | null {
  const { iceConcentration } = mesh.environment.columns;
  if (!iceConcentration) return null;
  return cellsAlong(track, mesh).map((cell) => {
    const concentration = iceConcentration[cell] ?? Number.NaN;
    return Number.isNaN(concentration) ? null : concentration;
  });
}

const consumed = (consumption: Consumption | null, amount: number | null) =>
  consumption === null || amount === null
    ? null
    : { [consumption === 'fuel' ? 'fuel_tonnes' : 'battery_ah']: amount };
