/** The results of a batch: a row a route and objective, and one row where there is no route. */
import type { LatLon, Point } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { MeshRecord } from '../../meshes/mesh-record.ts';
import { roundedUp } from '../../routes/rounded-up.ts';
import { BEST_UNTIL_THEN } from '../../routes/route-info.ts';
import { quantitiesOf } from '../../routes/track-geojson.ts';
import type { Vehicle } from '../../vehicles/vehicle.ts';
import type { VoyagePlan } from '../../voyage/voyage-route.ts';
import type { LineFault } from '../input/check-line.ts';

export interface ResultRow {
  readonly line: number;
  readonly key: string;
  readonly status: 'done' | 'no_way' | 'failed';
  /** Why there is no route, or that there may be a better one; null where all was looked for. */
  readonly reason: string | null;
  readonly objective: string | null;
  readonly meshId: number | null;
  readonly vehicleType: string | null;
  readonly start: LatLon | null;
  readonly end: LatLon | null;
  readonly startName: string | null;
  readonly endName: string | null;
  /** ISO 8601. */
  readonly departure: string | null;
  readonly days: number | null;
  readonly fuelTonnes: number | null;
  readonly batteryAh: number | null;
  readonly metres: number | null;
  readonly gapPercent: number | null;
  readonly co2Tonnes: number | null;
  readonly path: readonly Point[] | null;
  /** Its number, where it is stored. */
  readonly routeId: number | null;
}

/** What a row says of its request. */
export type Asked = Pick<
  ResultRow,
  'line' | 'key' | 'vehicleType' | 'start' | 'end' | 'startName' | 'endName' | 'departure'
>;

const NO_ROUTE = {
  objective: null,
  days: null,
  fuelTonnes: null,
  batteryAh: null,
  metres: null,
  gapPercent: null,
  co2Tonnes: null,
  path: null,
  routeId: null,
};

/** A row for every objective of a plan. */
export function plannedRows(
  { routeId = null, ...asked }: Asked & Partial<Pick<ResultRow, 'routeId'>>,
  { routes }: Pick<VoyagePlan, 'routes'>,
  mesh: Pick<MeshRecord, 'id'> & Pick<Mesh, 'consumption'>,
  vehicle: Vehicle | null,
): ResultRow[] {
  const { consumption, co2PerTonne } = quantitiesOf(mesh.consumption, vehicle?.fuel_type);
  return routes.map(({ objective, track, optimality, dated, complete }) => {
    const consumed = track.consumption?.at(-1) ?? null;
    return {
      ...asked,
      departure: dated?.departure ?? asked.departure,
      status: 'done',
      reason: complete ? null : `${BEST_UNTIL_THEN}.`,
      objective,
      meshId: mesh.id,
      days: track.timeDays.at(-1) ?? 0,
      fuelTonnes: consumption === 'fuel' ? consumed : null,
      batteryAh: consumption === 'battery' ? consumed : null,
      metres: track.distanceM.at(-1) ?? 0,
      gapPercent: optimality ? roundedUp(optimality.gapPercent) : null,
      co2Tonnes: co2PerTonne && consumed !== null ? co2PerTonne * consumed : null,
      path: track.coordinates,
      routeId,
    };
  });
}

/** @param meshId the last that was tried */
export const rowWithoutRoute = (
  asked: Asked,
  status: 'no_way' | 'failed',
  reason: string,
  meshId: number | null,
): ResultRow => ({ ...asked, ...NO_ROUTE, status, reason, meshId });

/** Of a line that could not be read. */
export const faultRow = ({ line, key, reason }: LineFault): ResultRow =>
  rowWithoutRoute(
    { line, key, vehicleType: null, start: null, end: null, startName: null, endName: null, departure: null },
    'failed',
    reason,
    null,
  );
