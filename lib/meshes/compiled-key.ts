import { FORMAT_VERSION } from '../engine/mesh/mesh-format.ts';

/**
 * Where the compiled form of a mesh lies in the mesh bucket. The version of the format is part of it: when the
 * format changes, the meshes that are stored have another key, and the import compiles them anew.
 */
export const compiledKeyOf = (md5: string): string => `compiled/v${FORMAT_VERSION}/${md5}.mesh`;
