import type { Consumption } from '../engine/mesh/mesh-source.ts';
import { found, isNumber } from './found.ts';
import { forEachElement, readSegment, type Segment } from './json-segments.ts';
import { type Faults, MeshRefused } from './mesh-refused.ts';
import { readCellBounds } from './read-cell-bounds.ts';
import { EnvironmentReader } from './read-environment.ts';
import { readRates, readSpeeds } from './read-performance.ts';

/** The columns of the cells of a mesh, as in MeshSource, not yet checked against each other. */
export interface CellColumns {
  readonly ids: string[];
  readonly bounds: Float64Array;
  readonly accessible: Uint8Array;
  readonly currents: Float64Array;
  readonly speeds: Float64Array;
  readonly rates: Float64Array;
  /**
   * What the first open cell consumes; every other cell must consume the same. Undefined until one is read.
   */
  consumption: Consumption | null | undefined;
}

type Cell = Record<string, unknown>;

/** Twice the largest known mesh; a file with a hundred million tiny cells would exhaust the memory. */
export const MAX_CELLS = 1_000_000;

/**
 * Reads `cellboxes`: for a vessel, or as an environment if `speedUnitMps` is null.
 *
 * @param speedUnitMps metres per second in one unit of the file's speeds
 */
export function readCells(
  json: Uint8Array,
  cellboxes: Segment,
  speedUnitMps: number | null,
  faults: Faults,
): { columns: CellColumns; environment: EnvironmentReader } {
  const segments: Segment[] = [];
  forEachElement(json, cellboxes, (segment) => {
    if (segments.push(segment) > MAX_CELLS) {
      throw new MeshRefused([`cellboxes: expected at most ${MAX_CELLS} cells, found more`]);
    }
  });
  const columns = emptyColumns(segments.length, speedUnitMps !== null);
  const environment = new EnvironmentReader(segments.length);
  segments.forEach((segment, row) => {
    const cell = readSegment(json, segment);
    if (cell === null || typeof cell !== 'object' || Array.isArray(cell)) {
      faults.add('cells that are no objects', () => `cellboxes[${row}]: expected an object, ${found(cell)}`);
      columns.ids[row] = `at position ${row}`;
      return;
    }
    readCell(cell as Cell, row, columns, speedUnitMps, faults);
    environment.read(cell as Cell, row, `cell ${columns.ids[row]}`, speedUnitMps === null, faults);
  });
  return { columns, environment };
}

function emptyColumns(n: number, forVessel: boolean): CellColumns {
  return {
    ids: new Array(n),
    bounds: new Float64Array(4 * n),
    accessible: new Uint8Array(n),
    currents: new Float64Array(2 * n),
    speeds: new Float64Array(forVessel ? 8 * n : 0),
    rates: new Float64Array(forVessel ? 8 * n : 0),
    consumption: undefined,
  };
}

function readCell(
  cell: Cell,
  row: number,
  columns: CellColumns,
  speedUnitMps: number | null,
  faults: Faults,
): void {
  columns.ids[row] = readId(cell, row, faults);
  const name = `cell ${columns.ids[row]}`;
  columns.bounds.set(readCellBounds(cell, name, faults) ?? [0, 0, 0, 0], 4 * row);
  if (speedUnitMps === null) {
    readCurrents(cell, name, columns.currents, 2 * row, faults);
    if (cell.speed !== undefined && faults.count('vessel') === 0) {
      faults.add(
        'vessel',
        () => `config.vessel_info is missing, though ${name} has a speed: its unit is not known`,
      );
    }
    return;
  }
  if (isClosed(cell, name, faults)) return;
  readCurrents(cell, name, columns.currents, 2 * row, faults);
  // a cell with no speed at any heading is closed, whatever its flags say
  if (!readSpeeds(cell, name, speedUnitMps, columns.speeds, 8 * row, faults)) return;
  columns.accessible[row] = 1;
  const consumption = 'fuel' in cell ? 'fuel' : 'battery' in cell ? 'battery' : null;
  if (columns.consumption === undefined) columns.consumption = consumption;
  if (columns.consumption) {
    readRates(cell, name, columns.consumption, columns.speeds, columns.rates, 8 * row, faults);
  } else if (consumption) {
    faults.add('consumption', () => `${name}: expected no ${consumption}, as in the cells before`);
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
    if (isNumber(value)) currents[offset + axis] = value;
    else if (Number.isNaN(value)) continue;
    else faults.add('currents', () => `${name}: ${field}: expected m/s, ${found(value)}`);
  }
}
