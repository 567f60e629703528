import { Growing } from '../../engine/compile/growing.ts';
import type { Consumption } from '../../engine/mesh/mesh-source.ts';
import { HIGHEST_CURRENT_MPS } from '../../vessel/figures.ts';
import { type Faults, MeshRefused } from '../mesh-refused.ts';
import { found, isNumber } from './found.ts';
import { readCellBounds } from './read-cell-bounds.ts';
import { EnvironmentReader } from './read-environment.ts';
import { readRates, readSpeeds } from './read-performance.ts';

/** The columns of the cells of a mesh, as in MeshSource, not yet checked against each other. */
export interface CellColumns {
  readonly ids: readonly string[];
  readonly bounds: Float64Array;
  readonly accessible: Uint8Array;
  readonly currents: Float64Array;
  readonly speeds: Float64Array;
  readonly rates: Float64Array;
  /** What every open cell consumes; undefined where no cell is open. */
  readonly consumption: Consumption | null | undefined;
}

type Cell = Record<string, unknown>;

/**
 * Twice the cells of the largest known mesh; a file with a hundred million tiny cells would exhaust the
 * memory.
 */
export const MAX_CELLS = 2_500_000;

/** Reads the elements of `cellboxes`, one after the other, into columns. */
export class CellReader {
  readonly environment = new EnvironmentReader();
  readonly #ids: string[] = [];
  readonly #bounds = new Growing(Float64Array, 4);
  readonly #accessible = new Growing(Uint8Array, 1);
  readonly #currents = new Growing(Float64Array, 2);
  readonly #speeds = new Growing(Float64Array, 8);
  readonly #rates = new Growing(Float64Array, 8);
  readonly #speedUnitMps: number | null;
  readonly #faults: Faults;
  /**
   * What the first open cell consumes; every other cell must consume the same. Undefined until one is read.
   */
  #consumption: Consumption | null | undefined;

  /** @param speedUnitMps metres per second in one unit of the file's speeds; null for an environment mesh */
  constructor(speedUnitMps: number | null, faults: Faults) {
    this.#speedUnitMps = speedUnitMps;
    this.#faults = faults;
  }

  read(cell: unknown): void {
    const row = this.#ids.length;
    if (row === MAX_CELLS) {
      throw new MeshRefused([`cellboxes: expected at most ${MAX_CELLS} cells, found more`]);
    }
    if (cell === null || typeof cell !== 'object' || Array.isArray(cell)) {
      this.#faults.add('cells that are no objects', () => {
        return `cellboxes[${row}]: expected an object, ${found(cell)}`;
      });
      this.#ids.push(`at position ${row}`);
      return;
    }
    const id = readId(cell as Cell, row, this.#faults);
    this.#ids.push(id);
    this.#readColumns(cell as Cell, row, `cell ${id}`);
    this.environment.read(cell as Cell, row, `cell ${id}`, this.#speedUnitMps === null, this.#faults);
  }

  /** Views of what was read. */
  get columns(): CellColumns {
    const n = this.#ids.length;
    const sailed = this.#speedUnitMps === null ? 0 : n;
    return {
      ids: this.#ids,
      bounds: this.#bounds.first(n),
      accessible: this.#accessible.first(n),
      currents: this.#currents.first(n),
      speeds: this.#speeds.first(sailed),
      rates: this.#rates.first(sailed),
      consumption: this.#consumption,
    };
  }

  #readColumns(cell: Cell, row: number, name: string): void {
    const faults = this.#faults;
    const bounds = readCellBounds(cell, name, faults);
    if (bounds) this.#bounds.at(row).set(bounds, 4 * row);
    const unitMps = this.#speedUnitMps;
    if (unitMps === null) {
      this.#accessible.at(row)[row] = 1;
      readCurrents(cell, name, this.#currents.at(row), 2 * row, faults);
      if (cell.speed !== undefined && faults.count('vessel') === 0) {
        faults.add(
          'vessel',
          () => `config.vessel_info is missing, though ${name} has a speed: its unit is not known`,
        );
      }
      return;
    }
    if (isClosed(cell, name, faults)) return;
    readCurrents(cell, name, this.#currents.at(row), 2 * row, faults);
    const speeds = this.#speeds.at(row);
    // a cell with no speed at any heading is closed, whatever its flags say
    if (!readSpeeds(cell, name, unitMps, speeds, 8 * row, faults)) return;
    this.#accessible.at(row)[row] = 1;
    const consumption = 'fuel' in cell ? 'fuel' : 'battery' in cell ? 'battery' : null;
    if (this.#consumption === undefined) this.#consumption = consumption;
    if (this.#consumption) {
      readRates(cell, name, this.#consumption, speeds, this.#rates.at(row), 8 * row, faults);
    } else if (consumption) {
      faults.add('consumption', () => `${name}: expected no ${consumption}, as in the cells before`);
    }
  }
}

function readId({ id }: Cell, row: number, faults: Faults): string {
  const text = typeof id === 'number' ? String(id) : id;
  if (typeof text === 'string' && /^\d+$/.test(text)) return text;
  faults.add('identifiers', () => `cellboxes[${row}].id: expected a string of digits, ${found(id)}`);
  return `at position ${row}`;
}

function isClosed({ inaccessible }: Cell, name: string, faults: Faults): boolean {
  if (inaccessible !== undefined && typeof inaccessible !== 'boolean') {
    faults.add(
      'accessibility',
      () => `${name}: inaccessible: expected true or false, ${found(inaccessible)}`,
    );
  }
  return inaccessible === true;
}

/** If a current is missing or NaN, it is taken as 0. */
function readCurrents(
  cell: Cell,
  name: string,
  currents: Float64Array,
  offset: number,
  faults: Faults,
): void {
  for (const [axis, field] of ['uC', 'vC'].entries()) {
    const value = cell[field] ?? 0;
    if (isNumber(value) && Math.abs(value) <= HIGHEST_CURRENT_MPS) currents[offset + axis] = value;
    else if (Number.isNaN(value)) continue;
    else {
      const expected = `m/s, at most ${HIGHEST_CURRENT_MPS}`;
      faults.add('currents', () => `${name}: ${field}: expected ${expected}, ${found(value)}`);
    }
  }
}
