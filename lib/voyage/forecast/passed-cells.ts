/** The cells that routes pass, each as the mesh has it that it is sailed on there: what is told of a route is looked up in them. */
import { ENVIRONMENT_COLUMNS, type Environment } from '../../engine/mesh/environment.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { SailedTrack } from '../../engine/plan-dated.ts';
import type { Sea } from '../../engine/sea/sea.ts';

export class PassedCells {
  private readonly sea: Sea;
  /** By mesh and row of it. */
  private readonly numbers = new Map<string, number>();
  private readonly passed: { readonly mesh: number; readonly row: number }[] = [];

  constructor(sea: Sea) {
    this.sea = sea;
  }

  /** The track with cells of the mesh of all that are passed. */
  along<T extends SailedTrack>(track: T): T {
    const cells = track.cells.map((row, k) => this.numberOf(track.meshes[k]!, row));
    return { ...track, cells };
  }

  private numberOf(mesh: number, row: number): number {
    if (row < 0) return -1;
    const key = `${mesh},${row}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.passed.length);
    return this.passed.push({ mesh, row }) - 1;
  }

  /** Of what was passed so far. */
  mesh(): Mesh {
    const { meshes } = this.sea;
    const count = this.passed.length;
    const cells = this.passed.map(({ mesh, row }) => meshes[mesh]!.row.indexOf(row));
    const columns = Object.fromEntries(
      ENVIRONMENT_COLUMNS.map((name) => {
        const has = meshes.some(({ environment }) => environment.columns[name]);
        const valueAt = (_: number, k: number) =>
          meshes[this.passed[k]!.mesh]!.environment.columns[name]?.[cells[k]!] ?? Number.NaN;
        return [name, has ? new Float64Array(count).map(valueAt) : null];
      }),
    ) as Environment['columns'];
    const motion = new Float64Array(4 * count);
    this.passed.forEach(({ mesh }, k) => {
      const at = 4 * cells[k]!;
      motion.set(meshes[mesh]!.motion.subarray(at, at + 4), 4 * k);
    });
    return {
      ...this.sea.mesh,
      cellCount: count,
      openCount: count,
      motion,
      row: new Int32Array(count).map((_, k) => k),
      environment: { cellCount: count, columns, zones: new Map() },
    };
  }
}
