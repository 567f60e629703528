import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { functionIdOf, functionIds, handlerIds } from '../../lib/stack/functions.ts';
import { variablesByFunction } from './permissions.ts';
import { configured, resources, templateOf } from './template.ts';

const given = variablesByFunction(resources(templateOf(configured)));

/** What Node and the library for logs read in every function. */
const ofAll = ['NODE_OPTIONS', 'POWERTOOLS_SERVICE_NAME'];
/** What the library for metrics reads. */
const ofMetrics = ['POWERTOOLS_METRICS_NAMESPACE'];
/** What `endpoint` reads for every handler of the API. */
const ofHttp = ['ALLOWED_ORIGINS'];

const lambdas = join(import.meta.dirname, '../../lambdas');
const textOf = (handlerId: string): string => readFileSync(join(lambdas, `${handlerId}.ts`), 'utf8');

/** The variables that a handler's file names in its call of `environment`. */
const namedBy = (text: string): string[] =>
  (/\benvironment\(([^)]*)\)/.exec(text)?.[1] ?? '').match(/[A-Z_]+/g) ?? [];

function variablesReadBy(handlerId: string): string[] {
  const text = textOf(handlerId);
  const isHttp = /\b(endpoint|pageEndpoint|proxyHandler)\(/.test(text);
  const hasMetrics = /\/aws\/(metrics|route-submissions)\.ts/.test(text);
  return [
    ...new Set([...ofAll, ...(hasMetrics ? ofMetrics : []), ...(isHttp ? ofHttp : []), ...namedBy(text)]),
  ];
}

test('each handler has its file, and each file is the handler of an operation in lib/api/operations.ts or of a worker', () => {
  const files = globSync('**/*.ts', { cwd: lambdas }).map((file) => file.replace(/\.ts$/, ''));
  expect(files.filter((file) => !handlerIds.includes(file))).toEqual([]);
  expect(handlerIds.filter((id) => !files.includes(id))).toEqual([]);
});

test.each(functionIds)(
  'lib/stack/bindings.ts gives %s the variables that its handlers read, and no other',
  (functionId) => {
    const handlers = handlerIds.filter((id) => functionIdOf(id) === functionId);
    expect(given[functionId]).toEqual([...new Set(handlers.flatMap(variablesReadBy))].sort());
  },
);
