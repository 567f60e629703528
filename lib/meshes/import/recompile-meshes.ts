import { FORMAT_VERSION } from '../../engine/mesh/mesh-format.ts';
import { compiledKeyOf, compiledPrefix } from '../compiled-key.ts';
import { loadMesh } from '../load/load-mesh.ts';
import { MeshBeingCompiled } from '../load/make-once.ts';
import type { MeshFiles } from '../mesh-files.ts';
import type { MeshStore } from '../mesh-store.ts';
import { type ImportResult, resultOfError } from './import-result.ts';
import type { ImportState } from './import-state.ts';

const PAGE = 500;

export interface RecompilePorts {
  readonly files: MeshFiles;
  readonly store: Pick<MeshStore, 'page'>;
  readonly hasTime: () => boolean;
}

/**
 * After an upgrade of the compiled form: makes that of each mesh that can be selected, one after the other, newest
 * first, so that calculations find it. What there is no time for is left to the next run.
 */
export async function* recompileMeshes(
  { files, store, hasTime }: RecompilePorts,
  state: Pick<ImportState, 'compiledFormat'>,
): AsyncGenerator<ImportResult, void> {
  if (state.compiledFormat === FORMAT_VERSION) return;
  const there = new Set<string>();
  for await (const { key } of files.list(compiledPrefix)) there.add(key);
  let after: string | undefined;
  do {
    const { meshes, next } = await store.page(PAGE, after);
    for (const mesh of meshes.filter(({ removed, md5 }) => !removed && !there.has(compiledKeyOf(md5)))) {
      if (!hasTime()) return;
      try {
        await loadMesh({ files, log: { warn: () => {} } }, mesh);
        yield { file: mesh.name, outcome: 'recompiled', md5: mesh.md5 };
      } catch (error) {
        if (!(error instanceof MeshBeingCompiled)) yield resultOfError(mesh.name, error);
      }
    }
    after = next ?? undefined;
  } while (after !== undefined);
  state.compiledFormat = FORMAT_VERSION;
}
