import { FORMAT_VERSION } from '../engine/mesh/mesh-format.ts';

/**
 * Where the compiled form of a mesh is in the mesh bucket. The version of the format is part of the key: after the
 * format has changed, a mesh is compiled again when it is next used.
 */
export const compiledKeyOf = (md5: string): string => `compiled/v${FORMAT_VERSION}/${md5}.mesh`;

/**
 * Where the mesh is kept that an environment mesh and a vessel's properties (performanceKey) give. It is made when it is
 * first needed, and nothing tells when it will not be needed again: the bucket deletes it after a while.
 */
export const vehicleMeshKeyOf = (md5: string, performanceKey: string): string =>
  `vehicle-meshes/v${FORMAT_VERSION}/${md5}-${performanceKey}.mesh`;

/** Where the file that a mesh was imported from is kept, gzipped: the compiled form can always be made again from it. */
export const sourceKeyOf = (md5: string): string => `sources/${md5}.json.gz`;
