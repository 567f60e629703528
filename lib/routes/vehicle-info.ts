import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Track } from '../engine/path/track.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { hasBorrowedFuel } from '../vehicles/vessel-of.ts';
import { TRUSTED_WAVE_HEIGHT_M } from '../vessel/waves.ts';
import { cellsAlong, rioAlong, riskFrom } from './route-risk.ts';

/** The compiled mesh that a route was planned on, and the vehicle that it was planned for; null on a ready-made mesh without one. */
export interface PlannedOn {
  readonly vehicle: Vehicle | null;
  readonly mesh: Mesh;
}

/** What a client should know about the figures that were computed for a vehicle, in sentences. */
export function vehicleInfo({ vehicle, mesh }: PlannedOn, track: Track): (string | null)[] {
  if (!vehicle) return [];
  return [
    hasBorrowedFuel(vehicle)
      ? 'The fuel is computed as that of RRS Sir David Attenborough, because the vehicle has no consumption_model'
      : null,
    highWaves(vehicle, mesh, track),
    riskInfo(vehicle, mesh, track),
  ];
}

function highWaves({ resistance_models }: Vehicle, mesh: Mesh, track: Track): string | null {
  const { waveHeight } = mesh.environment.columns;
  if (!waveHeight || !resistance_models?.some(({ type }) => type === 'wave_kreitner')) return null;
  const heights = cellsAlong(track, mesh).map((cell) => waveHeight[cell] || 0);
  const highest = heights.reduce((most, height) => Math.max(most, height), 0);
  if (highest <= TRUSTED_WAVE_HEIGHT_M) return null;
  return (
    `The route meets waves of ${highest.toFixed(1)} m, ` +
    `while the model of wave resistance is trusted up to ${TRUSTED_WAVE_HEIGHT_M} m`
  );
}

/** What the risk index is computed from, and where it is not known; null without an ice class. */
export function riskInfo({ ice_class }: Vehicle, mesh: Mesh, track: Track): string | null {
  if (!ice_class) return null;
  const { iceConcentration, iceThickness } = mesh.environment.columns;
  const missing = [iceConcentration ? null : 'concentration', iceThickness ? null : 'thickness'];
  const named = missing.filter((name) => name !== null).join(' and ');
  if (named) return `No risk index was computed, because the mesh has no sea-ice ${named}`;
  const rio = rioAlong(track, ice_class, mesh);
  const from = riskFrom(track, rio, mesh);
  const indicative =
    from === 'chart'
      ? 'The risk index (RIO) is computed from the types of ice on the chart'
      : 'The risk index (RIO) is indicative: the ice thickness of a mesh is a seasonal table as a rule' +
        (from === 'chart and mesh' ? '; on the chart it is computed from the types of ice' : '');
  const unknown = rio.filter((outcome, i) => i > 0 && outcome === null).length;
  return unknown === 0
    ? indicative
    : `${indicative}. It is not known on ${unknown} of the route's ${track.cells.length - 1} legs`;
}
