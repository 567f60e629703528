/** The page: bundled by esbuild, its files named by their content and compressed beforehand. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'lib/console');
const require = createRequire(import.meta.url);

/** Data that the page fetches by itself. */
const DATA = {
  landCoarse: require.resolve('world-atlas/land-110m.json'),
  landFine: require.resolve('world-atlas/land-50m.json'),
};

/** What the handler fills into the page: names of files, without a folder. */
export interface PageFiles {
  readonly main: string;
  readonly worker: string;
  readonly style: string;
  readonly icon: string;
  readonly landCoarse: string;
  readonly landFine: string;
}

/** Writes `index.html`, `files.json` (PageFiles) and every other file, plain, `.gz` and `.br`, into a folder. */
export async function bundleConsole(folder: string): Promise<PageFiles> {
  await mkdir(folder, { recursive: true });
  const { outputFiles, metafile } = await build({
    entryPoints: {
      main: join(page, 'main.tsx'),
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
    minify: true,
    legalComments: 'none',
    loader: { '.svg': 'dataurl' },
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const named = async (source: string) => {
    const bytes = await readFile(source);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
    const name = `${basename(source, extname(source))}-${hash}${extname(source)}`;
    files.set(name, bytes);
    return name;
  };
  const entry = (source: string) => {
    const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source);
    return basename(found![0]);
  };
  const names: PageFiles = {
    main: entry('lib/console/main.tsx'),
    worker: entry('lib/console/engine/worker.ts'),
    style: entry('lib/console/styles/index.css'),
    icon: await named(join(page, 'icon.svg')),
    landCoarse: await named(DATA.landCoarse),
    landFine: await named(DATA.landFine),
  };
  await Promise.all([...files].map(([name, bytes]) => writeCompressed(join(folder, name), bytes)));
  await writeFile(join(folder, 'index.html'), await readFile(join(page, 'index.html')));
  await writeFile(join(folder, 'files.json'), JSON.stringify(names));
  return names;
}

async function writeCompressed(path: string, bytes: Uint8Array): Promise<void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  await Promise.all([
    writeFile(path, bytes),
    writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 })),
    writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality)),
  ]);
}
