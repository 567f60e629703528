/** The limits of weather that work at a stop may have, and what a mesh has to tell for them. */
import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import type { SeaColumn } from '../../engine/mesh/environment.ts';
import type { Stop } from '../stops/stop-fields.ts';
import type { WaitReason } from '../voyage-route.ts';

export interface WeatherLimit {
  readonly field: 'most_wind_kn' | 'most_wave_m' | 'most_ice_percent';
  readonly reason: WaitReason;
  readonly what: string;
  readonly unit: string;
  readonly columns: readonly SeaColumn[];
  /** @param values of the columns */
  readonly of: (values: readonly number[]) => number;
}

const METRES_PER_SECOND_PER_KNOT = METRES_PER_NM / 3600;

const LIMITS: readonly WeatherLimit[] = [
  {
    field: 'most_wind_kn',
    reason: 'wind',
    what: 'wind (u10, v10)',
    unit: ' kn',
    columns: ['windEast', 'windNorth'],
    of: ([east, north]) => Math.hypot(east!, north!) / METRES_PER_SECOND_PER_KNOT,
  },
  {
    field: 'most_wave_m',
    reason: 'waves',
    what: 'waves (swh)',
    unit: ' m',
    columns: ['waveHeight'],
    of: ([height]) => height!,
  },
  {
    field: 'most_ice_percent',
    reason: 'ice',
    what: 'ice (SIC)',
    unit: ' %',
    columns: ['iceConcentration'],
    of: ([percent]) => percent!,
  },
];

/** Those that a stop has. */
export const limitsOf = (stop: Stop): WeatherLimit[] =>
  LIMITS.filter(({ field }) => stop[field] !== undefined);

/**
 * What a mesh lacks for the work of some stops, as a sentence about it goes on; null where it lacks nothing.
 *
 * @param has whether the mesh has a column
 */
export function lackFor(stops: readonly Stop[], has: (column: SeaColumn) => boolean): string | null {
  for (const stop of stops) {
    const lacked = limitsOf(stop).find(({ columns }) => !columns.every(has));
    if (lacked) {
      return `has no ${lacked.what}, which ${lacked.field} of stop "${stop.name}" is about: leave it out, or send mesh_id of one that has.`;
    }
  }
  return null;
}
