import type { Environment } from './environment.ts';

/**
 * An environment mesh as input to the engine: columns over n cells, already validated.
 *
 * Cells are axis-aligned rectangles in longitude and latitude (degrees). On a mesh that crosses the
 * antimeridian each cell keeps longitudes within [-180, 180]; no cell itself straddles ±180.
 */
export interface EnvironmentSource {
  /** Identifiers from the mesh file, one per cell; rows are in the order of the file. */
  readonly ids: readonly string[];
  /** n × 4: lonMin, latMin, lonMax, latMax, degrees. */
  readonly bounds: Float64Array;
  /** n × 2: current towards east, towards north, m/s. */
  readonly currents: Float64Array;
  /** The known data about the sea; absent where there is none. */
  readonly environment?: Environment;
  /**
   * The neighbour graph by row: the neighbours of cell i are `cell[start[i]] … cell[start[i + 1] - 1]`, each
   * with its `direction` as the file names it: ±1 and ±3 touch at a corner only, ±2 and ±4 along an edge.
   */
  readonly neighbours: {
    readonly start: Int32Array;
    readonly cell: Int32Array;
    readonly direction: Int8Array;
  };
}

/**
 * A mesh for one vessel: the environment, and the vessel's speed and consumption in each cell. Headings are
 * NE, E, SE, S, SW, W, NW, N.
 */
export interface MeshSource extends EnvironmentSource {
  /** n: 1 where a vessel can sail, 0 where the cell is closed. */
  readonly accessible: Uint8Array;
  /** n × 8: speed through the water at the eight headings, m/s; 0 = can't be crossed at that heading. */
  readonly speeds: Float64Array;
  /** n × 8: consumption at the eight headings, per day (tonnes for fuel); null where the mesh has neither. */
  readonly rates: Float64Array | null;
  readonly consumption: Consumption | null;
  /** n: why a cell is closed, as an index of CLOSED_REASONS; absent where the mesh does not say. */
  readonly closedReason?: Uint8Array;
}

/** What a vessel consumes under way: fuel in tonnes, or battery in the mesh's own unit. */
export type Consumption = 'fuel' | 'battery';
