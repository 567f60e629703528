import type { Track } from '../../engine/path/track.ts';
import type { Price } from './price-fields.ts';

export const costOf = ({ per_day, per_tonne }: Price, days: number, tonnes: number): number =>
  per_day * days + per_tonne * tonnes;

/** Of a route, stays included. */
export const totalCost = (
  price: Price,
  { timeDays, consumption }: Pick<Track, 'timeDays' | 'consumption'>,
): number => costOf(price, timeDays.at(-1)!, consumption!.at(-1)!);
