/** What the page needs of the operations: their methods and paths, without the schemas that handlers check with. */
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { operations } from '../api/operations.ts';

/** Bundles a module of `lib/api` that defines operations with their ids, methods and paths only. */
export const operationAddresses: Plugin = {
  name: 'operation-addresses',
  setup(build) {
    build.onLoad({ filter: /[\\/]lib[\\/]api[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      const exported: Record<string, unknown> = await import(pathToFileURL(path).href);
      const defined = Object.entries(exported).flatMap(([name, value]) => {
        const address = addressesIn(value);
        return address ? [`export const ${name} = ${JSON.stringify(address)};`] : [];
      });
      return defined.length > 0 ? { contents: defined.join('\n'), loader: 'js' } : undefined;
    });
  },
};

/** Of one operation, or of each operation of an area by its name; undefined for anything else. */
function addressesIn(value: unknown): object | undefined {
  const operation = operations.find((each) => each === value);
  if (operation) return { id: operation.id, method: operation.method, path: operation.path };
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).map(([name, each]) => [name, addressesIn(each)] as const);
  return entries.length > 0 && entries.every(([, address]) => address)
    ? Object.fromEntries(entries)
    : undefined;
}
