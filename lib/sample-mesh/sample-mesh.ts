import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { dump } from 'js-yaml';
import { landShares } from './coast.ts';
import { coastDistances } from './coast-distance.ts';
import { CELL_HEIGHT, CELL_WIDTH, COLUMNS, latOf, lonOf, REGION } from './grid.ts';
import { type Block, neighbourGraph, quadtree } from './quadtree.ts';
import { current, elevation, iceConcentration, iceThickness } from './sea.ts';
import { ICE_DENSITY, performance, VESSEL } from './vessel.ts';

/** A mesh and its metadata, as the mesh pipeline would drop them. */
export interface DroppedMesh {
  readonly meshName: string;
  readonly meshGzip: Uint8Array;
  readonly metadataName: string;
  readonly metadataGzip: Uint8Array;
}

/** Long past, so that any mesh of a user's wins over it. */
const CREATED = '20000101T000000';
const NAME = 'southern-ocean-sample.vessel.json';

/** Concentration, %, by which a cell may differ within itself; the pipeline splits at thresholds too. */
const ICE_SPREAD = 22;
const ICE_THRESHOLDS = [1, 35, VESSEL.max_ice_conc];

/** Land shares, coast distances (km) and ice (%) of the cells of the grid. */
interface Fields {
  readonly land: Float64Array;
  readonly coast: Float64Array;
  readonly ice: Float64Array;
}

/** The sample mesh: real coastlines, a made-up sea, the same bytes every time. */
export function generateSampleMesh(): DroppedMesh {
  const json = Buffer.from(JSON.stringify(sampleMesh()));
  const metadata = dump({
    info: { description: 'The sample mesh', created: CREATED },
    records: [
      {
        filepath: NAME,
        created: CREATED,
        size: json.length,
        md5: createHash('md5').update(json).digest('hex'),
        meshiphi: 'null',
        latlong: {
          latmin: REGION.latMin,
          latmax: REGION.latMax,
          lonmin: REGION.lonMin,
          lonmax: REGION.lonMax,
        },
      },
    ],
  });
  return {
    meshName: `${NAME}.gz`,
    meshGzip: gzipSync(json),
    metadataName: `upload_metadata_${CREATED}.yaml.gz`,
    metadataGzip: gzipSync(metadata),
  };
}

function sampleMesh() {
  const fields = sampleFields();
  const blocks = quadtree((block) => isUniform(fields, block));
  const cellboxes = blocks.map((block, index) => ({ ...cellbox(fields, block), id: String(index) }));
  const isOpen = (index: number) => !cellboxes[index].inaccessible;
  const graph: Record<string, Record<string, number[]>> = {};
  neighbourGraph(blocks).forEach((neighbours, index) => {
    if (!isOpen(index)) return;
    graph[index] = Object.fromEntries(
      Object.entries(neighbours).map(([direction, cells]) => [direction, cells.filter(isOpen)]),
    );
  });
  const region = {
    lat_min: REGION.latMin,
    lat_max: REGION.latMax,
    long_min: REGION.lonMin,
    long_max: REGION.lonMax,
    start_time: '2000-01-01',
    end_time: '2000-01-03',
  };
  return {
    config: { mesh_info: { region, data_sources: [] }, vessel_info: VESSEL },
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

/** All sea or all land, and the ice much the same throughout. */
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

/** One cell as MeshiPhi and PolarRoute write it. */
function cellbox({ land, coast, ice }: Fields, block: Block) {
  const lonMin = lonOf(block.column);
  const latMin = latOf(block.row);
  const lonMax = lonOf(block.column + block.size);
  const latMax = latOf(block.row + block.size);
  const cx = (lonMin + lonMax) / 2;
  const cy = (latMin + latMax) / 2;
  const coastKm = meanOf(coast, block);
  const concentration = rounded(meanOf(ice, block), 2);
  const thickness = rounded(iceThickness(cx, concentration), 3);
  const [uC, vC] = current(cy, cx, coastKm);
  const isLand = meanOf(land, block) > 0;
  const isPack = concentration > VESSEL.max_ice_conc;
  return {
    geometry: `POLYGON ((${lonMin} ${latMin}, ${lonMin} ${latMax}, ${lonMax} ${latMax}, ${lonMax} ${latMin}, ${lonMin} ${latMin}))`,
    cx,
    cy,
    dcx: (block.size * CELL_WIDTH) / 2,
    dcy: (block.size * CELL_HEIGHT) / 2,
    elevation: isLand ? 10 : rounded(elevation(coastKm), 0),
    SIC: isLand ? 0 : concentration,
    thickness,
    density: ICE_DENSITY,
    uC: rounded(uC, 4),
    vC: rounded(vC, 4),
    land: isLand,
    ext_ice: isPack,
    inaccessible: isLand || isPack,
    ...(isLand || isPack ? {} : vesselFields(concentration, thickness)),
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

/** Rounding keeps the bytes the same where the last digit of a machine's exp or sin is another. */
function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
