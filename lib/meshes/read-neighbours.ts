import type { MeshSource } from '../engine/mesh/mesh-source.ts';
import { found } from './found.ts';
import { forEachMember, readSegment, type Segment } from './json-segments.ts';
import { type Faults, MeshRefused } from './mesh-refused.ts';
import { MAX_CELLS } from './read-cells.ts';

const DIRECTIONS = new Set(['1', '2', '3', '4', '-1', '-2', '-3', '-4']);

/** A cell has about eight neighbours; a file with a hundred million links would exhaust the memory. */
const MAX_LINKS = 16 * MAX_CELLS;

/**
 * Reads `neighbour_graph` into rows. Links from and to closed cells are left out: the vessel step of the mesh
 * pipeline drops them, so a file that keeps them has the same meaning.
 */
export function readNeighbours(
  json: Uint8Array,
  graph: Segment,
  ids: readonly string[],
  accessible: Uint8Array,
  faults: Faults,
): MeshSource['neighbours'] {
  const rowOf = new Map(ids.map((id, row) => [id, row]));
  const from: number[] = [];
  const to: number[] = [];
  const directions: number[] = [];
  forEachMember(json, graph, (id, segment) => {
    const row = rowOf.get(id);
    if (row === undefined) {
      faults.add(
        'unknown cells in the neighbour graph',
        () => `neighbour_graph["${id}"]: no cell has this id`,
      );
      return;
    }
    for (const [direction, neighbours] of linksOf(id, readSegment(json, segment), faults)) {
      for (const neighbour of neighbours) {
        const target = rowOf.get(String(neighbour));
        if (target === undefined) {
          const where = `neighbour_graph["${id}"]["${direction}"]`;
          faults.add('unknown neighbours', () => `${where}: expected ids of cells, ${found(neighbour)}`);
        } else if (accessible[row] && accessible[target]) {
          if (from.push(row) > MAX_LINKS) {
            throw new MeshRefused([`neighbour_graph: expected at most ${MAX_LINKS} neighbours, found more`]);
          }
          to.push(target);
          directions.push(Number(direction));
        }
      }
    }
  });
  return byRow(ids.length, from, to, directions);
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

/** Sorts links by the row where they start, keeping their order within it. */
function byRow(n: number, from: number[], to: number[], directions: number[]): MeshSource['neighbours'] {
  const start = new Int32Array(n + 1);
  for (const row of from) start[row + 1]++;
  for (let row = 0; row < n; row++) start[row + 1] += start[row];
  const next = start.slice(0, n);
  const cell = new Int32Array(from.length);
  const direction = new Int8Array(from.length);
  from.forEach((row, i) => {
    const at = next[row]++;
    cell[at] = to[i];
    direction[at] = directions[i];
  });
  return { start, cell, direction };
}
