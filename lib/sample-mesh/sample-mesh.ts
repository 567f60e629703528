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
interface Fields {
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
    { name: `${NAME}.vessel.json`, json: Buffer.from(JSON.stringify(vesselMesh(sea))) },
    { name: `${NAME}.env.json`, json: Buffer.from(JSON.stringify(environmentMesh(sea))) },
  ].map((file) => ({ ...file, md5: createHash('md5').update(file.json).digest('hex') }));
  const metadata = dump({
    info: { description: 'The sample meshes', created: CREATED },
    records: files.map(({ name, json, md5 }) => ({
      filepath: name,
      created: CREATED,
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
    meshes: files.map(({ name, json, md5 }) => ({ name: `${name}.gz`, gzip: gzipSync(json), md5 })),
    metadataName: `upload_metadata_${CREATED}.yaml.gz`,
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
  const fields = sampleFields();
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

function sampleFields(): Fields {
  const land = landShares();
  const coast = coastDistances(land);
  const ice = coast.map((km, cell) => {
    const lat = latOf(Math.floor(cell / COLUMNS) + 0.5);
    return iceConcentration(lat, lonOf((cell % COLUMNS) + 0.5), km);
  });
  return { land, coast, ice };
}

/** All sea or all land, with nearly the same ice throughout. */
function isUniform({ land, ice }: Fields, block: Block): boolean {
  let lands = 0;
  let least = Infinity;
  let most = -Infinity;
  forEachCell(block, (cell) => {
    if (land[cell] > 0) lands++;
    least = Math.min(least, ice[cell]);
    most = Math.max(most, ice[cell]);
  });
  if (lands > 0) return lands === block.size ** 2;
  const crossed = ICE_THRESHOLDS.some((threshold) => least <= threshold && most > threshold);
  return !crossed && most - least <= ICE_SPREAD;
}

/** The environment of one cell as MeshiPhi writes it. */
function seaCell({ land, coast, ice }: Fields, block: Block) {
  const lonMin = lonOf(block.column);
  const latMin = latOf(block.row);
  const lonMax = lonOf(block.column + block.size);
  const latMax = latOf(block.row + block.size);
  const cx = (lonMin + lonMax) / 2;
  const cy = (latMin + latMax) / 2;
  const coastKm = meanOf(coast, block);
  const concentration = rounded(meanOf(ice, block), 2);
  const [uC, vC] = current(cy, cx, coastKm);
  const isLand = meanOf(land, block) > 0;
  return {
    geometry: `POLYGON ((${lonMin} ${latMin}, ${lonMin} ${latMax}, ${lonMax} ${latMax}, ${lonMax} ${latMin}, ${lonMin} ${latMin}))`,
    cx,
    cy,
    dcx: (block.size * CELL_WIDTH) / 2,
    dcy: (block.size * CELL_HEIGHT) / 2,
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

function meanOf(field: Float64Array, block: Block): number {
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
function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
