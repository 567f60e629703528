import type { MeshRecord } from './mesh-record.ts';

/** Where the records of the imported meshes are kept. */
export interface MeshStore {
  byId(id: number): Promise<MeshRecord | null>;
  /** By creation; those made at one time in no particular order. */
  newestFirst(): AsyncIterable<MeshRecord>;
  /** Key of the compiled form of a mesh that is stored; null where it is not. */
  compiledKey(md5: string): Promise<string | null>;
  /** An identifier that was never given out before; one that is not used leaves a gap. */
  nextId(): Promise<number>;
  /** Atomic: of several inserts of one md5, exactly one answers `inserted`. */
  insert(record: MeshRecord): Promise<'inserted' | 'exists'>;
  /** Replaces the key of the compiled form if it still is what it was; else false. */
  replaceCompiledKey(md5: string, was: string, key: string): Promise<boolean>;
}
