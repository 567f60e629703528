/** The bucket that meshes are dropped into, and that their compiled forms are kept in. */
export interface MeshFiles {
  list(prefix: string): AsyncIterable<string>;
  /** The bytes of a file as they come; null where there is none. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}
