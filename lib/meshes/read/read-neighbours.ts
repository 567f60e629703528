import { Growing } from '../../engine/compile/growing.ts';
import { free } from '../../engine/mesh/free.ts';
import type { MeshSource } from '../../engine/mesh/mesh-source.ts';
import { type Faults, MeshRefused } from '../mesh-refused.ts';
import { found } from './found.ts';
import { MAX_CELLS } from './read-cells.ts';

const DIRECTIONS = new Set(['1', '2', '3', '4', '-1', '-2', '-3', '-4']);

/** A cell has about eight neighbours; a file with a hundred million links would exhaust the memory. */
const MAX_LINKS = 16 * MAX_CELLS;

/**
 * Reads the members of `neighbour_graph` into rows. Links from and to closed cells are left out: the vessel
 * step of the mesh pipeline drops them, so a file that keeps them has the same meaning.
 */
export class NeighbourReader {
  readonly #rowOf: ReadonlyMap<string, number>;
  readonly #accessible: Uint8Array;
  readonly #faults: Faults;
  readonly #from = new Growing(Int32Array, 1);
  readonly #to = new Growing(Int32Array, 1);
  readonly #direction = new Growing(Int8Array, 1);
  #count = 0;

  /** @param rowOf by id of a cell */
  constructor(rowOf: ReadonlyMap<string, number>, accessible: Uint8Array, faults: Faults) {
    this.#rowOf = rowOf;
    this.#accessible = accessible;
    this.#faults = faults;
  }

  /** Reads one member. */
  read(id: string, links: unknown): void {
    const row = this.#rowOf.get(id);
    if (row === undefined) {
      this.#faults.add(
        'unknown cells in the neighbour graph',
        () => `neighbour_graph["${id}"]: no cell has this id`,
      );
      return;
    }
    for (const [direction, neighbours] of linksOf(id, links, this.#faults)) {
      for (const neighbour of neighbours) {
        const target = this.#rowOf.get(String(neighbour));
        if (target === undefined) {
          const where = `neighbour_graph["${id}"]["${direction}"]`;
          this.#faults.add(
            'unknown neighbours',
            () => `${where}: expected ids of cells, ${found(neighbour)}`,
          );
        } else if (this.#accessible[row] && this.#accessible[target]) {
          this.#add(row, target, Number(direction));
        }
      }
    }
  }

  #add(row: number, target: number, direction: number): void {
    const i = this.#count++;
    if (i === MAX_LINKS) {
      throw new MeshRefused([`neighbour_graph: expected at most ${MAX_LINKS} neighbours, found more`]);
    }
    this.#from.at(i)[i] = row;
    this.#to.at(i)[i] = target;
    this.#direction.at(i)[i] = direction;
  }

  /** The links by the row where they start; within a row, in the order in which they were read. */
  byRow(): MeshSource['neighbours'] {
    const count = this.#count;
    const from = this.#from.first(count);
    const to = this.#to.first(count);
    const directions = this.#direction.first(count);
    const rows = this.#accessible.length;
    const start = new Int32Array(rows + 1);
    for (let i = 0; i < count; i++) start[from[i] + 1]++;
    for (let row = 0; row < rows; row++) start[row + 1] += start[row];
    const next = start.slice(0, rows);
    const cell = new Int32Array(count);
    const direction = new Int8Array(count);
    for (let i = 0; i < count; i++) {
      const at = next[from[i]]++;
      cell[at] = to[i];
      direction[at] = directions[i];
    }
    for (const each of [from, to, directions]) free(each);
    return { start, cell, direction };
  }
}

/** [direction, neighbours] of one cell; anything else is a fault. */
function linksOf(id: string, links: unknown, faults: Faults): [string, unknown[]][] {
  if (links === null || typeof links !== 'object' || Array.isArray(links)) {
    faults.add('neighbours', () => `neighbour_graph["${id}"]: expected lists by direction, ${found(links)}`);
    return [];
  }
  return Object.entries(links).filter(([direction, neighbours]) => {
    const known = DIRECTIONS.has(direction);
    if (known && Array.isArray(neighbours)) return true;
    const where = `neighbour_graph["${id}"]["${direction}"]`;
    faults.add('neighbours', () =>
      known ? `${where}: expected a list, ${found(neighbours)}` : `${where}: expected a direction ±1 to ±4`,
    );
    return false;
  });
}
