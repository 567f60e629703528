import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { LoadedMesh } from './load-mesh.ts';

/**
 * Meshes kept open from one invocation to the next, because fetching one takes longer than a route on it.
 *
 * Bounded in bytes: what was used longest ago is dropped first. The bytes under a key never change.
 */
export class MeshCache {
  private readonly maxBytes: number;
  /** In the order of use, the latest last. */
  private readonly meshes = new Map<string, LoadedMesh>();

  /** @param maxBytes by default a part of the memory of the smallest Lambda function that opens meshes */
  constructor(maxBytes = 128 * 1024 * 1024) {
    this.maxBytes = maxBytes;
  }

  /** The mesh with this key, loaded unless it is open. */
  async open(key: string, load: () => Promise<LoadedMesh>): Promise<Mesh> {
    const found = this.meshes.get(key) ?? (await load());
    this.meshes.delete(key);
    this.meshes.set(key, found);
    this.evict();
    return found.mesh;
  }

  /** The latest stays, however large it is. */
  private evict(): void {
    let total = 0;
    for (const { bytes } of this.meshes.values()) total += bytes;
    for (const [key, { bytes }] of this.meshes) {
      if (total <= this.maxBytes || this.meshes.size === 1) return;
      this.meshes.delete(key);
      total -= bytes;
    }
  }
}
