import type { EnvironmentSource, MeshSource } from '../engine/mesh/mesh-source.ts';
import type { GeoBounds } from './geo-bounds.ts';
import {
  documentSegment,
  forEachMember,
  JsonFault,
  kindOf,
  readSegment,
  type Segment,
} from './json-segments.ts';
import { type MeshConfig, type MeshVessel, readMeshConfig } from './mesh-config.ts';
import { Faults, MeshRefused } from './mesh-refused.ts';
import { type CellColumns, readCells } from './read-cells.ts';
import type { EnvironmentReader } from './read-environment.ts';
import { readNeighbours } from './read-neighbours.ts';
import { snapEdges } from './snap-edges.ts';
import { validateDisjoint, validateIds, validateRegion } from './validate-cells.ts';
import { validateNeighbours } from './validate-neighbours.ts';

/** A mesh file, read and checked. */
export type ParsedMesh = VesselMesh | EnvironmentMesh;

/** A mesh that was made for one vessel: speeds and consumption are in it. */
export interface VesselMesh extends MeshDescription {
  readonly kind: 'vessel';
  readonly source: MeshSource;
  readonly vessel: MeshVessel;
}

/** A mesh of the sea alone, from which a mesh for any vessel can be made. */
export interface EnvironmentMesh extends MeshDescription {
  readonly kind: 'environment';
  readonly source: EnvironmentSource;
}

export interface MeshDescription {
  /** The region that the mesh was made for. */
  readonly bounds: GeoBounds;
  /** As the file gives them, dates as a rule; null where it gives none. */
  readonly validDateStart: string | null;
  readonly validDateEnd: string | null;
  /** Kinds of data that no cell has, such as "currents". */
  readonly missingDataSources: readonly string[];
}

/**
 * Reads and checks the JSON of a mesh as MeshiPhi and PolarRoute write it: a vessel mesh where it has `config.vessel_info`,
 * an environment mesh where it has none.
 *
 * @param json the uncompressed bytes
 * @throws MeshRefused with every kind of fault that was found
 */
export function parseMesh(json: Uint8Array): ParsedMesh {
  try {
    return parse(json);
  } catch (error) {
    if (error instanceof JsonFault) throw new MeshRefused([`not JSON: ${error.message}`]);
    throw error;
  }
}

function parse(json: Uint8Array): ParsedMesh {
  const faults = new Faults();
  const { config: configSegment, cellboxes, neighbour_graph } = topLevel(json, faults);
  const config = readMeshConfig(readSegment(json, configSegment), faults);
  // where the config could not be read, speeds are taken as m/s, so that the faults of the cells are told as well
  const speedUnitMps = config ? (config.vessel?.speedUnitMps ?? null) : 1;
  const { columns, environment } = readCells(json, cellboxes, speedUnitMps, faults);
  const { ids, bounds } = columns;
  if (config && !config.vessel) columns.accessible.fill(1);
  const neighbours = readNeighbours(json, neighbour_graph, ids, columns.accessible, faults);
  if (ids.length === 0) faults.add('cells', () => 'cellboxes: expected at least one cell, found none');
  validateIds(ids, faults);
  // cells that could not be read would only give more faults of what was already told
  if (!hasUnreadCells(bounds)) {
    snapEdges(bounds);
    if (config) validateRegion(ids, bounds, config.bounds, faults);
    validateDisjoint(ids, bounds, faults);
    validateNeighbours({ ids, bounds, neighbours }, faults);
  }
  if (config && ids.length > 0) validateContent(config, columns, environment, faults);
  faults.refuseIfAny();
  return assemble(config!, columns, environment, neighbours);
}

/** A mesh on which nothing can be planned, for its own vessel or for any, is refused. */
function validateContent(
  { vessel }: MeshConfig,
  { accessible }: CellColumns,
  environment: EnvironmentReader,
  faults: Faults,
): void {
  if (vessel && faults.count('speeds') === 0 && !accessible.includes(1)) {
    faults.add('cells', () => 'no cell can be sailed: expected a speed above 0 in an accessible cell');
  }
  if (!vessel && environment.missingDataSources().includes('bathymetry')) {
    faults.add(
      'environment',
      () => 'an environment mesh without elevation: expected a number as elevation in at least one cell',
    );
  }
}

function assemble(
  { bounds, validDateStart, validDateEnd, vessel }: MeshConfig,
  columns: CellColumns,
  reader: EnvironmentReader,
  neighbours: EnvironmentSource['neighbours'],
): ParsedMesh {
  const missingDataSources = reader.missingDataSources();
  const description = { bounds, validDateStart, validDateEnd, missingDataSources };
  const { ids, currents, accessible, speeds, consumption = null } = columns;
  const sea = { ids, bounds: columns.bounds, currents, environment: reader.environment(), neighbours };
  if (!vessel) return { kind: 'environment', source: sea, ...description };
  const rates = consumption ? columns.rates : null;
  const closedReason = reader.closedReasonOf(accessible);
  const source = { ...sea, accessible, speeds, rates, consumption, closedReason };
  return { kind: 'vessel', source, vessel, ...description };
}

const PARTS = { config: 'object', cellboxes: 'array', neighbour_graph: 'object' } as const;

/** Finds the three parts of a mesh file. Other parts are read as well, so that a file that is not JSON throughout is refused. */
function topLevel(json: Uint8Array, faults: Faults): Record<keyof typeof PARTS, Segment> {
  const document = documentSegment(json);
  if (kindOf(json, document) !== 'object') {
    readSegment(json, document);
    throw new MeshRefused(['not a mesh: expected a JSON object with config, cellboxes and neighbour_graph']);
  }
  const parts = new Map<string, Segment>();
  forEachMember(json, document, (key, segment) => {
    if (Object.hasOwn(PARTS, key)) parts.set(key, segment);
    else readSegment(json, segment);
  });
  for (const [key, kind] of Object.entries(PARTS)) {
    const segment = parts.get(key);
    if (!segment) faults.add('parts', () => `not a mesh: ${key} is missing`);
    else if (kindOf(json, segment) !== kind) faults.add('parts', () => `not a mesh: ${key} is no ${kind}`);
  }
  faults.refuseIfAny();
  return Object.fromEntries(parts) as Record<keyof typeof PARTS, Segment>;
}

/** A cell that could not be read has no width. */
function hasUnreadCells(bounds: Float64Array): boolean {
  for (let i = 0; i < bounds.length; i += 4) if (bounds[i] === bounds[i + 2]) return true;
  return false;
}
