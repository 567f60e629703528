/** Units of speed. A knot is a nautical mile (1,852 m) an hour, by definition. */

export const KMH_PER_KNOT = 1.852;

const KMH_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['km/hr', 1],
  ['km/h', 1],
  ['kph', 1],
  ['knots', KMH_PER_KNOT],
  ['knot', KMH_PER_KNOT],
  ['kn', KMH_PER_KNOT],
  ['kts', KMH_PER_KNOT],
  ['m/s', 3.6],
]);

/** The units of speed that are understood, as they are usually written. */
export const speedUnits: readonly string[] = [...KMH_PER_UNIT.keys()];

/** km/h in one `unit`, whatever its case; null where the unit is not known. */
export function kmhPerUnit(unit: string): number | null {
  return KMH_PER_UNIT.get(unit.toLowerCase()) ?? null;
}
