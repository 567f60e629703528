import * as z from 'zod';
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { MeshRecord, NewMesh } from './mesh-record.ts';
import type { AcceptMesh, MeshCandidate } from './select/select-meshes.ts';

/** Where a page ended: when its last mesh was created, and its identifier. */
export const meshCursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[1-9]\d{0,14}$/, 'must be the `next` of an earlier answer');

/** Where the records of the imported meshes are stored. */
export interface MeshStore {
  /** The mesh, removed or not; null where there is none. Never late: a mesh is found as soon as it was inserted. */
  byId(id: number): Promise<MeshRecord | null>;
  /** Likewise, by the md5 of the uncompressed file. */
  byMd5(md5: string): Promise<MeshRecord | null>;
  /**
   * The meshes to try for a route, in order: see `selectMeshes`. Never late, neither for an import nor for a removal.
   * @param points at least one
   */
  candidates(points: readonly LatLon[], accepts?: AcceptMesh): Promise<MeshCandidate[]>;
  /**
   * The meshes of the same kind, vessel and extent as a selectable one, itself included, the most recently made first; so many at most
   * that a forecast and what it superseded are among them. Never late.
   */
  siblings(id: number): Promise<number[]>;
  /**
   * All meshes, removed ones included, the most recently created first.
   * @param limit meshes in one page at most
   * @param after `next` of the page before; the first page without it
   */
  page(limit: number, after?: string): Promise<MeshPage>;
  /** Stores a mesh unless one with its md5 is stored; of several simultaneous inserts of one md5, one has `inserted`. */
  insert(mesh: NewMesh): Promise<{ readonly record: MeshRecord; readonly inserted: boolean }>;
  /** Takes a mesh out of selection. Safe to repeat; null where there is no such mesh. */
  remove(id: number, now: Date): Promise<MeshRecord | null>;
  /** Makes a removed mesh selectable again. Safe to repeat; null where there is no such mesh. */
  restore(id: number): Promise<MeshRecord | null>;
}

export interface MeshPage {
  readonly meshes: readonly MeshRecord[];
  /** A `meshCursor`; null on the last page. */
  readonly next: string | null;
}
