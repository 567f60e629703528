import { Coverage } from './geometry/coverage.ts';
import { polygonsOf, type ZoneGeometry } from './geometry/polygon.ts';
import type { Zone } from './zone.ts';

const known = new WeakMap<ZoneGeometry, Coverage>();

/** The area of a zone; computed once for zones that are kept from one request to the next, as standing ones are. */
export function areaOf({ geometry }: Pick<Zone, 'geometry'>): Coverage {
  const area = known.get(geometry) ?? new Coverage(polygonsOf(geometry));
  known.set(geometry, area);
  return area;
}
