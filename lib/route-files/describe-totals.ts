import { decimal } from './number-text.ts';
import type { PassagePlan } from './passage-plan.ts';

/** `3.18 days, 1050.0 NM, 90.2 t fuel`. */
export function describeTotals({ waypoints, consumes }: PassagePlan): string {
  const { days, cumulativeNm, consumption } = waypoints.at(-1)!;
  const parts = [`${decimal(days, 2)} days`, `${decimal(cumulativeNm, 1)} NM`];
  if (consumes === 'fuel') parts.push(`${decimal(consumption!, 1)} t fuel`);
  if (consumes === 'battery') parts.push(`${decimal(consumption!, 1)} Ah`);
  return parts.join(', ');
}
