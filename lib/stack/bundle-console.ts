/** The map page, bundled by esbuild. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import type { BundleForm } from './bundle-form.ts';
import { COAST_PARTS, coastParts } from './coast-parts.ts';
import { hitCanvas } from './hit-canvas.ts';
import { operationAddresses } from './operation-addresses.ts';
import { polarProjections } from './polar-projections.ts';
import { hashedName, writePage } from './write-page.ts';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'lib/console');
const require = createRequire(import.meta.url);

/** The coast, which the page itself fetches: Natural Earth at 1 : 110 million and 1 : 50 million. */
const COASTS = {
  coarse: require.resolve('world-atlas/land-110m.json'),
  fine: require.resolve('world-atlas/land-50m.json'),
};

/** Values that the handler inserts into the page: names of files, without a folder. */
export interface PageFiles {
  readonly main: string;
  /** What `main` loads first. */
  readonly start: string;
  readonly worker: string;
  readonly style: string;
  readonly icon: string;
  readonly manifest: string;
  readonly landCoarse: string;
  readonly landSouth: string;
  readonly landOther: string;
}

/** Writes the page into a folder (`writePage`). */
export async function bundleConsole(folder: string, form: BundleForm = 'deployed'): Promise<PageFiles> {
  const { outputFiles, metafile } = await build({
    entryPoints: {
      main: join(page, 'main.ts'),
      worker: join(page, 'engine/worker.ts'),
      style: join(page, 'styles/index.css'),
    },
    absWorkingDir: root,
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox120', 'safari17'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true, // locally too: what the first view weighs is measured there
    legalComments: 'none',
    loader: { '.svg': 'dataurl' },
    plugins: [hitCanvas, operationAddresses, polarProjections],
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const named = async (source: string) => {
    const bytes = await readFile(source);
    const name = hashedName(source, bytes);
    files.set(name, bytes);
    return name;
  };
  const add = (source: string, text: string) => {
    const bytes = Buffer.from(text);
    const name = hashedName(source, bytes);
    files.set(name, bytes);
    return name;
  };
  const entry = (source: string) => {
    const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source);
    return basename(found![0]);
  };
  const icon = await named(join(page, 'icon.svg'));
  const fineCoast = await readFile(COASTS.fine, 'utf8');
  const names: PageFiles = {
    main: entry('lib/console/main.ts'),
    start: entry('lib/console/start.tsx'),
    worker: entry('lib/console/engine/worker.ts'),
    style: entry('lib/console/styles/index.css'),
    icon,
    manifest: add('app.webmanifest', manifest(icon)),
    landCoarse: add('land-coarse.json', coastParts(await readFile(COASTS.coarse, 'utf8'), COAST_PARTS)),
    landSouth: add('land-south.json', coastParts(fineCoast, ['south'])),
    landOther: add('land-other.json', coastParts(fineCoast, ['other'])),
  };
  files.set('service-worker.js', await serviceWorker([...files.keys()], form));
  const html = await readFile(join(page, 'index.html'));
  await writePage(folder, { html, files, names: { ...names } }, form);
  return names;
}

/** The description by which the page can be installed; its addresses begin at its own. */
const manifest = (icon: string): string =>
  JSON.stringify({
    name: 'Polynya',
    short_name: 'Polynya',
    description: 'Passage planning in polar waters',
    start_url: '../',
    scope: '../',
    display: 'standalone',
    background_color: '#10202c',
    theme_color: '#10202c',
    icons: [{ src: icon, type: 'image/svg+xml', sizes: 'any', purpose: 'any' }],
  });

/** Its name has no hash: a browser looks for a new one at the address of the old. */
async function serviceWorker(files: readonly string[], form: BundleForm): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [join(page, 'service-worker.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome120', 'firefox120', 'safari17'],
    plugins: [operationAddresses],
    define: { PAGE_FILES: JSON.stringify(files) },
    minify: form === 'deployed',
    write: false,
  });
  return outputFiles[0]!.contents;
}
