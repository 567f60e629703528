import type { Mesh } from '../engine/mesh/mesh.ts';

/** Values that were made for meshes, by key: what was set last is dropped last. A mesh that is dropped takes its own with it. */
export class KeptByMesh<T> {
  private readonly most: number;
  private readonly byMesh = new WeakMap<Mesh, Map<string, T>>();

  /** @param most values of one mesh */
  constructor(most: number) {
    this.most = most;
  }

  get(mesh: Mesh, key: string): T | undefined {
    return this.byMesh.get(mesh)?.get(key);
  }

  set(mesh: Mesh, key: string, value: T): void {
    const own = this.byMesh.get(mesh) ?? new Map<string, T>();
    this.byMesh.set(mesh, own);
    own.delete(key);
    own.set(key, value);
    for (const old of own.keys()) if (own.size > this.most) own.delete(old);
  }
}
