import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { dump } from 'js-yaml';

export interface GridOptions {
  readonly latMin?: number;
  readonly lonMin?: number;
  readonly columns?: number;
  readonly rows?: number;
  /** Side of a cell, degrees. */
  readonly side?: number;
  /** Whether the cell whose centre is there can be sailed; all by default. */
  readonly isOpen?: (lat: number, lon: number) => boolean;
  /** Of all cells, or of the one whose centre is there. */
  readonly speedKmh?: number | ((lat: number) => number);
}

/** The headings by the neighbour graph's names, as steps of column and row. */
const steps: Record<string, readonly [column: number, row: number]> = {
  '1': [1, 1],
  '2': [1, 0],
  '3': [1, -1],
  '4': [0, -1],
  '-1': [-1, -1],
  '-2': [-1, 0],
  '-3': [-1, 1],
  '-4': [0, 1],
};

/** A vessel mesh of equal cells, as the mesh pipeline writes it. */
export function gridMesh({
  latMin = -70,
  lonMin = -60,
  columns = 10,
  rows = 10,
  side = 1,
  isOpen = () => true,
  speedKmh = 20,
}: GridOptions = {}) {
  const speedAt = (lat: number) => (typeof speedKmh === 'number' ? speedKmh : speedKmh(lat));
  const cells = Array.from({ length: columns * rows }, (_, index) => {
    const cx = lonMin + side * ((index % columns) + 0.5);
    const cy = latMin + side * (Math.floor(index / columns) + 0.5);
    const open = isOpen(cy, cx);
    const [w, e, s, n] = [cx - side / 2, cx + side / 2, cy - side / 2, cy + side / 2];
    return {
      id: String(index),
      geometry: `POLYGON ((${w} ${s}, ${w} ${n}, ${e} ${n}, ${e} ${s}, ${w} ${s}))`,
      cx,
      cy,
      dcx: side / 2,
      dcy: side / 2,
      SIC: open ? 0 : 100,
      uC: 0,
      vC: 0,
      inaccessible: !open,
      ...(open && { speed: Array(8).fill(speedAt(cy)), fuel: Array(8).fill(speedAt(cy)) }),
    };
  });
  const at = (column: number, row: number) =>
    column >= 0 && column < columns && row >= 0 && row < rows ? cells[row * columns + column] : undefined;
  const neighbours = (index: number) =>
    Object.fromEntries(
      Object.entries(steps).map(([direction, [column, row]]) => {
        const cell = at((index % columns) + column, Math.floor(index / columns) + row);
        return [direction, cell && !cell.inaccessible ? [Number(cell.id)] : []];
      }),
    );
  const max_speed = Math.max(
    ...Array.from({ length: rows }, (_, row) => speedAt(latMin + side * (row + 0.5))),
  );
  const region = {
    lat_min: latMin,
    lat_max: latMin + side * rows,
    long_min: lonMin,
    long_max: lonMin + side * columns,
    start_time: '2024-01-01',
    end_time: '2024-01-03',
  };
  return {
    config: {
      mesh_info: { region },
      vessel_info: { vessel_type: 'SDA', max_speed, unit: 'km/hr' },
    },
    cellboxes: cells,
    neighbour_graph: Object.fromEntries(
      cells.filter(({ inaccessible }) => !inaccessible).map(({ id }) => [id, neighbours(Number(id))]),
    ),
  };
}

export const md5 = (bytes: string | Uint8Array): string => createHash('md5').update(bytes).digest('hex');

export interface MetadataRecord {
  readonly filepath: string;
  readonly created: string;
  readonly md5: string;
}

/** The metadata file of the pipeline's for these records. */
export function metadataGzip(records: readonly MetadataRecord[]): Uint8Array {
  const full = records.map((record) => ({
    size: 1,
    meshiphi: '2.1.13',
    latlong: { latmin: 'null', latmax: 'null', lonmin: 'null', lonmax: 'null' },
    ...record,
  }));
  return gzipSync(dump({ info: { version: '0.0.2' }, records: full }));
}
