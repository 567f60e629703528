import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundleConsole } from './bundle-console.ts';
import type { BundleForm } from './bundle-form.ts';
import { bundleSchemaPage } from './bundle-schema-page.ts';
import { entryPointOf, functionEntry } from './function-entry.ts';
import { functionIdOf } from './functions.ts';

/** CommonJS packages inside an ES module still call `require`. */
const requireBanner = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

/** Bundles every function as `<folder>/<id>/index.mjs`. A page is next to the bundle that serves it. */
export async function bundleFunctions(
  functionIds: readonly string[],
  folder: string,
  form: BundleForm = 'deployed',
): Promise<void> {
  if (form === 'shared') {
    const entries = functionIds.map((id) => [`${id}/index`, entryPointOf(id)]);
    // code that is not minified can be read without source maps, which would take a third of esbuild's time
    await build({ ...settings, sourcemap: false, entryPoints: Object.fromEntries(entries), outdir: folder });
  } else {
    // esbuild uses all cores for one; all at once would take twice the processor time and five times the memory
    for (const id of functionIds) await bundleFunction(id, join(folder, id));
  }
  // after the functions, and not beside them: so esbuild needs three quarters of the memory
  await Promise.all(
    Object.entries(pages).map(([handlerId, bundlePage]) => {
      const functionId = functionIdOf(handlerId);
      return functionIds.includes(functionId) && bundlePage(join(folder, functionId, 'page'), form);
    }),
  );
}

/** By the handler that serves the page. */
const pages = { 'console/get': bundleConsole, 'schema/page': bundleSchemaPage };

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
  plugins: [functionEntry],
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * What a function imports while it runs goes into files of their own beside `index.mjs`, so that a cold start does not
 * read them: most of the SDK's ways to find credentials, the coasts of charts.
 */
async function bundleFunction(functionId: string, folder: string): Promise<void> {
  await build({
    ...settings,
    entryPoints: { index: entryPointOf(functionId) },
    outdir: folder,
    minify: true,
  });
}
