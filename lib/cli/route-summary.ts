import type { z } from 'zod';
import type { routeDocument } from '../api/route-schema.ts';
import { METRES_PER_NM } from '../engine/geometry/sphere.ts';

type RouteDocument = z.output<typeof routeDocument>;
type Entry = RouteDocument['routes'][number];

const titles: Record<Entry['type'], string> = {
  traveltime: 'fastest',
  fuel: 'least fuel',
  battery: 'least battery',
  within: 'in the limit',
  cost: 'least money',
};

/** A short summary of a route: what it is, then days, nautical miles, consumption, emissions, the miles in ice and the money for each objective. */
export function routeSummary({ routes }: RouteDocument): string {
  const [first] = routes;
  if (!first) return '';
  const { start, end } = first.waypoints;
  const place = ({ name, lat, lon }: typeof start) => name ?? `${lat},${lon}`;
  const head = `Route ${first.id}: ${place(start)} to ${place(end)}, mesh ${first.mesh.name}`;
  return [head, ...routes.flatMap(lines)].join('\n');
}

function lines({ type, optimisation, in_ice, total_cost, alternatives = [] }: Entry): string[] {
  return [
    line(titles[type], optimisation.metrics, in_ice, total_cost),
    ...alternatives.map(
      ({ metrics, in_ice, dearer_percent }) =>
        `${line('  or', metrics, in_ice)}  (${percent(dearer_percent)})`,
    ),
  ];
}

const percent = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(1)} %`;

function line(
  title: string,
  metrics: Entry['optimisation']['metrics'],
  inIce: Entry['in_ice'],
  totalCost?: number,
): string {
  const days = Number(metrics.time.duration).toFixed(2);
  const miles = (metrics.distance.value / METRES_PER_NM).toFixed(0);
  const fuel = metrics.fuelConsumption && `${metrics.fuelConsumption.value.toFixed(1)} t of fuel`;
  const battery = metrics.batteryConsumption && `${metrics.batteryConsumption.value.toFixed(1)} Ah`;
  const co2 = metrics.co2 && `${metrics.co2.value.toFixed(1)} t of CO₂`;
  const ice = inIce && `${inIce.nm.toFixed(0)} NM in ice`;
  const money = totalCost !== undefined && `${totalCost.toFixed(0)} in money`;
  const columns = [`${days} days`.padStart(11), `${miles} NM`.padStart(9), fuel ?? battery, co2, ice, money];
  return `  ${title.padEnd(13)} ${columns.filter(Boolean).join('  ')}`;
}
