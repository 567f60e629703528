import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** What each part may import of the others; the arrows of the design point one way. */
const arrows: Record<string, readonly string[]> = {
  'lib/engine': [],
  'lib/time': [],
  'lib/vessel': ['lib/engine'],
  'lib/request': ['lib/time'],
  'lib/vehicles': ['lib/vessel', 'lib/engine', 'lib/request'],
  'lib/zones': ['lib/files', 'lib/engine', 'lib/vessel', 'lib/request', 'lib/time'],
  'lib/ice-charts': ['lib/files', 'lib/zones', 'lib/vessel', 'lib/engine', 'lib/request', 'lib/time'],
  'lib/speed': ['lib/engine', 'lib/vessel', 'lib/request', 'lib/time'],
  'lib/voyage': [
    'lib/files',
    'lib/ice-charts',
    'lib/zones',
    'lib/speed',
    'lib/engine',
    'lib/vessel',
    'lib/vehicles',
    'lib/request',
    'lib/time',
  ],
  'lib/meshes': ['lib/ice-charts', 'lib/vehicles', 'lib/vessel', 'lib/engine', 'lib/time'],
  'lib/jobs': ['lib/engine', 'lib/vehicles'],
  'lib/routes': [
    'lib/chart',
    'lib/route-files',
    'lib/ice-charts',
    'lib/voyage',
    'lib/zones',
    'lib/speed',
    'lib/engine',
    'lib/meshes',
    'lib/jobs',
    'lib/vehicles',
    'lib/vessel',
    'lib/request',
    'lib/time',
  ],
  'lib/files': ['lib/engine'],
  'lib/batches': [
    'lib/ice-charts',
    'lib/routes',
    'lib/jobs',
    'lib/voyage',
    'lib/zones',
    'lib/engine',
    'lib/meshes',
    'lib/vehicles',
    'lib/request',
  ],
  'lib/watches': ['lib/files', 'lib/routes', 'lib/voyage', 'lib/engine', 'lib/request', 'lib/time'],
  'lib/route-files': ['lib/engine', 'lib/files', 'lib/time'],
  'lib/chart': ['lib/engine', 'lib/files', 'lib/route-files', 'lib/voyage', 'lib/zones'],
  'lib/sample-mesh': ['lib/engine', 'lib/meshes', 'lib/vehicles', 'lib/vessel'],
  'lib/local-mode': ['lib/jobs', 'lib/meshes', 'lib/sample-mesh', 'lib/vehicles', 'lib/signing', 'lib/cli'],
  'lib/locations': [],
  'lib/api': [
    'lib/ice-charts',
    'lib/files',
    'lib/voyage',
    'lib/zones',
    'lib/route-files',
    'lib/locations',
    'lib/vehicles',
    'lib/vessel',
    'lib/meshes',
    'lib/batches',
    'lib/watches',
    'lib/routes',
    'lib/jobs',
    'lib/time',
  ],
  'lib/signing': [],
  'lib/canary': ['lib/api'],
  'lib/http': ['lib/api', 'lib/aws', 'lib/request'],
  'lib/metrics': [],
  'lib/aws': [
    'lib/ice-charts',
    'lib/canary',
    'lib/signing',
    'lib/batches',
    'lib/watches',
    'lib/zones',
    'lib/metrics',
    'lib/locations',
    'lib/vehicles',
    'lib/meshes',
    'lib/routes',
    'lib/jobs',
    'lib/request',
    'lib/files',
    'lib/engine',
  ],
  'lib/console': [
    'lib/ice-charts',
    'lib/files',
    'lib/voyage',
    'lib/zones',
    'lib/engine',
    'lib/vehicles',
    'lib/vessel',
    'lib/meshes',
    'lib/routes',
    'lib/route-files',
    'lib/chart',
    'lib/api',
    'lib/time',
  ],
  'lib/stack': ['lib/batches', 'lib/ice-charts', 'lib/metrics', 'lib/locations', 'lib/api', 'lib/jobs'],
  'lib/cli': [
    'lib/ice-charts',
    'lib/files',
    'lib/signing',
    'lib/aws',
    'lib/zones',
    'lib/locations',
    'lib/api',
    'lib/engine',
    'lib/meshes',
    'lib/request',
    'lib/voyage',
    'lib/routes',
    'lib/route-files',
    'lib/chart',
    'lib/vehicles',
    'lib/vessel',
    'lib/time',
  ],
  lambdas: [
    'lib/ice-charts',
    'lib/batches',
    'lib/watches',
    'lib/canary',
    'lib/zones',
    'lib/route-files',
    'lib/chart',
    'lib/locations',
    'lib/http',
    'lib/api',
    'lib/aws',
    'lib/vehicles',
    'lib/meshes',
    'lib/voyage',
    'lib/routes',
    'lib/jobs',
    'lib/engine',
  ],
  bin: ['lib/stack', 'lib/sample-mesh', 'lib/cli', 'lib/local-mode', 'lib/api', 'lib/engine'],
};

/** What each folder of a part may import of the others; what lies in the part itself may import all of them. */
const folderArrows: Record<string, Record<string, readonly string[]>> = {
  'lib/engine': {
    geometry: [],
    mesh: ['geometry'],
    compile: ['geometry', 'mesh'],
    cost: ['geometry', 'mesh'],
    path: ['geometry', 'mesh', 'cost'],
    waypoints: ['geometry', 'mesh'],
    certificate: ['geometry', 'mesh', 'cost', 'waypoints', 'search', 'path'],
    refine: ['geometry', 'mesh', 'cost', 'path'],
    search: ['geometry', 'mesh', 'cost', 'path', 'waypoints', 'refine'],
    sail: ['geometry', 'mesh', 'cost', 'path'],
    sea: [
      'geometry',
      'mesh',
      'compile',
      'cost',
      'path',
      'waypoints',
      'refine',
      'search',
      'sail',
      'certificate',
    ],
  },
  'lib/meshes': {
    read: [],
    load: ['read'],
    import: ['read', 'load'],
    select: [],
    show: ['read', 'load'],
  },
};

/** Packages that only some parts may know. */
const keptTo: readonly [packages: RegExp, parts: readonly string[]][] = [
  [/^@aws-sdk\//, ['lib/aws', 'lib/cli', 'lib/signing']],
  [/^(aws-cdk-lib|constructs|cdk-nag)(\/|$)/, ['lib/stack', 'bin/app.ts']],
  [/^template-runner(\/|$)/, ['bin/local.ts', 'lib/local-mode']],
];

const root = join(import.meta.dirname, '..');
const files = globSync('{bin,lib,lambdas}/**/*.{ts,tsx}', { cwd: root, exclude: ['lib/local/**'] }).sort();
/** What runs nowhere but on the machine of whoever works on this. */
const tools = globSync('{bench,test,lib/local/test}/**/*.{ts,tsx}', { cwd: root }).sort();
/** The package that runs a template, which has a package.json of its own. */
const runnerFiles = globSync('lib/local/src/**/*.ts', { cwd: root }).sort();

/** The parts of a module's text that name another: static, re-exporting and dynamic imports. */
const importPattern = /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*'([^']+)'|import\('([^']+)'\)/g;

const importsOf = (paths: readonly string[]) =>
  paths.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(importPattern)].map((match) => ({
      file,
      target: (match[1] ?? match[2])!,
      isTypeOnly: /^\s*(import|export) type\b/.test(match[0]),
    }));
  });
const imports = importsOf(files);

const isOurs = (target: string) => target.startsWith('.') && /\.tsx?$/.test(target);
const resolve = (file: string, target: string) => relative(root, join(root, dirname(file), target));
/** `lib/engine` of `lib/engine/sphere.ts`; `lambdas` and `bin` are one part each. */
const partOf = (path: string) =>
  path.startsWith('lib/') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0]!;

test('every part is known', () => {
  expect([...new Set(files.map(partOf))].filter((part) => !(part in arrows))).toEqual([]);
});

test('our own modules are imported along the arrows', () => {
  const against = imports
    .filter(({ target }) => isOurs(target))
    .map(({ file, target }) => ({ file, target: resolve(file, target) }))
    .filter(({ file, target }) => {
      const [from, to] = [partOf(file), partOf(target)];
      return from !== to && !arrows[from]?.includes(to);
    });
  expect(against.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test.each(Object.entries(folderArrows))(
  'the folders of %s are imported along their arrows',
  (part, folders) => {
    const folderOf = (path: string) => path.split('/')[2]!;
    const inFolder = (path: string) => partOf(path) === part && path.split('/').length > 3;
    const files = imports.filter(({ file }) => inFolder(file)).map(({ file }) => folderOf(file));
    expect([...new Set(files)].sort()).toEqual(Object.keys(folders).sort());
    const against = imports
      .filter(({ target }) => isOurs(target))
      .map(({ file, target }) => ({ file, target: resolve(file, target) }))
      .filter(({ file, target }) => inFolder(file) && inFolder(target))
      .filter(({ file, target }) => {
        const [from, to] = [folderOf(file), folderOf(target)];
        return from !== to && !folders[from]?.includes(to);
      });
    expect(against.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  },
);

test('no file imports itself through others', () => {
  const all = [...imports, ...importsOf([...runnerFiles, ...tools])].filter(({ target }) => isOurs(target));
  const targets = new Map<string, string[]>();
  for (const { file, target } of all) {
    targets.set(file, [...(targets.get(file) ?? []), resolve(file, target)]);
  }
  const reachesItself = (file: string) => {
    const seen = new Set<string>();
    const next = [file];
    while (next.length > 0) {
      for (const target of targets.get(next.pop()!) ?? []) {
        if (target === file) return true;
        if (!seen.has(target)) next.push(target);
        seen.add(target);
      }
    }
    return false;
  };
  expect([...targets.keys()].filter(reachesItself)).toEqual([]);
});

test.each(keptTo)('%s is imported in %j only', (packages, parts) => {
  const elsewhere = imports
    .filter(({ target }) => packages.test(target))
    .filter(({ file }) => !parts.some((part) => file === part || file.startsWith(`${part}/`)));
  expect(elsewhere.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test('the engine needs nothing but a heap', () => {
  const needs = imports.filter(({ file, target }) => partOf(file) === 'lib/engine' && !isOurs(target));
  expect([...new Set(needs.map(({ target }) => target))].filter((target) => target !== 'flatqueue')).toEqual(
    [],
  );
});

const readPackage = (path: string): Record<'dependencies' | 'devDependencies', Record<string, string>> =>
  JSON.parse(readFileSync(join(root, path), 'utf8'));
/** `@aws-sdk/client-s3` of `@aws-sdk/client-s3/dist/x.js`; undefined for our own files and Node's modules. */
const packageOf = (target: string) =>
  /^[.]|^node:/.test(target) ? undefined : /^(@[^/]+\/)?[^/]+/.exec(target)![0];
const packagesOf = (list: typeof imports) => {
  const names = list.filter(({ isTypeOnly }) => !isTypeOnly).map(({ target }) => packageOf(target));
  return [...new Set(names)].filter((name) => name !== undefined).sort();
};

test('dependencies are what handlers and command-line clients import; everything else is a devDependency', () => {
  const onlyHere = [
    'lib/stack',
    'lib/sample-mesh',
    'bin/sample_mesh.ts',
    'lib/local-mode',
    'bin/app.ts',
    'bin/local.ts',
  ];
  const deployed = imports.filter(({ file }) => !onlyHere.some((part) => file.startsWith(part)));
  expect(Object.keys(readPackage('package.json').dependencies).sort()).toEqual(packagesOf(deployed));
});

test('the package that runs a template imports its own files and its own dependencies only', () => {
  const needs = importsOf(runnerFiles);
  const outside = needs.filter(
    ({ file, target }) => isOurs(target) && !resolve(file, target).startsWith('lib/local/src/'),
  );
  expect(outside).toEqual([]);
  expect(packagesOf(needs)).toEqual(Object.keys(readPackage('lib/local/package.json').dependencies).sort());
});

test('a test file that replaces something global gives it back, for files that share its process', () => {
  const replacing = globSync('{test,lib/local/test}/**/*.ts', { cwd: root })
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
    .filter(({ source }) => /\bvi\.stubGlobal\(/.test(source) && !source.includes('answeredPage('));
  const keeping = replacing.filter(({ source }) => !source.includes('vi.unstubAllGlobals'));
  expect(keeping.map(({ path }) => path)).toEqual([]);
});
