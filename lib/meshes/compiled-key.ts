import { FORMAT_VERSION } from '../engine/mesh/mesh-format.ts';

/**
 * Where compiled meshes are in the mesh bucket. The version of the format is part of the key, so after a change of the
 * format each mesh is compiled again, by the next import or when it is next used.
 */
export const compiledPrefix = `compiled/v${FORMAT_VERSION}/`;

/** The key of a mesh's compiled form. */
export const compiledKeyOf = (md5: string): string => `${compiledPrefix}${md5}.mesh`;

/**
 * The key of the compiled mesh for an environment mesh, a vessel's properties (performanceKey) and an ice chart. It is made
 * when it is first needed. The service cannot know when it was needed for the last time, so the bucket
 * deletes it after some time.
 */
export const vehicleMeshKeyOf = (md5: string, performanceKey: string, chartId: string | null): string =>
  `vehicle-meshes/v${FORMAT_VERSION}/${md5}-${performanceKey}${chartId === null ? '' : `-${chartId}`}.mesh`;

/**
 * The key of the file from which a mesh was imported, gzipped; the compiled form can always be made from it.
 */
export const sourceKeyOf = (md5: string): string => `sources/${md5}.json.gz`;
