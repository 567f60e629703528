import type { VoyageRoute } from '../voyage/voyage-route.ts';

/** `traveltime 3.058 days in 36 legs, within 0.09 % of the best`. */
export function costOf({ objective, track, optimality }: VoyageRoute): string {
  const cost = objective === 'traveltime' ? track.timeDays.at(-1)! : track.consumption!.at(-1)!;
  const unit = {
    traveltime: 'days',
    fuel: 'tonnes',
    battery: 'of battery',
    within: `in ${Number(track.timeDays.at(-1)!.toPrecision(6))} days`,
  }[objective];
  const gap = optimality ? `, within ${Number(optimality.gapPercent.toPrecision(2))} % of the best` : '';
  return `${objective} ${Number(cost.toPrecision(6))} ${unit} in ${track.coordinates.length - 1} legs${gap}`;
}
