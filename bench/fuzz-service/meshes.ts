import { gzipSync } from 'node:zlib';
import { gridMesh, md5, metadataGzip } from '../../test/local/grid-mesh.ts';
import type { Random } from '../service/random.ts';
import type { BenchService } from '../service/service.ts';
import { fuzzChart } from './files.ts';
import { jsonOf, mutate, mutateText } from './mutate.ts';

/** What an import may say of a file. `failed` would be the service's own fault. */
const OUTCOMES = [
  'inserted',
  'already stored',
  'recompiled',
  'restored',
  'removed',
  'waiting',
  'refused',
  'chart stored',
];

/** Drops fuzzed meshes, metadata and an ice chart, and imports them. Returns what is wrong with the outcome. */
export async function fuzzImport(service: BenchService, random: Random, seed: number): Promise<string[]> {
  const { MeshBucketName: bucket = '', ImportFunctionName: importer = '' } = service.stack.outputs;
  const { MESH_PREFIX, METADATA_PREFIX } = service.stack.environment(importer);
  const count = 5;
  for (let i = 0; i < count; i++) {
    const name = `fuzz-${seed}-${i}`;
    let mesh: unknown = gridMesh({ latMin: 20, lonMin: 20, columns: 3, rows: 3 });
    for (let times = random.below(3); times >= 0; times--) mesh = mutate(mesh, random);
    const json = random.chance(0.2) ? mutateText(jsonOf(mesh), random) : jsonOf(mesh);
    const packed = gzipSync(json);
    const bytes = random.chance(0.1) ? packed.subarray(0, random.below(packed.length)) : packed;
    await service.stack.putObject(bucket, `${MESH_PREFIX}${name}.vessel.json.gz`, bytes);
    const record = { filepath: `outputs/${name}.vessel.json`, created: '20240101T000000', md5: md5(json) };
    const fuzzed = random.chance(0.4) ? mutate(record, random) : record;
    const list = (Array.isArray(fuzzed) ? fuzzed : [fuzzed]) as (typeof record)[];
    const metadata = random.chance(0.1)
      ? gzipSync(
          mutateText('info: {version: 0.0.2}\nrecords:\n- {filepath: a, md5: b, created: c}\n', random),
        )
      : metadataGzip(list.map((each) => each ?? {}));
    await service.stack.putObject(bucket, `${METADATA_PREFIX}upload_metadata_${name}.yaml.gz`, metadata);
  }
  await service.stack.putObject(bucket, `charts/fuzz-${seed}.zip`, fuzzChart(random));
  try {
    const strange = (await service.importMeshes()).filter(({ outcome }) => !OUTCOMES.includes(outcome));
    return strange.map((each) => JSON.stringify(each));
  } catch (error) {
    return [`the import failed: ${(error as Error).message.slice(0, 500)}`];
  }
}
