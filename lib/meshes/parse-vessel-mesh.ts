import type { MeshSource } from '../engine/mesh/mesh-source.ts';
import type { GeoBounds } from './geo-bounds.ts';
import {
  documentSegment,
  forEachMember,
  JsonFault,
  kindOf,
  readSegment,
  type Segment,
} from './json-segments.ts';
import { readMeshConfig } from './mesh-config.ts';
import { Faults, MeshRefused } from './mesh-refused.ts';
import { readCells } from './read-cells.ts';
import { readNeighbours } from './read-neighbours.ts';
import { snapEdges } from './snap-edges.ts';
import { validateDisjoint, validateIds, validateRegion } from './validate-cells.ts';
import { validateNeighbours } from './validate-neighbours.ts';

/** A vessel mesh, checked: what the engine compiles, and what the record of the mesh tells. */
export interface VesselMesh {
  readonly source: MeshSource;
  /** The region that the mesh was made for. */
  readonly bounds: GeoBounds;
  /** As the file gives them, dates as a rule; null where it gives none. */
  readonly validDateStart: string | null;
  readonly validDateEnd: string | null;
  readonly vesselType: string | null;
  /** Kinds of data that no cell has, such as "currents". */
  readonly missingDataSources: readonly string[];
}

/**
 * Parses and checks the JSON of a vessel mesh as MeshiPhi and PolarRoute write it.
 *
 * @param json the uncompressed bytes
 * @throws MeshRefused with every kind of fault that was found
 */
export function parseVesselMesh(json: Uint8Array): VesselMesh {
  try {
    return parse(json);
  } catch (error) {
    if (error instanceof JsonFault) throw new MeshRefused([`not JSON: ${error.message}`]);
    throw error;
  }
}

function parse(json: Uint8Array): VesselMesh {
  const faults = new Faults();
  const { config: configSegment, cellboxes, neighbour_graph } = topLevel(json, faults);
  const config = readMeshConfig(readSegment(json, configSegment), faults);
  if (faults.count('vessel') > 0) faults.refuseIfAny();

  const { columns, missingDataSources } = readCells(json, cellboxes, config?.speedUnitMps ?? null, faults);
  const { ids, bounds, accessible, consumption } = columns;
  const neighbours = readNeighbours(json, neighbour_graph, ids, accessible, faults);
  if (ids.length === 0) faults.add('cells', () => 'cellboxes: expected at least one cell, found none');
  validateIds(ids, faults);
  // rectangles that could not be read would only raise more faults of what was already told
  if (!hasUnreadCells(bounds)) {
    snapEdges(bounds);
    if (config) validateRegion(ids, bounds, config.bounds, faults);
    validateDisjoint(ids, bounds, faults);
    validateNeighbours({ ids, bounds, neighbours }, faults);
  }
  if (config && ids.length > 0 && faults.count('speeds') === 0 && !accessible.includes(1)) {
    faults.add('cells', () => 'no cell can be sailed: expected a speed above 0 in an accessible cell');
  }
  faults.refuseIfAny();

  const { validDateStart, validDateEnd, vesselType, bounds: region } = config!;
  const rates = consumption ? columns.rates : null;
  const source = { ...columns, rates, consumption: consumption ?? null, neighbours };
  return { source, bounds: region, validDateStart, validDateEnd, vesselType, missingDataSources };
}

const PARTS = { config: 'object', cellboxes: 'array', neighbour_graph: 'object' } as const;

/** Finds the three parts of a mesh file; others are read too, for the file to be JSON throughout. */
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

/** An unread cell has no width. */
function hasUnreadCells(bounds: Float64Array): boolean {
  for (let i = 0; i < bounds.length; i += 4) if (bounds[i] === bounds[i + 2]) return true;
  return false;
}
