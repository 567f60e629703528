import type { buildRouteDocument } from '../routes/route-document.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage/voyage-route.ts';

type Document = ReturnType<typeof buildRouteDocument>;

/** What each route of a plan costs, on one line. @param document of the plan */
export const costsOf = ({ routes }: VoyagePlan, document: Document): string =>
  routes.map((route, i) => costOf(route, document.routes[i]!)).join(', ');

/** `traveltime 3.058 days in 36 legs (83400 in money, 311.3 t of CO₂, 120 NM in ice), within 0.09 % of the best`. */
function costOf(
  { objective, track, optimality }: VoyageRoute,
  { optimisation, in_ice, total_cost }: Document['routes'][number],
): string {
  const cost = objective === 'traveltime' ? track.timeDays.at(-1)! : track.consumption!.at(-1)!;
  const inDays = `in ${Number(track.timeDays.at(-1)!.toPrecision(6))} days`;
  const unit = {
    traveltime: 'days',
    fuel: 'tonnes',
    battery: 'of battery',
    within: inDays,
    cost: inDays,
  }[objective];
  const gap = optimality ? `, within ${Number(optimality.gapPercent.toPrecision(2))} % of the best` : '';
  const { co2 } = optimisation.metrics;
  const aside = [
    total_cost !== undefined && `${total_cost.toFixed(0)} in money`,
    co2 && `${co2.value.toFixed(1)} t of CO₂`,
    in_ice && `${in_ice.nm.toFixed(0)} NM in ice`,
  ];
  const told = aside.filter(Boolean).join(', ');
  const legs = `${track.coordinates.length - 1} legs${told && ` (${told})`}`;
  return `${objective} ${Number(cost.toPrecision(6))} ${unit} in ${legs}${gap}`;
}
