import { gzipSync } from 'node:zlib';
import { md5, metadataGzip } from './grid-mesh.ts';
import type { Service } from './service.ts';

/** Drops an environment mesh as the pipeline does, and imports it; answers its id. */
export async function addEnvironment(
  service: Service,
  name: string,
  json: string,
  created: string,
): Promise<number> {
  await service.put(`meshes/${name}.env.json.gz`, gzipSync(json));
  const record = { filepath: `outputs/${name}.env.json`, created, md5: md5(json) };
  await service.put(`metadata/upload_metadata_${created}_${name}.yaml.gz`, metadataGzip([record]));
  const result = (await service.importMeshes()).find(({ file }) => file === `${name}.env.json`);
  if (result?.outcome !== 'inserted') throw new Error(JSON.stringify(result));
  return result.id;
}

/** A total of a route of the answer. */
export const totalOf = (
  route: { path: { features: { properties: Record<string, number> }[] } },
  name: string,
) => route.path.features[0]!.properties[name]!;
