/**
 * Rows as GeoParquet 1.1 (https://geoparquet.org/releases/v1.1.0/): Parquet with the geometry as WKB, and metadata that say
 * so. Longitude, latitude; OGC:CRS84, which is the default.
 */
import { geojsonToWkb, parquetWriteBuffer } from 'hyparquet-writer';
import type { Point } from '../../engine/geometry/sphere.ts';
import type { ResultRow } from './row.ts';

type Column = Parameters<typeof parquetWriteBuffer>[0]['columnData'][number];
type ColumnType = NonNullable<Column['type']>;

/** The columns in their order, and what each says of a row. */
const COLUMNS: readonly [name: string, type: ColumnType, value: (row: ResultRow) => unknown][] = [
  ['key', 'STRING', ({ key }) => key],
  ['line', 'INT32', ({ line }) => line],
  ['objective', 'STRING', ({ objective }) => objective],
  ['status', 'STRING', ({ status }) => status],
  ['reason', 'STRING', ({ reason }) => reason],
  ['mesh_id', 'INT32', ({ meshId }) => meshId],
  ['vehicle_type', 'STRING', ({ vehicleType }) => vehicleType],
  ['departure', 'STRING', ({ departure }) => departure],
  ['start_name', 'STRING', ({ startName }) => startName],
  ['start_lat', 'DOUBLE', ({ start }) => start?.lat ?? null],
  ['start_lon', 'DOUBLE', ({ start }) => start?.lon ?? null],
  ['end_name', 'STRING', ({ endName }) => endName],
  ['end_lat', 'DOUBLE', ({ end }) => end?.lat ?? null],
  ['end_lon', 'DOUBLE', ({ end }) => end?.lon ?? null],
  ['total_traveltime', 'DOUBLE', ({ days }) => days],
  ['total_fuel', 'DOUBLE', ({ fuelTonnes }) => fuelTonnes],
  ['total_battery', 'DOUBLE', ({ batteryAh }) => batteryAh],
  ['total_distance', 'DOUBLE', ({ metres }) => metres],
  ['gap_percent', 'DOUBLE', ({ gapPercent }) => gapPercent],
  ['co2_tonnes', 'DOUBLE', ({ co2Tonnes }) => co2Tonnes],
  ['route_id', 'INT64', ({ routeId }) => routeId && BigInt(routeId)],
];
const ALWAYS = ['key', 'line', 'status'];

export function toParquet(rows: readonly ResultRow[]): Uint8Array {
  const columns = COLUMNS.map(([name, type, value]): Column => {
    return { name, type, data: rows.map(value) as unknown[], nullable: !ALWAYS.includes(name) };
  });
  const geometry = rows.map(({ path }) => path && geojsonToWkb(geometryOf(path)));
  const geo = {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: [...new Set(rows.flatMap(({ path }) => (path ? geometryOf(path).type : [])))].sort(),
        edges: 'planar',
        ...boundsOf(rows),
      },
    },
  };
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        ...columns,
        { name: 'geometry', type: 'BYTE_ARRAY', data: geometry, nullable: true, statistics: false },
      ],
      kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
      createdBy: 'Polynya',
    }),
  );
}

type Geometry =
  | { readonly type: 'LineString'; readonly coordinates: number[][] }
  | { readonly type: 'MultiLineString'; readonly coordinates: number[][][] };

/** In parts at the antimeridian, as GeoJSON asks for (RFC 7946, 3.1.9): a line of it would run round the Earth. */
export function geometryOf(path: readonly Point[]): Geometry {
  const parts: number[][][] = [[]];
  for (const [i, [lon, lat]] of path.entries()) {
    const before = path[i - 1];
    if (before && Math.abs(lon - before[0]) > 180) {
      const side = before[0] > 0 ? 180 : -180;
      const across = lon + 2 * side - before[0];
      const at = before[1] + (across === 0 ? 0 : ((side - before[0]) / across) * (lat - before[1]));
      parts.at(-1)!.push([side, at]);
      parts.push([[-side, at]]);
    }
    parts.at(-1)!.push([lon, lat]);
  }
  for (const part of parts) if (part.length === 1) part.push(part[0]!);
  return parts.length === 1
    ? { type: 'LineString', coordinates: parts[0]! }
    : { type: 'MultiLineString', coordinates: parts };
}

function boundsOf(rows: readonly ResultRow[]): { readonly bbox?: readonly number[] } {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { path } of rows) {
    if (!path) continue;
    const { type, coordinates } = geometryOf(path);
    for (const [lon, lat] of type === 'LineString' ? coordinates : coordinates.flat()) {
      [west, south] = [Math.min(west, lon!), Math.min(south, lat!)];
      [east, north] = [Math.max(east, lon!), Math.max(north, lat!)];
    }
  }
  return west === Infinity ? {} : { bbox: [west, south, east, north] };
}
