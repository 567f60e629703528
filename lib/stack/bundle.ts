import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleConsole } from './bundle-console.ts';
import { bundleSchemaPage } from './bundle-schema-page.ts';

/** CommonJS packages inside an ES module still call `require`. */
const requireBanner = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

/** Bundles every handler, with all its imports, as `<folder>/<id>/index.mjs`. A page is next to its handler's bundle. */
export async function bundleHandlers(handlerIds: readonly string[], folder: string): Promise<void> {
  await Promise.all(handlerIds.map((id) => bundleHandler(id, join(folder, id))));
  if (handlerIds.includes('console/get')) await bundleConsole(join(folder, 'console/get/page'));
  if (handlerIds.includes('schema/page')) await bundleSchemaPage(join(folder, 'schema/page/page'));
}

/**
 * What a handler imports while it runs goes into files of their own beside `index.mjs`, so that a cold start does not
 * read them: most of the SDK's ways to find credentials, the coasts of charts, S3's client where few requests need it.
 */
async function bundleHandler(handlerId: string, folder: string): Promise<void> {
  await build({
    entryPoints: { index: `lambdas/${handlerId}.ts` },
    absWorkingDir: join(import.meta.dirname, '../..'),
    outdir: folder,
    splitting: true,
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
}
