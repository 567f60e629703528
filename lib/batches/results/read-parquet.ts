/** Columns of the parts of a batch, as its summary needs them. */
import { parquetReadObjects } from 'hyparquet';

/** What `toParquet` wrote of a row. */
export interface StoredRow {
  readonly key: string;
  readonly line: number;
  readonly objective: string | null;
  readonly status: 'done' | 'no_way' | 'failed';
  readonly mesh_id: number | null;
  readonly vehicle_type: string | null;
  readonly departure: string | null;
  readonly start_lat: number | null;
  readonly start_lon: number | null;
  readonly end_lat: number | null;
  readonly end_lon: number | null;
  readonly total_traveltime: number | null;
  readonly total_fuel: number | null;
  readonly total_battery: number | null;
  readonly route_id: bigint | null;
  /** As GeoJSON. */
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
}

export async function readColumns<Name extends keyof StoredRow>(
  bytes: Uint8Array,
  columns: readonly Name[],
): Promise<Pick<StoredRow, Name>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  return (await parquetReadObjects({ file, columns: [...columns] })) as Pick<StoredRow, Name>[];
}
