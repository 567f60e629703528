import type { RouteEntry } from '../../lib/route-files/route-entry.ts';

type Position = readonly [lon: number, lat: number];

export interface EntryOptions {
  readonly startName?: string | null;
  readonly endName?: string | null;
  readonly battery?: boolean;
}

/** A route through given points, a tenth of a day, 40 km and 2 tonnes from each to the next. */
export function routeEntry(coordinates: readonly Position[], options: EntryOptions = {}): RouteEntry {
  const { startName = 'Falklands', endName = 'Rothera', battery = false } = options;
  const cumulative = (step: number) => coordinates.map((_, i) => i * step);
  const values = {
    traveltime: cumulative(0.1),
    distance: cumulative(40_000),
    ...(battery ? { battery: cumulative(2) } : { fuel: cumulative(2) }),
  };
  const points = coordinates.map(([lon, lat]) => ({ lat, lon }));
  return {
    type: 'traveltime',
    id: '12',
    name: `${startName} to ${endName} (traveltime)`,
    mesh: { name: 'weddell-sea.vessel.json', validDateStart: '2024-02-11', validDateEnd: '2024-02-13' },
    waypoints: {
      start: { ...points[0]!, name: startName },
      end: { ...points.at(-1)!, name: endName },
      sailing: { points, ...values },
    },
    path: { features: [{ geometry: { coordinates }, properties: values }] },
  };
}

export const southward: readonly Position[] = [
  [-57.706, -51.731],
  [-62.36562186531515, -60],
  [-68.02, -67.764],
];
