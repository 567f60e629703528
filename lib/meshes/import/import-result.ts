import type { GeoBounds } from '../geo-bounds.ts';
import type { MeshRecord } from '../mesh-record.ts';
import { MeshRefused } from '../mesh-refused.ts';

/** The outcome for one file. */
export type ImportResult = {
  /** The name of the mesh file, or of the metadata file that could not be used. */
  readonly file: string;
} & (
  | {
      readonly outcome: 'inserted';
      readonly id: number;
      readonly md5: string;
      readonly created: string;
      readonly bounds: GeoBounds;
    }
  | { readonly outcome: 'already stored'; readonly md5: string }
  /** It is stored, but its source or compiled form was missing and has been written again. */
  | { readonly outcome: 'recompiled'; readonly md5: string }
  /** An ice chart is stored, by this file or by one with the same chart before it. */
  | { readonly outcome: 'chart stored'; readonly id: string }
  /** It was removed, and can be selected again. */
  | { readonly outcome: 'restored'; readonly id: number; readonly md5: string }
  /** It was removed, and stays so. */
  | { readonly outcome: 'removed'; readonly md5: string; readonly reason: string }
  /** The mesh file is not there yet: a later run will look again. */
  | { readonly outcome: 'waiting'; readonly reason: string; readonly known?: true }
  /** The file is bad, and is not read again until it changes. */
  | {
      readonly outcome: 'refused';
      readonly reason: string;
      /** An earlier run found this and reported it; the file has not changed since. */
      readonly known?: true;
    }
  /** The service could not do it, whatever the file is: a later run tries again. */
  | { readonly outcome: 'failed'; readonly reason: string }
);

export function inserted(file: string, { id, md5, created, bounds }: MeshRecord): ImportResult {
  return { file, outcome: 'inserted', id, md5, created, bounds };
}

/** The result for a file whose import ended with an error; any error but MeshRefused is the service's own. */
export function resultOfError(file: string, error: unknown): ImportResult {
  if (error instanceof MeshRefused) return { file, outcome: 'refused', reason: error.message };
  const { name, message } = error as Error;
  return { file, outcome: 'failed', reason: `${name}: ${message}` };
}
