import type { Track } from '../../engine/path/track.ts';
import type { Price } from './price-fields.ts';

/** Of a route, stays included. */
export const totalCost = (
  { per_day, per_tonne }: Price,
  { timeDays, consumption }: Pick<Track, 'timeDays' | 'consumption'>,
): number => per_day * timeDays.at(-1)! + per_tonne * consumption!.at(-1)!;
