import type { Mesh } from '../engine/mesh/mesh.ts';

/** Values that were made for meshes (or others), by key: what was set last is dropped last. A mesh that is dropped takes its own with it. */
export class KeptByMesh<T, Of extends object = Mesh> {
  private readonly most: number;
  private readonly byMesh = new WeakMap<Of, Map<string, T>>();

  /** @param most values of one mesh */
  constructor(most: number) {
    this.most = most;
  }

  get(mesh: Of, key: string): T | undefined {
    return this.byMesh.get(mesh)?.get(key);
  }

  set(mesh: Of, key: string, value: T): void {
    const own = this.byMesh.get(mesh) ?? new Map<string, T>();
    this.byMesh.set(mesh, own);
    own.delete(key);
    own.set(key, value);
    for (const old of own.keys()) if (own.size > this.most) own.delete(old);
  }
}
