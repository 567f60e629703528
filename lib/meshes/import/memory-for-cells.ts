/** How large a mesh may be, so that what is calculated on it fits into the memory of the function that does it. */
import { MeshRefused } from '../mesh-refused.ts';

/**
 * What a calculation with a certificate takes for each cell, and besides: measured with 1.4 million cells, where
 * alternatives take most, and with 2.5 million (docs/operations.md, Large meshes).
 */
const BYTES_PER_CELL = 1_350;
const OTHER_BYTES = 250 * 2 ** 20;

/** Cells for which a function with so much memory can calculate routes. */
export const cellsWithin = (memoryMb: number): number =>
  Math.floor((memoryMb * 2 ** 20 - OTHER_BYTES) / BYTES_PER_CELL);

const memoryFor = (cells: number): number => Math.ceil((cells * BYTES_PER_CELL + OTHER_BYTES) / 2 ** 20);

/** @throws MeshRefused */
export function requireMemoryFor(cells: number, calculatorMemoryMb: number): void {
  const most = cellsWithin(calculatorMemoryMb);
  if (cells <= most) return;
  throw new MeshRefused([
    `cellboxes: routes on ${cells} cells need calculators with ${memoryFor(cells)} MB; those of this stage have ` +
      `${calculatorMemoryMb} MB, enough for ${most} cells (calculatorMemoryMb)`,
  ]);
}
