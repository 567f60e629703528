import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handlerIds } from '../../lib/stack/polynya-stack.ts';
import { variablesByHandler } from './permissions.ts';
import { resources, templateOf } from './template.ts';

const given = variablesByHandler(resources(templateOf({ allowedOrigins: '*' })));

/** What Node and the library for logs and metrics read in every function. */
const ofAll = ['NODE_OPTIONS', 'POWERTOOLS_SERVICE_NAME', 'POWERTOOLS_METRICS_NAMESPACE'];
/** What `endpoint` reads for every handler of the API. */
const ofHttp = ['ALLOWED_ORIGINS'];

/** The variables that a handler's file names in its call of `environment`. */
function variablesReadBy(handlerId: string): string[] {
  const text = readFileSync(join(import.meta.dirname, `../../lambdas/${handlerId}.ts`), 'utf8');
  const names = /\benvironment\(([^)]*)\)/.exec(text)?.[1] ?? '';
  const isHttp = /\b(endpoint|pageEndpoint|proxyHandler)\(/.test(text);
  return [...new Set([...ofAll, ...(isHttp ? ofHttp : []), ...(names.match(/[A-Z_]+/g) ?? [])])];
}

test.each(handlerIds)('%s has the variables that it reads, and no other', (handlerId) => {
  expect(given[handlerId]).toEqual(variablesReadBy(handlerId).sort());
});
