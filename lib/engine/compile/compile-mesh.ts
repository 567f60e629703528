/**
 * Compiles a vessel mesh: computes everything that routes need and that does not depend on their ends.
 *
 * Runs once, at import; every request reads the result in place (mesh-format.ts, mesh.ts).
 */

import { packEnvironment } from '../mesh/environment-sections.ts';
import { encodeMesh } from '../mesh/mesh-format.ts';
import type { MeshSource } from '../mesh/mesh-source.ts';
import { indexCells } from '../mesh/point-index.ts';
import { findBorders } from './borders.ts';
import { canonicalOrder } from './canonical-order.ts';
import { findComponents } from './components.ts';
import { divideCells } from './divide-cells.ts';
import { Growing } from './growing.ts';
import { membership } from './membership.ts';
import { neighbourPairs } from './neighbour-pairs.ts';

/** @param original validated: cells touch exactly or not at all, neighbours touch */
export function compileMesh(original: MeshSource): Uint8Array {
  const { source, row: originalRow } = divideCells(original);
  const { row, rank, open } = canonicalOrder(source);
  const bounds = new Float64Array(4 * row.length);
  for (let i = 0; i < row.length; i++) bounds.set(source.bounds.subarray(4 * row[i], 4 * row[i] + 4), 4 * i);

  const borders = findBorders(bounds, neighbourPairs(source, rank, open));
  const component = findComponents(open, borders.edgeTopology, borders.cornerCell, borders.pinch);
  const cellEdges = membership(open, 2, borders.edgeTopology, 4);
  const cellCorners = membership(open, 4, borders.cornerCell, 4);
  const { motion, profile, profiles } = vesselMotion(source, row, open);
  const { grid, bucketStart, bucketCell } = indexCells(bounds);
  const fileRow = row.map((r) => originalRow[r]);
  const environment = packEnvironment(original.environment, fileRow);
  const { closedReason } = original;

  const counts = {
    cells: row.length,
    open,
    edges: borders.edgeVertical.length,
    corners: borders.cornerPoint.length / 2,
    cellEdges: cellEdges.members.length,
    cellCorners: cellCorners.members.length,
    pinches: borders.pinch.length / 2,
    profiles: profiles.length / 16,
    buckets: bucketStart.length - 1,
    bucketCells: bucketCell.length,
    ...environment.counts,
  };
  const sections = {
    bounds,
    motion,
    profiles,
    profile,
    component,
    row: fileRow,
    grid,
    bucketStart,
    bucketCell,
    ...borders,
    cellEdgeStart: cellEdges.start,
    cellEdge: cellEdges.members,
    cellCornerStart: cellCorners.start,
    cellCorner: cellCorners.members,
    ...environment.sections,
    closedReason: Uint8Array.from(fileRow, (r) => (closedReason ? closedReason[r] : 0)),
  };
  return encodeMesh(counts, source.rates ? source.consumption : null, sections, true);
}

/** Speed, rate and current of each open cell; a profile for each cell whose headings differ. */
function vesselMotion({ speeds, rates, currents }: MeshSource, row: Int32Array, open: number) {
  const motion = new Float64Array(4 * open);
  const profile = new Int32Array(open).fill(-1);
  const profiles = new Growing(Float64Array, 16);
  let count = 0;
  for (let i = 0; i < open; i++) {
    const first = 8 * row[i];
    let fastest = speeds[first];
    let least = rates ? rates[first] : 0;
    let isUniform = true;
    for (let k = first + 1; k < first + 8; k++) {
      const rate = rates ? rates[k] : 0;
      if (speeds[k] !== speeds[first] || (rates && rate !== rates[first])) isUniform = false;
      fastest = Math.max(fastest, speeds[k]);
      least = Math.min(least, rate);
    }
    motion[4 * i] = fastest;
    motion[4 * i + 1] = least;
    motion[4 * i + 2] = currents[2 * row[i]];
    motion[4 * i + 3] = currents[2 * row[i] + 1];
    if (isUniform) continue;
    const own = profiles.at(count);
    own.set(speeds.subarray(first, first + 8), 16 * count);
    if (rates) own.set(rates.subarray(first, first + 8), 16 * count + 8);
    profile[i] = count++;
  }
  return { motion, profile, profiles: profiles.first(count) };
}
