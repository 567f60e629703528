import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import { areaOfAll } from '../../zones/area-of.ts';
import { timeInside } from '../../zones/entered.ts';
import { type Division, waterNear } from '../../zones/zoned-mesh.ts';

/** Nautical miles: a route that is no longer in a zone than that passes along its border. */
const ALONG_NM = 1e-4;

/**
 * Whether tracks enter what is closed by the zones or the clearance of a division.
 *
 * @param mesh before it is divided
 */
export function entersClosed(
  mesh: Mesh,
  division: Division,
): (track: Pick<Track, 'coordinates' | 'timeDays' | 'distanceM'>) => boolean {
  const { zones, clearance } = division;
  const closed = areaOfAll(zones.filter(({ kind }) => kind === 'closed'));
  const water = clearance && waterNear(mesh, { ...division, clearance });
  return (track) => {
    if (timeInside(closed, track).nmInside > ALONG_NM) return true;
    const { coordinates } = track;
    return water !== null && coordinates.some((to, k) => k > 0 && water.isEnteredBy(coordinates[k - 1]!, to));
  };
}
