import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { methodsOf, pathsOf } from '../api/operation.ts';
import { FALLBACK, operationsOfFunction } from './functions.ts';

const root = join(import.meta.dirname, '../..');
const NAMESPACE = 'function';

/** Resolves `function:vehicles/read` to the module that such a function runs: its handlers behind a router. */
export const functionEntry: Plugin = {
  name: 'function-entry',
  setup(build) {
    build.onResolve({ filter: /^function:/ }, ({ path }) => ({
      path: path.slice(NAMESPACE.length + 1),
      namespace: NAMESPACE,
    }));
    build.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
      contents: entryOf(path),
      loader: 'js',
      resolveDir: root,
    }));
  },
};

/** What esbuild begins with: the file of a worker or of the fallback, the router of any other function. */
export const entryPointOf = (functionId: string): string =>
  operationsOfFunction(functionId).length > 0 ? `${NAMESPACE}:${functionId}` : fileOf(functionId);

const fileOf = (handlerId: string): string => `./lambdas/${handlerId}.ts`;

function entryOf(functionId: string): string {
  const served = operationsOfFunction(functionId);
  const imports = served.map(({ id }, i) => `import { handler as handler${i} } from '${fileOf(id)}';`);
  const routes = served.flatMap((operation, i) =>
    pathsOf(operation).flatMap((path) =>
      methodsOf(operation).map((method) => `  ['${method}', '${path}', handler${i}],`),
    ),
  );
  return [
    "import { router } from './lib/http/router.ts';",
    ...imports,
    'export const handler = router([',
    ...routes,
    `], async () => (await import('${fileOf(FALLBACK)}')).handler);`,
  ].join('\n');
}
