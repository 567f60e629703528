/**
 * What is in the bunkers along an order of stops. It is counted by what has been spent of what was aboard at the start: what legs,
 * calls and waiting burn, less what is taken in at stops. To have spent less is never worse.
 */

/** Tonnes. */
export interface Bunkers {
  /** What may be spent: what is aboard at the start, less the reserve. */
  readonly spare: number;
  /** What the bunkers hold besides what is aboard at the start. */
  readonly room: number;
  /** By point: what its stay and its work burn. */
  readonly calls: Float64Array;
  /** By point: what is taken in before it is left, as far as there is room. */
  readonly taken: Float64Array;
  /** Of a day of waiting. */
  readonly idle: number;
}

export interface Spending {
  readonly spent: number;
  /** The most by which the reserve was gone below; 0 where it was kept. */
  readonly short: number;
}

export const NOTHING_SPENT: Spending = { spent: 0, short: 0 };

/** Rounding errors are no shortfall, tonnes. */
export const ROUNDING_TONNES = 1e-9;

/**
 * When a point is left.
 *
 * @param tonnes of the leg that leads there
 * @param waited days
 */
export const spend = (
  bunkers: Bunkers,
  before: Spending,
  point: number,
  tonnes: number,
  waited: number,
): Spending => spendAll(bunkers, before, point, tonnes + bunkers.calls[point]! + bunkers.idle * waited);

/** The same. @param tonnes of the leg and at the point */
export function spendAll(
  { spare, room, taken }: Omit<Bunkers, 'calls'>,
  { spent, short }: Spending,
  point: number,
  tonnes: number,
): Spending {
  const burnt = spent + tonnes;
  const lacks = burnt - spare;
  return {
    spent: Math.max(-room, burnt - taken[point]!),
    short: lacks > ROUNDING_TONNES ? Math.max(short, lacks) : short,
  };
}
