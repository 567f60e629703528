/**
 * The page that shows the OpenAPI description: Swagger UI from its package, and the script that starts it.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transform } from 'esbuild';
import type { BundleForm } from './bundle-form.ts';
import { hashedName, writePage } from './write-page.ts';

const lib = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

/** Source maps are not served. */
const SOURCE_MAP = /\n(?:\/\/|\/\*)# sourceMappingURL=.*\s*$/;

/** Writes the page into a folder (`writePage`). */
export async function bundleSchemaPage(folder: string, form: BundleForm = 'deployed'): Promise<void> {
  const read = (path: string) => readFile(path, 'utf8');
  const start = await transform(await read(join(lib, 'console/schema/start.ts')), {
    loader: 'ts',
    format: 'iife',
    minify: form === 'deployed',
  });
  const files = new Map<string, Uint8Array>();
  const add = (source: string, text: string) => {
    const bytes = Buffer.from(text.replace(SOURCE_MAP, ''));
    const name = hashedName(source, bytes);
    files.set(name, bytes);
    return name;
  };
  const names = {
    start: add('start.js', start.code),
    swaggerUi: add('swagger-ui.js', await read(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'))),
    style: add('swagger-ui.css', await read(require.resolve('swagger-ui-dist/swagger-ui.css'))),
    icon: add('icon.svg', await read(join(lib, 'console/icon.svg'))),
  };
  const html = await readFile(join(lib, 'console/schema/index.html'));
  await writePage(folder, { html, files, names }, form);
}
