/** What the watched voyages of one vehicle teach together. */
import { type MadeGood, MadeGoodSum } from './made-good.ts';
import type { Watch } from './watch.ts';
import type { WatchStore } from './watch-store.ts';

export interface VehicleMadeGood {
  /** Voyages of it that were reported. */
  readonly watches: number;
  readonly made_good: MadeGood | null;
  readonly info?: string;
}

/** Watches of a caller that are looked at, of whatever vehicle: as many as a stage has at once. */
const MOST_WATCHES = 1000;
const PAGE = 100;
/** Voyages whose reports are read at the same time. */
const AT_ONCE = 8;

/** Sums over the requester's own watches that are kept, newest first; whose watches others are, nobody learns. */
export async function madeGoodOf(
  store: Pick<WatchStore, 'list' | 'positions'>,
  vesselType: string,
  requester: string | null,
): Promise<VehicleMadeGood> {
  const sum = new MadeGoodSum();
  let [looked, watches] = [0, 0];
  let next: string | null = null;
  do {
    const page = await store.list(requester, PAGE, next);
    const reported = page.watches.filter(({ way, position }) => way.vehicleType === vesselType && position);
    for (let i = 0; i < reported.length; i += AT_ONCE) {
      const some = reported.slice(i, i + AT_ONCE);
      const positions = await Promise.all(some.map(({ id }: Watch) => store.positions(id)));
      for (const [k, { way }] of some.entries()) sum.add(way, positions[k]!);
    }
    looked += page.watches.length;
    watches += reported.length;
    next = page.next;
  } while (next !== null && looked < MOST_WATCHES);
  const info = `You have more watches: the newest ${looked} were looked at.`;
  return { watches, made_good: sum.told(), ...(next !== null && { info }) };
}
