import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { dump } from 'js-yaml';
import { landShares } from './coast.ts';
import { coastDistances } from './coast-distance.ts';
import { CELL_HEIGHT, CELL_WIDTH, COLUMNS, latOf, lonOf, REGION } from './grid.ts';
import { type Block, neighbourGraph, quadtree } from './quadtree.ts';
import { current, elevation, iceConcentration, iceThickness, waveHeight } from './sea.ts';
import { ICE_DENSITY, performance, VESSEL } from './vessel.ts';

/** Meshes and their metadata, as the mesh pipeline would deliver them. */
export interface DroppedMeshes {
  readonly meshes: readonly DroppedMesh[];
  readonly metadataName: string;
  readonly metadataGzip: Uint8Array;
}

/** A mesh before it is compressed. */
export interface MadeMesh {
  readonly name: string;
  readonly json: Buffer;
  readonly md5: string;
}

export function madeMesh(name: string, text: string): MadeMesh {
  const json = Buffer.from(text);
  return { name, json, md5: createHash('md5').update(json).digest('hex') };
}

export interface DroppedMesh {
  readonly name: string;
  readonly gzip: Uint8Array;
  /** Of its uncompressed bytes. */
  readonly md5: string;
}

/** Long ago, so that any mesh of a user has priority over it. */
const CREATED = '20000101T000000';
const NAME = 'southern-ocean-sample';

/** Difference in concentration, %, allowed within a cell; the pipeline also splits at thresholds. */
const ICE_SPREAD = 22;
const ICE_THRESHOLDS = [1, 35, VESSEL.max_ice_conc];

/** Land shares, coast distances (km) and ice (%) of the cells of the grid. */
export interface Fields {
  readonly land: Float64Array;
  readonly coast: Float64Array;
  readonly ice: Float64Array;
}

/**
 * The sample meshes: real coastlines, an invented sea, the same bytes every time. One is for a vessel, the
 * other is of the sea alone.
 */
export function generateSampleMeshes(): DroppedMeshes {
  const sea = sampleSea();
  const files = [
    madeMesh(`${NAME}.vessel.json`, JSON.stringify(vesselMesh(sea))),
    madeMesh(`${NAME}.env.json`, JSON.stringify(environmentMesh(sea))),
  ];
  return asDropped(files, CREATED, 'The sample meshes');
}

/** Files as the pipeline delivers them. */
export function asDropped(
  files: readonly MadeMesh[],
  created: string,
  description: string,
  level = 6,
): DroppedMeshes {
  const metadata = dump({
    info: { description, created },
    records: files.map(({ name, json, md5 }) => ({
      filepath: name,
      created,
      size: json.length,
      md5,
      meshiphi: 'null',
      latlong: {
        latmin: REGION.latMin,
        latmax: REGION.latMax,
        lonmin: REGION.lonMin,
        lonmax: REGION.lonMax,
      },
    })),
  });
  return {
    meshes: files.map(({ name, json, md5 }) => ({
      name: `${name}.gz`,
      gzip: gzipSync(json, { level }),
      md5,
    })),
    metadataName: `upload_metadata_${created}.yaml.gz`,
    metadataGzip: gzipSync(metadata),
  };
}

const MESH_INFO = {
  region: {
    lat_min: REGION.latMin,
    lat_max: REGION.latMax,
    long_min: REGION.lonMin,
    long_max: REGION.lonMax,
    start_time: '2000-01-01',
    end_time: '2000-01-03',
  },
  data_sources: [],
};

interface Sea {
  readonly fields: Fields;
  readonly blocks: readonly Block[];
  readonly neighbours: ReturnType<typeof neighbourGraph>;
}

function sampleSea(): Sea {
  const fields = fieldsWith(iceConcentration);
  const blocks = quadtree((block) => isUniform(fields, block));
  return { fields, blocks, neighbours: neighbourGraph(blocks) };
}

function environmentMesh({ fields, blocks, neighbours }: Sea) {
  const cellboxes = blocks.map((block, index) => {
    const cell = seaCell(fields, block);
    const swh = waveHeight(cell.cy, cell.cx, meanOf(fields.coast, block), cell.SIC);
    return { ...cell, swh: rounded(swh, 2), id: String(index) };
  });
  return {
    config: { mesh_info: MESH_INFO },
    cellboxes,
    neighbour_graph: Object.fromEntries(neighbours.entries()),
  };
}

function vesselMesh({ fields, blocks, neighbours }: Sea) {
  const cellboxes = blocks.map((block, index) => ({ ...vesselCell(fields, block), id: String(index) }));
  const isOpen = (index: number) => !cellboxes[index].inaccessible;
  const graph: Record<string, Record<string, number[]>> = {};
  neighbours.forEach((sides, index) => {
    if (!isOpen(index)) return;
    graph[index] = Object.fromEntries(
      Object.entries(sides).map(([direction, cells]) => [direction, cells.filter(isOpen)]),
    );
  });
  return {
    config: { mesh_info: MESH_INFO, vessel_info: VESSEL },
    cellboxes,
    neighbour_graph: graph,
  };
}

let coasts: Pick<Fields, 'land' | 'coast'> | undefined;

/** The fields with this ice, %, by latitude, longitude and kilometres from the coast. */
export function fieldsWith(iceAt: (lat: number, lon: number, coastKm: number) => number): Fields {
  if (!coasts) {
    const land = landShares();
    coasts = { land, coast: coastDistances(land) };
  }
  const ice = coasts.coast.map((km, cell) =>
    iceAt(latOf(Math.floor(cell / COLUMNS) + 0.5), lonOf((cell % COLUMNS) + 0.5), km),
  );
  return { ...coasts, ice };
}

/** All sea or all land, with nearly the same ice throughout. */
export function isUniform(
  { land, ice }: Fields,
  block: Block,
  { spread, thresholds } = { spread: ICE_SPREAD, thresholds: ICE_THRESHOLDS },
): boolean {
  let lands = 0;
  let least = Infinity;
  let most = -Infinity;
  forEachCell(block, (cell) => {
    if (land[cell] > 0) lands++;
    least = Math.min(least, ice[cell]);
    most = Math.max(most, ice[cell]);
  });
  if (lands > 0) return lands === block.size ** 2;
  const crossed = thresholds.some((threshold) => least <= threshold && most > threshold);
  return !crossed && most - least <= spread;
}

/** Where a cell is, as MeshiPhi writes it. */
export function boxOf({ column, row, size }: Block) {
  const [lonMin, latMin] = [lonOf(column), latOf(row)];
  const [lonMax, latMax] = [lonOf(column + size), latOf(row + size)];
  return {
    geometry: `POLYGON ((${lonMin} ${latMin}, ${lonMin} ${latMax}, ${lonMax} ${latMax}, ${lonMax} ${latMin}, ${lonMin} ${latMin}))`,
    cx: (lonMin + lonMax) / 2,
    cy: (latMin + latMax) / 2,
    dcx: (size * CELL_WIDTH) / 2,
    dcy: (size * CELL_HEIGHT) / 2,
  };
}

/** The environment of one cell as MeshiPhi writes it. */
function seaCell({ land, coast, ice }: Fields, block: Block) {
  const box = boxOf(block);
  const { cx, cy } = box;
  const coastKm = meanOf(coast, block);
  const concentration = rounded(meanOf(ice, block), 2);
  const [uC, vC] = current(cy, cx, coastKm);
  const isLand = meanOf(land, block) > 0;
  return {
    ...box,
    elevation: isLand ? 10 : rounded(elevation(coastKm), 0),
    SIC: isLand ? 0 : concentration,
    thickness: rounded(iceThickness(cx, concentration), 3),
    density: ICE_DENSITY,
    uC: rounded(uC, 4),
    vC: rounded(vC, 4),
  };
}

/** The same, with the fields that PolarRoute adds for the vessel. */
function vesselCell(fields: Fields, block: Block) {
  const cell = seaCell(fields, block);
  const isLand = cell.elevation > -VESSEL.min_depth;
  const concentration = rounded(meanOf(fields.ice, block), 2);
  const isPack = concentration > VESSEL.max_ice_conc;
  return {
    ...cell,
    land: isLand,
    ext_ice: isPack,
    inaccessible: isLand || isPack,
    ...(isLand || isPack ? {} : vesselFields(concentration, cell.thickness)),
  };
}

function vesselFields(concentration: number, thickness: number) {
  const { speedKmh, resistance, fuel } = performance(concentration, thickness);
  const everyHeading = (value: number, digits: number) => new Array(8).fill(rounded(value, digits));
  return {
    speed: everyHeading(speedKmh, 4),
    resistance: everyHeading(resistance, 1),
    fuel: everyHeading(fuel, 6),
  };
}

export function meanOf(field: Float64Array, block: Block): number {
  let sum = 0;
  forEachCell(block, (cell) => {
    sum += field[cell];
  });
  return sum / block.size ** 2;
}

function forEachCell({ column, row, size }: Block, visit: (cell: number) => void): void {
  for (let r = row; r < row + size; r++) {
    for (let c = column; c < column + size; c++) visit(r * COLUMNS + c);
  }
}

/** Rounding keeps the bytes the same on machines whose exp or sin differs in the last digit. */
export function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
