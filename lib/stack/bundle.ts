import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** CommonJS packages inside an ES module still call `require`. */
const requireBanner = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

/**
 * Bundles every handler in one run of esbuild, each with all that it imports, as `<folder>/<id>/index.mjs`.
 * A new folder below `parent` each time, so that two syntheses at once don't meet; answers that folder.
 */
export async function bundleHandlers(handlerIds: readonly string[], parent: string): Promise<string> {
  const folder = mkdtempSync(join(parent, 'handlers-'));
  const written = handlerIds.filter((id) =>
    existsSync(join(import.meta.dirname, '../../lambdas', `${id}.ts`)),
  );
  for (const id of handlerIds.filter((each) => !written.includes(each))) {
    const file = join(folder, id, 'index.mjs'); // TODO goes when every handler is written
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export const handler = () => { throw new Error('${id} is not written yet'); };`);
  }
  if (written.length === 0) return folder;
  await build({
    entryPoints: Object.fromEntries(written.map((id) => [`${id}/index`, `lambdas/${id}.ts`])),
    absWorkingDir: join(import.meta.dirname, '../..'),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    banner: { js: requireBanner },
    logLevel: 'warning',
  });
  return folder;
}
