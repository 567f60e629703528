/** Voyages through meshes of a day each, on a grid of equal cells. */
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import type { ForecastMesh } from '../../../lib/voyage/forecast/timeline.ts';
import type { VoyageOptions } from '../../../lib/voyage/kept.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { type Grid, type GridCell, gridMesh } from '../../engine/sea/grid-sea.ts';
import { ship } from '../../speed/seas.ts';

const MS_PER_DAY = 86_400_000;

/** The k-th mesh in its cell at (x, y). */
export type CellAt = (x: number, y: number, k: number) => GridCell;

interface Ends {
  readonly start: LatLon;
  readonly end: LatLon;
  /** When the first mesh begins, milliseconds. */
  readonly begin: number;
  readonly departure: string;
}

interface How extends Pick<VoyageOptions, 'certificate' | 'objectives' | 'timeBudgetMs' | 'now'> {
  /** What the ship burns in a day of waiting. */
  readonly idle?: number;
  /** Whether it is planned on the first mesh alone. */
  readonly isOne?: boolean;
}

export function gridVoyages(grid: Grid, { start, end, begin, departure }: Ends) {
  const forecast = (cellAt: CellAt, days = 4): ForecastMesh[] =>
    Array.from({ length: days }, (_, k) => ({
      id: k + 1,
      name: `day-${k}.json`,
      mesh: gridMesh(grid, (x, y) => cellAt(x, y, k)),
      from: begin + k * MS_PER_DAY,
      to: begin + (k + 1) * MS_PER_DAY,
      rank: '',
    }));
  const planned = (
    meshes: readonly ForecastMesh[],
    fields: object,
    { idle = 0, isOne = false, ...how }: How = {},
  ) => {
    const { voyage } = routeRequest.parse({
      ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon },
      ...('departures' in fields ? {} : { departure }),
      ...fields,
    });
    const vehicle = ship({ idle_rate: idle });
    const options = { certificate: false, ...how, ...(!isOne && { forecast: meshes }) };
    return planVoyage(meshes[0]!.mesh, { start, end, vehicle, voyage }, options);
  };
  return { forecast, planned };
}
