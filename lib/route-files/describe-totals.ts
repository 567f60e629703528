import type { PassagePlan } from './passage-plan.ts';
import type { AlternativeLine } from './path-line.ts';
import { formatDuration, formatNumber } from './shown-text.ts';

/** `3 d 4 h 19 min, 1 050.0 NM, 90.2 t fuel`. */
export function describeTotals({ waypoints, consumes }: PassagePlan): string {
  const { days, cumulativeNm, consumption } = waypoints.at(-1)!;
  const parts = [formatDuration(days), `${formatNumber(cumulativeNm, 1)} NM`];
  if (consumes === 'fuel') parts.push(`${formatNumber(consumption!, 1)} t fuel`);
  if (consumes === 'battery') parts.push(`${formatNumber(consumption!, 1)} Ah`);
  return parts.join(', ');
}

/** The same with emissions and the part in ice: `…, 289.2 t CO₂, 120.5 NM in ice (11 h 12 min, 14.0 t fuel)`. */
export const describeVoyage = (plan: PassagePlan): string =>
  withPlainSpaces([describeTotals(plan), describeEmissions(plan)].filter((part) => part !== '').join(', '));

/** For files: what reads them may know no other spaces. */
export const withPlainSpaces = (text: string): string =>
  text.replaceAll('\u202f', '').replaceAll('\u00a0', ' ');

/** Emissions and the part in ice alone; empty where neither is known. */
export const describeEmissions = ({ waypoints, inIce }: PassagePlan): string =>
  emissionsText({ co2Tonnes: waypoints.at(-1)!.co2Tonnes, inIce });

/** The same of any line. */
export function emissionsText({ co2Tonnes, inIce }: Pick<AlternativeLine, 'co2Tonnes' | 'inIce'>): string {
  const parts: string[] = [];
  if (co2Tonnes !== null) parts.push(`${formatNumber(co2Tonnes, 1)} t CO₂`);
  if (inIce) {
    const consumed = [
      ...(inIce.fuel_tonnes === undefined ? [] : [`${formatNumber(inIce.fuel_tonnes, 1)} t fuel`]),
      ...(inIce.battery_ah === undefined ? [] : [`${formatNumber(inIce.battery_ah, 1)} Ah`]),
    ];
    const spent = [formatDuration(inIce.hours / 24), ...consumed].join(', ');
    parts.push(`${formatNumber(inIce.nm, 1)} NM in ice (${spent})`);
  }
  return parts.join(', ');
}
