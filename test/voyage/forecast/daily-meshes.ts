/** Voyages of a ship through meshes of a day each. */
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import type { ForecastMesh } from '../../../lib/voyage/forecast/timeline.ts';
import type { VoyageOptions } from '../../../lib/voyage/kept.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { type SeaCell, seaOf, ship, spaced } from '../../speed/seas.ts';

export const BEGIN = Date.UTC(2026, 10, 20);
export const MS_PER_DAY = 86_400_000;
export const departure = new Date(BEGIN).toISOString();
export const vehicle = ship({ idle_rate: 2 });
export const [start, end] = [
  { lat: -65.5, lon: 0.4 },
  { lat: -58.5, lon: 3.6 },
];

export const forecast = (
  cellAt: (column: number, line: number, day: number) => SeaCell,
  days = 5,
): ForecastMesh[] =>
  Array.from({ length: days }, (_, day) => {
    const source = seaOf(spaced(-2, 6, 8), spaced(-66, -58, 8), (column, line) => cellAt(column, line, day));
    return {
      id: day + 1,
      name: `day-${day}.json`,
      mesh: openMesh(compileMesh(meshForVessel(vesselOf(vehicle), source))),
      from: BEGIN + day * MS_PER_DAY,
      to: BEGIN + (day + 1) * MS_PER_DAY,
      rank: '',
    };
  });

export function planned(
  meshes: readonly ForecastMesh[],
  fields: object,
  isOne = false,
  more: Partial<VoyageOptions> = {},
) {
  const { voyage } = routeRequest.parse({
    ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon },
    ...('departures' in fields ? {} : { departure }),
    ...fields,
  });
  const options = { certificate: true, ...(!isOne && { forecast: meshes }), ...more };
  return planVoyage(meshes[0]!.mesh, { start, end, vehicle, voyage }, options);
}

export const withinOf = ({ routes }: { routes: readonly VoyageRoute[] }) =>
  routes.find(({ objective }) => objective === 'within')!;
export const days = ({ track }: Pick<VoyageRoute, 'track'>) => track.timeDays.at(-1)!;
export const burnt = ({ track }: Pick<VoyageRoute, 'track'>) => track.consumption!.at(-1)!;

/** Ice that goes away from one side, and a current that turns. */
export const changing = forecast((column, line, day) => ({
  u: day % 2 === 0 ? 0.2 : -0.3,
  v: column === 4 ? 0.3 : 0,
  columns: {
    iceConcentration: line < 4 && column < 3 + day ? Math.max(0, 50 - 15 * day) : 0,
    iceThickness: 0.5,
    iceDensity: 900,
    windEast: day === 1 ? 8 : 0,
    windNorth: 0,
  },
}));

const floes = [
  { at: [5.87, 2.6], size: 1.71, drift: [0.04, 0.38], ice: 68 },
  { at: [2.86, 6.25], size: 1.29, drift: [0.29, -0.3], ice: 55 },
  { at: [4.65, 1.13], size: 2.68, drift: [-0.13, 0.47], ice: 32 },
] as const;

/** Ice that drifts, and a current that turns each day. */
export const drifting = forecast((column, line, day) => {
  const floe = floes.find(
    ({ at, size, drift }) =>
      Math.hypot(column - at[0] - day * drift[0], line - at[1] - day * drift[1]) < size,
  );
  const [u, v] = day % 2 === 0 ? [0.3, -0.35] : [-0.35, -0.3];
  return { u, v, columns: { iceConcentration: floe?.ice ?? 0, iceThickness: 0.8, iceDensity: 900 } };
}, 4);
