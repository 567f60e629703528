import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handlerIds } from '../../lib/stack/polynya-stack.ts';
import { functionOf, templateOf } from './template.ts';

const template = templateOf({ allowedOrigins: '*' });

/** What the platform needs of each function, not the handler's code. */
const ofAll = ['NODE_OPTIONS', 'POWERTOOLS_SERVICE_NAME', 'POWERTOOLS_METRICS_NAMESPACE'];
/** What `endpoint` reads for every handler of the API. */
const ofHttp = ['ALLOWED_ORIGINS'];

/** The variables that a handler's file names in its call of `environment`. */
function variablesReadBy(handlerId: string): string[] {
  const text = readFileSync(join(import.meta.dirname, `../../lambdas/${handlerId}.ts`), 'utf8');
  const names = /\benvironment\(([^)]*)\)/.exec(text)?.[1] ?? '';
  const isHttp = /\b(endpoint|pageEndpoint|proxyHandler)\(/.test(text);
  return [...new Set([...(isHttp ? ofHttp : []), ...(names.match(/[A-Z_]+/g) ?? [])])];
}

test.each(handlerIds)('%s has the variables that it reads, and no other', (handlerId) => {
  const { Environment } = functionOf(template, handlerId)[1].Properties;
  const given = Object.keys(Environment.Variables).filter((name) => !ofAll.includes(name));
  expect(given.sort()).toEqual(variablesReadBy(handlerId).sort());
});
