import { type Mesh, openMesh } from '../engine/mesh/mesh.ts';
import type { MeshFiles } from '../meshes/mesh-files.ts';

interface OpenMesh {
  readonly mesh: Mesh;
  readonly bytes: number;
}

/**
 * Compiled meshes, kept open from one invocation to the next: fetching one takes longer than a route on it.
 *
 * Bounded in bytes; what was used longest ago goes first. A compiled mesh never changes under its key.
 */
export class MeshCache {
  private readonly files: Pick<MeshFiles, 'read'>;
  private readonly maxBytes: number;
  /** In the order of use, the latest last. */
  private readonly meshes = new Map<string, OpenMesh>();

  constructor(files: Pick<MeshFiles, 'read'>, maxBytes: number) {
    this.files = files;
    this.maxBytes = maxBytes;
  }

  /** The mesh that was compiled under `key`; throws where it is not there, or is none. */
  async open(key: string): Promise<Mesh> {
    const found = this.meshes.get(key) ?? (await this.fetch(key));
    this.meshes.delete(key);
    this.meshes.set(key, found);
    this.evict();
    return found.mesh;
  }

  private async fetch(key: string): Promise<OpenMesh> {
    const file = await this.files.read(key);
    if (!file) throw new Error(`The compiled mesh ${key} is missing.`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of file) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    return { mesh: openMesh(bytes), bytes: bytes.length };
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
