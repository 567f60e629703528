import type { GeoBounds } from './geo-bounds.ts';
import type { MeshRecord } from './mesh-record.ts';
import { MeshRefused } from './mesh-refused.ts';

/** What became of one file. */
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
  /** It was stored in the format of another version of the engine. */
  | { readonly outcome: 'recompiled'; readonly md5: string }
  /** Not there yet: a later run will find it. */
  | { readonly outcome: 'waiting'; readonly reason: string }
  /** The file is bad, and stays so until it is replaced. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** The service could not do it, whatever the file is: a later run tries again. */
  | { readonly outcome: 'failed'; readonly reason: string }
);

export interface ImportReport {
  readonly results: readonly ImportResult[];
}

export function inserted(file: string, { id, md5, created, bounds }: MeshRecord): ImportResult {
  return { file, outcome: 'inserted', id, md5, created, bounds };
}

/** What an error that ended the work on one file says of it; any but MeshRefused is the service's own. */
export function resultOfError(file: string, error: unknown): ImportResult {
  if (error instanceof MeshRefused) return { file, outcome: 'refused', reason: error.message };
  const { name, message } = error as Error;
  return { file, outcome: 'failed', reason: `${name}: ${message}` };
}
