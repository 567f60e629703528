import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundleConsole } from './bundle-console.ts';
import type { BundleForm } from './bundle-form.ts';
import { bundleSchemaPage } from './bundle-schema-page.ts';

/** CommonJS packages inside an ES module still call `require`. */
const requireBanner = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

/** Bundles every handler as `<folder>/<id>/index.mjs`. A page is next to its handler's bundle. */
export async function bundleHandlers(
  handlerIds: readonly string[],
  folder: string,
  form: BundleForm = 'deployed',
): Promise<void> {
  if (form === 'shared') {
    const entries = handlerIds.map((id) => [`${id}/index`, `lambdas/${id}.ts`]);
    // code that is not minified can be read without source maps, which would take a third of esbuild's time
    await build({ ...settings, sourcemap: false, entryPoints: Object.fromEntries(entries), outdir: folder });
  } else await Promise.all(handlerIds.map((id) => bundleHandler(id, join(folder, id))));
  // after the handlers, and not beside them: so esbuild needs three quarters of the memory
  await Promise.all([
    handlerIds.includes('console/get') && bundleConsole(join(folder, 'console/get/page'), form),
    handlerIds.includes('schema/page') && bundleSchemaPage(join(folder, 'schema/page/page'), form),
  ]);
}

const settings = {
  absWorkingDir: join(import.meta.dirname, '../..'),
  splitting: true,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  keepNames: true,
  sourcemap: true,
  sourcesContent: false,
  banner: { js: requireBanner },
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * What a handler imports while it runs goes into files of their own beside `index.mjs`, so that a cold start does not
 * read them: most of the SDK's ways to find credentials, the coasts of charts.
 */
async function bundleHandler(handlerId: string, folder: string): Promise<void> {
  await build({
    ...settings,
    entryPoints: { index: `lambdas/${handlerId}.ts` },
    outdir: folder,
    minify: true,
  });
}
