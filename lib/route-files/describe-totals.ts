import { decimal } from './number-text.ts';
import type { PassagePlan } from './passage-plan.ts';
import type { AlternativeLine } from './path-line.ts';

/** `3.18 days, 1050.0 NM, 90.2 t fuel`. */
export function describeTotals({ waypoints, consumes }: PassagePlan): string {
  const { days, cumulativeNm, consumption } = waypoints.at(-1)!;
  const parts = [`${decimal(days, 2)} days`, `${decimal(cumulativeNm, 1)} NM`];
  if (consumes === 'fuel') parts.push(`${decimal(consumption!, 1)} t fuel`);
  if (consumes === 'battery') parts.push(`${decimal(consumption!, 1)} Ah`);
  return parts.join(', ');
}

/** The same with emissions and the part in ice: `…, 289.2 t CO₂, 120.5 NM in ice (11.2 hours, 14.0 t fuel)`. */
export const describeVoyage = (plan: PassagePlan): string =>
  [describeTotals(plan), describeEmissions(plan)].filter((part) => part !== '').join(', ');

/** Emissions and the part in ice alone; empty where neither is known. */
export const describeEmissions = ({ waypoints, inIce }: PassagePlan): string =>
  emissionsText({ co2Tonnes: waypoints.at(-1)!.co2Tonnes, inIce });

/** The same of any line. */
export function emissionsText({ co2Tonnes, inIce }: Pick<AlternativeLine, 'co2Tonnes' | 'inIce'>): string {
  const parts: string[] = [];
  if (co2Tonnes !== null) parts.push(`${decimal(co2Tonnes, 1)} t CO₂`);
  if (inIce) {
    const consumed = [
      ...(inIce.fuel_tonnes === undefined ? [] : [`${decimal(inIce.fuel_tonnes, 1)} t fuel`]),
      ...(inIce.battery_ah === undefined ? [] : [`${decimal(inIce.battery_ah, 1)} Ah`]),
    ];
    const spent = [`${decimal(inIce.hours, 1)} hours`, ...consumed].join(', ');
    parts.push(`${decimal(inIce.nm, 1)} NM in ice (${spent})`);
  }
  return parts.join(', ');
}
