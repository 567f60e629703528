/**
 * The data of a mesh about the sea in each cell, except currents: columns over its cells.
 *
 * A column has one number per cell, NaN where the value is not known; it is null where no cell has a value.
 */
export interface Environment {
  readonly cellCount: number;
  readonly columns: { readonly [name in EnvironmentColumn]: Float64Array | null };
  /** By zone name: 1 for each cell in the zone, 0 for the others. */
  readonly zones: ReadonlyMap<string, Uint8Array>;
  /** Of cells on an ice chart, until a vessel is applied: its risk is then the column `chartRisk`. */
  readonly iceTypes?: IceTypes;
}

/** How much ice of each type there is in some cells. */
export interface IceTypes {
  /** By cell: its row, −1 where it is not known. */
  readonly row: Int32Array;
  /** By row: tenths by type, in the order of the risk index values (POLARIS). */
  readonly tenths: readonly (readonly number[])[];
}

/** The columns that a mesh file may have. */
export const SEA_COLUMNS = [
  /** m; negative below the sea, so that the depth of the water is −elevation. */
  'elevation',
  /** %, 0…100. */
  'iceConcentration',
  /** m. */
  'iceThickness',
  /** kg/m³. */
  'iceDensity',
  /** m/s towards east, at a height of 10 m. */
  'windEast',
  /** m/s towards north, at a height of 10 m. */
  'windNorth',
  /** Significant wave height, m. */
  'waveHeight',
] as const;

/** The columns, in the order in which a compiled mesh keeps them. */
export const ENVIRONMENT_COLUMNS = [
  ...SEA_COLUMNS,
  /** Risk index outcome (POLARIS) for the vessel of the mesh, from the types of ice on an ice chart. */
  'chartRisk',
] as const;

export type SeaColumn = (typeof SEA_COLUMNS)[number];

export type EnvironmentColumn = (typeof ENVIRONMENT_COLUMNS)[number];

/**
 * Why a cell is closed to the vessel of its mesh; a compiled mesh keeps the index of the reason in this list.
 */
export const CLOSED_REASONS = [
  'open',
  'land',
  'shallow',
  'ice',
  'waves',
  'zone',
  'elevation',
  'risk',
  /** The vessel can't sail there at any heading. */
  'speed',
  'other',
  /** Nearer to land or a closed zone than a request allows. */
  'clearance',
] as const;

export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** An environment in which no value is known. */
export function unknownEnvironment(cellCount: number): Environment {
  const columns = Object.fromEntries(ENVIRONMENT_COLUMNS.map((name) => [name, null]));
  return { cellCount, columns: columns as Environment['columns'], zones: new Map() };
}
