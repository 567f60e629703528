import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { LoadedMesh } from './load-mesh.ts';

/** A typical compiled mesh: an estimate of one that is not open yet. */
const BYTES_PER_CELL = 220;

interface OpenMesh {
  readonly mesh: Promise<Mesh>;
  bytes: number;
}

/**
 * Meshes kept open from one invocation to the next, because fetching one takes longer than a route on it.
 *
 * Bounded in bytes: what was used longest ago is dropped first, before another one is loaded, so that memory never has
 * to hold two large ones. The bytes under a key never change.
 */
export class MeshCache {
  private readonly maxBytes: number;
  /** In the order of use, the latest last. */
  private readonly meshes = new Map<string, OpenMesh>();

  /** @param maxBytes by default a part of the memory of the smallest Lambda function that opens meshes */
  constructor(maxBytes = 128 * 1024 * 1024) {
    this.maxBytes = maxBytes;
  }

  /** The mesh with this key, loaded unless it is open or being loaded. */
  open(key: string, cellCount: number, load: () => Promise<LoadedMesh>): Promise<Mesh> {
    const found = this.meshes.get(key);
    this.meshes.delete(key);
    if (found) {
      this.meshes.set(key, found);
      return found.mesh;
    }
    const bytes = BYTES_PER_CELL * cellCount;
    this.makeRoom(bytes);
    const loading: OpenMesh = { mesh: load().then((loaded) => this.loaded(key, loading, loaded)), bytes };
    this.meshes.set(key, loading);
    loading.mesh.catch(() => {
      if (this.meshes.get(key) === loading) this.meshes.delete(key);
    });
    return loading.mesh;
  }

  /** Bytes of the meshes that are open, and about those of meshes that are being loaded. */
  get bytes(): number {
    return [...this.meshes.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The latest stays, however large it is. */
  private loaded(key: string, entry: OpenMesh, { mesh, bytes }: LoadedMesh): Mesh {
    entry.bytes = bytes;
    if (this.meshes.get(key) === entry) this.makeRoom(0, key);
    return mesh;
  }

  /** Drops meshes until there is room for this much more, or nothing is left but the kept one. */
  private makeRoom(wanted: number, kept?: string): void {
    for (const key of [...this.meshes.keys()]) {
      if (this.bytes + wanted <= this.maxBytes) return;
      if (key !== kept) this.meshes.delete(key);
    }
  }
}
