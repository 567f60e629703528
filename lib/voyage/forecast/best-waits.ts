/** Before which of some legs, one after the other, it is best to wait for one of the next slices of the sea. */

/** Ways kept to have come to the end of a leg. */
const MOST = 100;
/** Days: less is the rounding of a sum. */
const ROUNDING_DAYS = 1e-9;

/** A leg that is left at a time: when it ends, and what it costs. */
export interface LeftAt {
  readonly ends: number;
  readonly cost: number;
}

/** A leg by when it is left, days. */
export interface LegOfTime {
  /** Null where it can't be left then. */
  readonly leftAt: (leaves: number) => LeftAt | null;
  /** Whether a vessel can wait before it from one time until another. */
  readonly canWait: (from: number, until: number) => boolean;
}

export interface MayWait {
  readonly begins: number;
  /** Days in all. */
  readonly mostWait: number;
  /** What a day of waiting costs. */
  readonly idle: number;
}

/** What is waited before a leg, days; nothing where both are the same. */
export interface WaitBefore {
  readonly from: number;
  readonly until: number;
}

interface Waited {
  readonly days: number;
  readonly cost: number;
  /** In all, days. */
  readonly wait: number;
  /** By leg. */
  readonly waits: readonly WaitBefore[];
}

/**
 * @param starts when slices begin
 * @returns by leg; null where the last leg does not end
 */
export function bestWaits(
  starts: Float64Array,
  legs: readonly LegOfTime[],
  { begins, mostWait, idle }: MayWait,
): readonly WaitBefore[] | null {
  let known: Waited[] = [{ days: begins, cost: 0, wait: 0, waits: [] }];
  for (const [k, { leftAt, canWait }] of legs.entries()) {
    const reached = known.flatMap(({ days, cost, wait, waits }) => {
      const until = days + mostWait - wait;
      const next = starts.filter((one) => one > days && one < until);
      return [days, ...next, ...(until > days ? [until] : [])].flatMap((leaves): Waited[] => {
        const left = leaves === days || canWait(days, leaves) ? leftAt(leaves) : null;
        if (!left) return [];
        const own = leaves - days;
        const spent = cost + idle * own + left.cost;
        return [
          {
            days: left.ends,
            cost: spent,
            wait: wait + own,
            waits: [...waits, { from: days, until: leaves }],
          },
        ];
      });
    });
    known = undominated(reached, idle, legs[k + 1]?.canWait);
  }
  return known[0]?.waits ?? null;
}

/** Those, by cost, that none of the others is as good as if it waits until the same time, where it can. */
function undominated(
  all: readonly Waited[],
  idle: number,
  canWait: LegOfTime['canWait'] = () => true,
): Waited[] {
  const kept: Waited[] = [];
  for (const one of all.toSorted((a, b) => a.cost - b.cost || a.days - b.days || a.wait - b.wait)) {
    const isAsGood = ({ days, cost, wait }: Waited) => {
      const more = one.days - days;
      if (more < 0 || cost + idle * more > one.cost || wait + more > one.wait + ROUNDING_DAYS) return false;
      return more <= ROUNDING_DAYS || canWait(days, one.days);
    };
    if (!kept.some(isAsGood)) kept.push(one);
  }
  if (kept.length <= MOST) return kept;
  // who has waited has paid for it
  const underWay = ({ cost, wait }: Waited) => cost - idle * wait;
  return kept
    .toSorted((a, b) => underWay(a) - underWay(b))
    .slice(0, MOST)
    .toSorted((a, b) => a.cost - b.cost);
}
