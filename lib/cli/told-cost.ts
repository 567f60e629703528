import type { ObjectiveRoute } from '../engine/route-plan.ts';

/** `traveltime 3.058 days in 36 legs, within 0.09 % of the best`. */
export function costOf({ objective, track, optimality }: ObjectiveRoute): string {
  const cost = objective === 'traveltime' ? track.timeDays.at(-1)! : track.consumption!.at(-1)!;
  const unit = { traveltime: 'days', fuel: 'tonnes', battery: 'of battery' }[objective];
  const gap = optimality ? `, within ${Number(optimality.gapPercent.toPrecision(2))} % of the best` : '';
  return `${objective} ${Number(cost.toPrecision(6))} ${unit} in ${track.coordinates.length - 1} legs${gap}`;
}
