/** Meshes as files, made for a test: a grid of equal cells, linked with all of their neighbours. */

// biome-ignore lint/suspicious/noExplicitAny: tests break meshes in every way
export type MeshFile = any;

const EIGHT = (value: number) => new Array(8).fill(value);

interface Grid {
  columns?: number;
  rows?: number;
  /** South-western corner, degrees. */
  lon?: number;
  lat?: number;
  /** Degrees. */
  size?: number;
}

/** Cells are numbered from 0 at the south-west, along the rows. */
export function gridMesh({ columns = 3, rows = 3, lon = 0, lat = -60, size = 1 }: Grid = {}): MeshFile {
  const wrapped = (degrees: number) => (degrees >= 180 ? degrees - 360 : degrees);
  const id = (column: number, row: number) =>
    column >= 0 && column < columns && row >= 0 && row < rows ? [row * columns + column] : [];
  const cellboxes = [];
  const neighbour_graph: MeshFile = {};
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const west = wrapped(lon + column * size);
      cellboxes.push(cellbox(String(id(column, row)[0]), west, lat + row * size, size));
      neighbour_graph[String(id(column, row)[0])] = {
        1: id(column + 1, row + 1),
        2: id(column + 1, row),
        3: id(column + 1, row - 1),
        4: id(column, row - 1),
        '-1': id(column - 1, row - 1),
        '-2': id(column - 1, row),
        '-3': id(column - 1, row + 1),
        '-4': id(column, row + 1),
      };
    }
  }
  const east = lon + columns * size;
  const region = {
    lat_min: lat,
    lat_max: lat + rows * size,
    long_min: lon,
    long_max: east > 180 ? east - 360 : east,
    start_time: '2024-02-11',
    end_time: '2024-02-13',
  };
  const vessel_info = { vessel_type: 'SDA', max_speed: 26.5, unit: 'km/hr' };
  return { config: { mesh_info: { region }, vessel_info }, cellboxes, neighbour_graph };
}

/** The same grid without a vessel. */
export function environmentGrid(grid?: Grid): MeshFile {
  const mesh = gridMesh(grid);
  delete mesh.config.vessel_info;
  for (const cell of mesh.cellboxes)
    for (const field of ['speed', 'fuel', 'inaccessible']) delete cell[field];
  return mesh;
}

export function cellbox(id: string, west: number, south: number, size: number): MeshFile {
  const [east, north] = [west + size, south + size];
  return {
    geometry: `POLYGON ((${west} ${south}, ${west} ${north}, ${east} ${north}, ${east} ${south}, ${west} ${south}))`,
    cx: (west + east) / 2,
    cy: (south + north) / 2,
    dcx: size / 2,
    dcy: size / 2,
    elevation: -3000,
    SIC: 0,
    uC: 0.1,
    vC: -0.2,
    inaccessible: false,
    speed: EIGHT(18),
    fuel: EIGHT(27),
    id,
  };
}

export const bytesOf = (mesh: MeshFile): Uint8Array => Buffer.from(JSON.stringify(mesh));

/** A mesh file after `change` was done to it. */
export function changed(change: (mesh: MeshFile) => void, grid?: Grid): Uint8Array {
  const mesh = gridMesh(grid);
  change(mesh);
  return bytesOf(mesh);
}
