import { Growing } from '../../engine/compile/growing.ts';
import type { Environment, SeaColumn } from '../../engine/mesh/environment.ts';
import { CLOSED_REASONS, type ClosedReason, SEA_COLUMNS } from '../../engine/mesh/environment.ts';
import { FARTHEST_FROM_ZERO } from '../../vessel/figures.ts';
import { type Faults, MeshRefused } from '../mesh-refused.ts';
import { found } from './found.ts';
import { MAX_TEXT } from './mesh-config.ts';

type Cell = Record<string, unknown>;

/** The field of a mesh file's cell for each column. */
const FIELDS: Record<SeaColumn, string> = {
  elevation: 'elevation',
  iceConcentration: 'SIC',
  iceThickness: 'thickness',
  iceDensity: 'density',
  windEast: 'u10',
  windNorth: 'v10',
  waveHeight: 'swh',
};

/** Kinds of data from which a mesh is usually made, by the field that shows their presence. */
const DATA_SOURCES: readonly [source: string, field: string][] = [
  ['bathymetry', 'elevation'],
  ['sea-ice concentration', 'SIC'],
  ['sea-ice thickness', 'thickness'],
  ['sea-ice density', 'density'],
  ['currents', 'uC'],
];

/** Flags written by the vessel step of the mesh pipeline, and why each of them closes a cell. */
const FLAG_REASONS: ReadonlyMap<string, ClosedReason> = new Map([
  ['land', 'land'],
  ['shallow', 'shallow'],
  ['ext_ice', 'ice'],
  ['ext_waves', 'waves'],
  ['elevation_max', 'elevation'],
  ['risk', 'risk'],
]);

/** Maximum concentration of a valid cell, %: 100 plus some rounding. */
const MAX_CONCENTRATION = 100.01;

/** A mesh has only a few zones; a file with a different name in every cell would exhaust the memory. */
const MAX_ZONES = 100;

/** Reads the environment of cells, one after the other, into columns. */
export class EnvironmentReader {
  readonly #columns = new Map<SeaColumn, Growing<Float64Array>>();
  readonly #zones = new Map<string, Growing<Uint8Array>>();
  readonly #missing = new Map(DATA_SOURCES);
  readonly #closedReason = new Growing(Uint8Array, 1);

  /**
   * Reads one cell. A missing field and null mean "not known"; NaN counts as 0. In a vessel mesh, a value
   * that is not a number is also not known: the vessel step is done, and nothing is computed from these
   * fields again.
   *
   * @param row one more than that of the cell before
   * @param strict whether a bad value is a fault: true for an environment mesh
   */
  read(cell: Cell, row: number, name: string, strict: boolean, faults: Faults): void {
    for (const column of SEA_COLUMNS) {
      const value = cell[FIELDS[column]] ?? null;
      if (typeof value === 'number' && Math.abs(value) !== Infinity) {
        this.#column(column, row)[row] = Number.isNaN(value) ? 0 : value;
        if (strict) checkValue(column, value, name, faults);
        continue;
      }
      if (this.#columns.has(column)) this.#column(column, row)[row] = Number.NaN;
      if (strict && value !== null) {
        const field = FIELDS[column];
        faults.add('environment', () => `${name}: ${field}: expected a number, ${found(value)}`);
      }
    }
    for (const [source, field] of this.#missing) {
      if (Number.isFinite(cell[field])) this.#missing.delete(source);
    }
    this.#readFlags(cell, row);
  }
  /** The column, long enough for a row; a new one has no values in the rows before. */
  #column(name: SeaColumn, row: number): Float64Array {
    const known = this.#columns.get(name);
    if (known) return known.at(row);
    const column = new Growing(Float64Array, 1);
    this.#columns.set(name, column);
    return column.at(row).fill(Number.NaN, 0, row);
  }

  /** Every flag that the vessel step does not write is a zone. */
  #readFlags(cell: Cell, row: number): void {
    let reason: ClosedReason = 'other';
    for (const field in cell) {
      if (typeof cell[field] !== 'boolean' || field === 'inaccessible') continue;
      const flagReason = FLAG_REASONS.get(field);
      if (flagReason === undefined) {
        const zone = this.#zone(field);
        if (cell[field]) zone.at(row)[row] = 1;
      } else if (cell[field] && reason === 'other') {
        reason = flagReason;
      }
    }
    if (cell.inaccessible === true) this.#closedReason.at(row)[row] = CLOSED_REASONS.indexOf(reason);
  }

  #zone(name: string): Growing<Uint8Array> {
    let zone = this.#zones.get(name);
    if (!zone) {
      if (name.length > MAX_TEXT) {
        throw new MeshRefused([
          `cellboxes: expected at most ${MAX_TEXT} characters in the name of a zone, found ${name.length}`,
        ]);
      }
      if (this.#zones.size === MAX_ZONES) {
        throw new MeshRefused([
          `cellboxes: expected at most ${MAX_ZONES} zones (fields that are true or false), found more`,
        ]);
      }
      zone = new Growing(Uint8Array, 1);
      this.#zones.set(name, zone);
    }
    return zone;
  }

  /** Kinds of data that no cell has. */
  missingDataSources(): string[] {
    return [...this.#missing.keys()];
  }

  /**
   * n: why a cell is closed, as an index of CLOSED_REASONS; a closed cell that is not marked has no speed.
   */
  closedReasonOf(accessible: Uint8Array): Uint8Array {
    const noSpeed = CLOSED_REASONS.indexOf('speed');
    const reasons = this.#closedReason.first(accessible.length);
    return reasons.map((reason, row) => (accessible[row] ? 0 : reason || noSpeed));
  }

  /** Views of what was read of the first cells. */
  environment(cellCount: number): Environment {
    const columns = Object.fromEntries(
      SEA_COLUMNS.map((name) => [name, this.#columns.get(name)?.first(cellCount) ?? null]),
    );
    const zones = new Map([...this.#zones].map(([name, zone]) => [name, zone.first(cellCount)]));
    return { cellCount, columns: { ...columns, chartRisk: null } as Environment['columns'], zones };
  }
}

function checkValue(column: SeaColumn, value: number, name: string, faults: Faults): void {
  if (column === 'iceConcentration') {
    if (value < 0 || value > MAX_CONCENTRATION) {
      faults.add('sea-ice concentrations', () => `${name}: SIC: expected 0 to 100 %, ${found(value)}`);
    }
    return;
  }
  const { most, unit } = FARTHEST_FROM_ZERO[column];
  if (Math.abs(value) > most) {
    const expected = `at most ${most} ${unit}`;
    faults.add('environment', () => `${name}: ${FIELDS[column]}: expected ${expected}, ${found(value)}`);
  }
}
