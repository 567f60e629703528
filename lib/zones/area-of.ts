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

interface Together {
  readonly zones: readonly Zone[];
  readonly area: Coverage;
}

/** By the first of the zones: those in a mesh, and all that count, are asked for in turn. */
const together = new WeakMap<ZoneGeometry, Together[]>();

/** The area of some zones together. */
export function areaOfAll(zones: readonly Zone[]): Coverage {
  const [first] = zones;
  if (!first) return new Coverage([]);
  if (zones.length === 1) return areaOf(first);
  const known = together.get(first.geometry) ?? [];
  const areSame = (others: readonly Zone[]) =>
    others.length === zones.length && others.every((zone, k) => zone === zones[k]);
  const last = known.find((each) => areSame(each.zones));
  if (last) return last.area;
  const area = new Coverage(zones.flatMap(({ geometry }) => polygonsOf(geometry)));
  together.set(first.geometry, [{ zones, area }, ...known].slice(0, 2));
  return area;
}
