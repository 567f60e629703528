import type { EnvironmentSource, MeshSource } from '../../engine/mesh/mesh-source.ts';
import type { GeoBounds } from '../geo-bounds.ts';
import { Faults, MeshRefused } from '../mesh-refused.ts';
import { JsonReader, type Reading } from './json-reader.ts';
import { JsonFault } from './json-value.ts';
import type { MeshConfig, MeshVessel } from './mesh-config.ts';
import { MeshParts } from './mesh-parts.ts';
import type { CellColumns } from './read-cells.ts';
import type { EnvironmentReader } from './read-environment.ts';
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

/** A mesh without a vessel, from which a mesh for any vessel can be made. */
export interface EnvironmentMesh extends MeshDescription {
  readonly kind: 'environment';
  readonly source: EnvironmentSource;
}

export interface MeshDescription {
  /** The region for which the mesh was made. */
  readonly bounds: GeoBounds;
  /** As in the file, usually dates; null if absent. */
  readonly validDateStart: string | null;
  readonly validDateEnd: string | null;
  /** Kinds of data that no cell has, such as "currents". */
  readonly missingDataSources: readonly string[];
}

/**
 * Reads and checks the JSON of a mesh as MeshiPhi and PolarRoute write it: a vessel mesh if it has
 * `config.vessel_info`, otherwise an environment mesh.
 *
 * @param json the uncompressed bytes
 * @throws MeshRefused with every kind of fault that was found
 */
export function parseMesh(json: Uint8Array): ParsedMesh {
  const parser = new MeshParser();
  while (!parser.isDone) {
    parser.begin();
    parser.write(json);
    parser.end();
  }
  return parser.finish();
}

/**
 * Reads a mesh whose bytes come in chunks. The caller calls `begin`, `write` for each chunk, and `end`, and
 * repeats this until `isDone`. One pass is enough if the file has its parts in the order in which they are
 * needed, as files from the pipeline have.
 */
export class MeshParser {
  readonly #faults = new Faults();
  readonly #parts = new MeshParts(this.#faults);
  #reader!: JsonReader;
  #reading!: Reading;

  get isDone(): boolean {
    return this.#parts.isComplete;
  }

  begin(): void {
    this.#reader = new JsonReader();
    this.#reading = this.#parts.read(this.#reader);
  }

  /** @throws MeshRefused if the bytes so far cannot be the beginning of a mesh */
  write(chunk: Uint8Array): void {
    this.#reader.write(chunk);
    this.#resume();
  }

  /** @throws MeshRefused if the bytes are not a mesh */
  end(): void {
    this.#reader.end();
    this.#resume();
  }

  #resume(): void {
    try {
      this.#reading.next();
    } catch (error) {
      if (error instanceof JsonFault) throw new MeshRefused([`not JSON: ${error.message}`]);
      throw error;
    }
  }

  /** @throws MeshRefused with every kind of fault that was found */
  finish(): ParsedMesh {
    return check(this.#parts, this.#faults);
  }
}

function check({ config, cells, rowOf, neighbours }: MeshParts, faults: Faults): ParsedMesh {
  const { columns, environment } = cells!;
  const { ids, bounds } = columns;
  if (ids.length === 0) faults.add('cells', () => 'cellboxes: expected at least one cell, found none');
  validateIds(ids, rowOf, faults);
  rowOf.clear(); // frees a hundred bytes for each cell before the mesh is compiled
  // the faults of cells that could not be read are known; these checks would only repeat them
  if (!hasUnreadCells(bounds)) {
    snapEdges(bounds);
    if (config) validateRegion(ids, bounds, config.bounds, faults);
    validateDisjoint(ids, bounds, faults);
    validateNeighbours({ ids, bounds, neighbours: neighbours! }, faults);
  }
  if (config && ids.length > 0) validateContent(config, columns, environment, faults);
  faults.refuseIfAny();
  return assemble(config!, columns, environment, neighbours!);
}

/** Refuses a mesh on which nothing can be planned, for its own vessel or for any. */
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
  const sea = {
    ids,
    bounds: columns.bounds,
    currents,
    environment: reader.environment(ids.length),
    neighbours,
  };
  if (!vessel) return { kind: 'environment', source: sea, ...description };
  const rates = consumption ? columns.rates : null;
  const closedReason = reader.closedReasonOf(accessible);
  const source = { ...sea, accessible, speeds, rates, consumption, closedReason };
  return { kind: 'vessel', source, vessel, ...description };
}

/** A cell that could not be read has no width. */
function hasUnreadCells(bounds: Float64Array): boolean {
  for (let i = 0; i < bounds.length; i += 4) if (bounds[i] === bounds[i + 2]) return true;
  return false;
}
