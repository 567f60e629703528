/**
 * The compiled mesh: one little-endian binary, read in place.
 *
 *   0  magic "POLYNYA\n"      8 bytes
 *   8  version                u32
 *  12  checksum of the rest   u32, FNV-1a over 32-bit words
 *  16  bytes in all           u32
 *  20  consumption            u32, 0 none · 1 fuel · 2 battery
 *  24  counts                 one u32 per entry of COUNTS
 *  ..  header padded to HEADER_BYTES, then the sections in the order of SECTIONS, each aligned to 8 bytes
 *
 * The length of each section follows from the counts; there is no table of offsets that could contradict
 * them.
 */
import { free } from './free.ts';
import type { Consumption } from './mesh-source.ts';

/** The bytes are not a compiled mesh that this engine can open. */
export class MeshFormatError extends Error {
  override readonly name = 'MeshFormatError';
}

export const FORMAT_VERSION = 2;
export const HEADER_BYTES = 128;
/** Headings of a profile in a compiled mesh; meshes that are derived from one may have more. */
export const HEADINGS = 8;
const MAGIC = [0x50, 0x4f, 0x4c, 0x59, 0x4e, 0x59, 0x41, 0x0a];
const CONSUMPTIONS: readonly (Consumption | null)[] = [null, 'fuel', 'battery'];

/**
 * cells: all cells · open: accessible cells, which come first · edges: each shared by two open cells ·
 * corners: points where two or more open cells meet · pinches · profiles: cells whose speed or rate differs
 * by heading · buckets, bucketCells: index of points · environmentColumns: bit k is set where the mesh has
 * the column ENVIRONMENT_COLUMNS[k] · zones, zoneNameBytes: named areas · unsailedCells: all cells of an
 * environment mesh (no vessel was applied to it), 0 on a vessel mesh · links: entries in the neighbour graph
 * of an environment mesh
 */
const COUNTS = [
  'cells',
  'open',
  'edges',
  'corners',
  'cellEdges',
  'cellCorners',
  'pinches',
  'profiles',
  'buckets',
  'bucketCells',
  'environmentColumns',
  'zones',
  'zoneNameBytes',
  'unsailedCells',
  'links',
] as const;

export type Counts = Record<(typeof COUNTS)[number], number>;

/** Every section: its type, and how many elements it has. */
const SECTIONS = {
  /** cells × 4: lonMin, latMin, lonMax, latMax, degrees. */
  bounds: [Float64Array, (n: Counts) => 4 * n.cells],
  /**
   * open × 4: speed m/s, rate per day, current east and north m/s; for a cell with a profile, the greatest
   * speed and the least rate.
   */
  motion: [Float64Array, (n) => 4 * n.open],
  /** profiles × 16: speeds m/s, then rates per day, at the headings NE, E, SE, S, SW, W, NW, N. */
  profiles: [Float64Array, (n) => 2 * HEADINGS * n.profiles],
  /** edges × 3: the fixed coordinate, and where the free one begins and ends, degrees. */
  edgeSpan: [Float64Array, (n) => 3 * n.edges],
  /** corners × 2: lon, lat, degrees. */
  cornerPoint: [Float64Array, (n) => 2 * n.corners],
  /** The index of points: lonMin, latMin, degrees per column, degrees per row, columns, rows. */
  grid: [Float64Array, () => 6],
  /** cells: the row of the source cell that a cell is, or is part of. */
  row: [Int32Array, (n) => n.cells],
  /** open: row of profiles, −1 = the same at every heading. */
  profile: [Int32Array, (n) => n.open],
  /** open × 2: the component of the cell without pinches, and with pinches. */
  component: [Int32Array, (n) => 2 * n.open],
  /**
   * edges × 4: the cell on the low side (west, south), the cell on the high side, the corner at the
   * beginning, the corner at the end.
   */
  edgeTopology: [Int32Array, (n) => 4 * n.edges],
  /** edges: 1 where the edge runs north (its longitude is fixed), 0 where it runs east. */
  edgeVertical: [Uint8Array, (n) => n.edges],
  /** The edges of cell i are cellEdge[cellEdgeStart[i]] … cellEdge[cellEdgeStart[i + 1] − 1]. */
  cellEdgeStart: [Int32Array, (n) => n.open + 1],
  cellEdge: [Int32Array, (n) => n.cellEdges],
  /** The corners on the border of cell i, stored in the same way. */
  cellCornerStart: [Int32Array, (n) => n.open + 1],
  cellCorner: [Int32Array, (n) => n.cellCorners],
  /**
   * corners × 4: the cells that touch a corner, −1 = none; a vessel can pass between all of them without a
   * pinch.
   */
  cornerCell: [Int32Array, (n) => 4 * n.corners],
  /** corners × 4: the edges that begin or end at a corner, −1 = none. */
  cornerEdge: [Int32Array, (n) => 4 * n.corners],
  /** pinches × 2: corners at one place whose cells only touch there. */
  pinch: [Int32Array, (n) => 2 * n.pinches],
  /** The cells that overlap bucket b, stored in the same way. */
  bucketStart: [Int32Array, (n) => n.buckets + 1],
  bucketCell: [Int32Array, (n) => n.bucketCells],
  /** For each bit set in environmentColumns, in order, one column with a number per cell. */
  environmentColumn: [Float64Array, (n) => n.cells * bitCount(n.environmentColumns)],
  /** cells: why a cell is closed, an index of CLOSED_REASONS; 0 = open. */
  closedReason: [Uint8Array, (n) => n.cells],
  /**
   * The names of the zones, a JSON array in UTF-8; and for each zone one column with a number per cell,
   * 1 = in the zone.
   */
  zoneNames: [Uint8Array, (n) => n.zoneNameBytes],
  zoneColumn: [Uint8Array, (n) => n.cells * n.zones],
  /**
   * This and the sections below exist only in an environment mesh. unsailedCells × 2: current east and north,
   * m/s.
   */
  current: [Float64Array, (n) => 2 * n.unsailedCells],
  /**
   * Neighbour graph: the neighbours of cell i are neighbourCell[neighbourStart[i]] …, each with a direction
   * ±1 to ±4.
   */
  neighbourStart: [Int32Array, (n) => n.unsailedCells && n.unsailedCells + 1],
  neighbourCell: [Int32Array, (n) => n.links],
  neighbourDirection: [Int8Array, (n) => n.links],
} as const satisfies Record<string, readonly [ColumnType, (n: Counts) => number]>;

type ColumnType = typeof Float64Array | typeof Int32Array | typeof Int8Array | typeof Uint8Array;
type SectionName = keyof typeof SECTIONS;

/** The sections of a mesh, as views over one buffer or as arrays of their own. */
export type Sections = { readonly [name in SectionName]: (typeof SECTIONS)[name][0]['prototype'] };

const bitCount = (bits: number): number => bits.toString(2).replaceAll('0', '').length;

const aligned = (bytes: number): number => (bytes + 7) & ~7;
const sectionNames = Object.keys(SECTIONS) as SectionName[];

/**
 * Packs the sections into one binary.
 *
 * @param known counts; the others are 0
 * @param sections those that are left out are all zeros
 * @param takesOver whether to free each section once it is packed, so that a large mesh is not in memory
 *   twice; their buffers must then be their own
 */
export function encodeMesh(
  known: Partial<Counts>,
  consumption: Consumption | null,
  sections: Partial<Sections>,
  takesOver = false,
): Uint8Array {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, known[name] ?? 0])) as Counts;
  let total = HEADER_BYTES;
  for (const name of sectionNames) {
    const [Column, lengthOf] = SECTIONS[name];
    const length = lengthOf(counts);
    const { length: given } = sections[name] ?? { length };
    if (given !== length) throw new RangeError(`Section ${name} has ${given} elements, expected ${length}.`);
    total += aligned(length * Column.BYTES_PER_ELEMENT);
  }
  const bytes = new Uint8Array(total);
  const header = new Uint32Array(bytes.buffer, 0, HEADER_BYTES / 4);
  bytes.set(MAGIC);
  header[2] = FORMAT_VERSION;
  header[4] = total;
  header[5] = CONSUMPTIONS.indexOf(consumption);
  COUNTS.forEach((name, i) => {
    header[6 + i] = counts[name];
  });
  let offset = HEADER_BYTES;
  for (const name of sectionNames) {
    const [Column, lengthOf] = SECTIONS[name];
    const section = sections[name];
    if (section) bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), offset);
    if (section && takesOver) free(section);
    offset += aligned(lengthOf(counts) * Column.BYTES_PER_ELEMENT);
  }
  header[3] = checksum(bytes);
  return bytes;
}

/** Opens a compiled mesh; its sections are views over `bytes` (over a copy when these are not aligned). */
export function decodeMesh(bytes: Uint8Array): {
  counts: Counts;
  consumption: Consumption | null;
  sections: Sections;
} {
  const data = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  if (data.length < HEADER_BYTES || MAGIC.some((byte, i) => data[i] !== byte)) {
    throw new MeshFormatError('Not a compiled mesh: the magic number is missing.');
  }
  const header = new Uint32Array(data.buffer, data.byteOffset, HEADER_BYTES / 4);
  if (header[2] !== FORMAT_VERSION) {
    throw new MeshFormatError(
      `The compiled mesh has format version ${header[2]}, this engine reads ${FORMAT_VERSION}.`,
    );
  }
  if (header[4] !== data.length) {
    throw new MeshFormatError(`The compiled mesh has ${data.length} bytes, its header says ${header[4]}.`);
  }
  if (header[3] !== checksum(data)) {
    throw new MeshFormatError(
      `The compiled mesh is damaged: checksum ${checksum(data)}, expected ${header[3]}.`,
    );
  }
  const counts = Object.fromEntries(COUNTS.map((name, i) => [name, header[6 + i]])) as Counts;
  let offset = data.byteOffset + HEADER_BYTES;
  const views = sectionNames.map((name) => {
    const [Column, length] = SECTIONS[name];
    const view = new Column(data.buffer as ArrayBuffer, offset, length(counts));
    offset += aligned(view.byteLength);
    return [name, view];
  });
  return {
    counts,
    consumption: CONSUMPTIONS[header[5]] ?? null,
    sections: Object.fromEntries(views) as Sections,
  };
}

/** FNV-1a over the 32-bit words, without the word of the checksum itself. */
function checksum(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) {
    if (i !== 3) hash = Math.imul(hash ^ words[i], 0x01000193);
  }
  return hash >>> 0;
}
