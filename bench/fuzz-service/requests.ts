import { pathsOf } from '../../lib/api/operation.ts';
import { operations } from '../../lib/api/operations.ts';
import type { Random } from '../service/random.ts';
import { fuzzFileRequest } from './files.ts';
import { jsonOf, mutate, mutateText } from './mutate.ts';

export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

const ODD_SEGMENTS = [
  '%',
  '%2F',
  '%00',
  '..',
  '%ff',
  '%E0%A4%A',
  'a'.repeat(2000),
  '😀',
  '0',
  '-1',
  '1e3',
  'null',
  '%20',
  ';x',
  '99999999999999999999',
];
const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['accept', 'text/plain;q=0'],
  ['accept-encoding', 'gzip;q=0, br;q=x, *'],
  ['authorization', 'AWS4-HMAC-SHA256 x'],
  ['content-encoding', 'gzip'],
  ['content-type', 'application/xml'],
  ['content-type', 'application/json; charset=utf-16'],
  ['if-none-match', '"x", *'],
  ['idempotency-key', 'a'.repeat(600)],
  ['idempotency-key', ''],
  ['origin', 'null'],
  ['prefer', 'wait=-1'],
  ['prefer', 'wait=99999999999, respond-async'],
  ['x-api-key', '\u00e9'],
  ['x-forwarded-for', '::::'],
];

/** A valid request of one of the API's operations, changed in one or more places; one in five has a file as its body. */
export function fuzzRequest(random: Random): FuzzedRequest {
  if (random.chance(0.2)) return fuzzFileRequest(random);
  const operation = random.pick(operations);
  const parameters = (operation.parameters ?? {}) as Record<string, { example?: unknown }>;
  const path = random.pick(pathsOf(operation)).replaceAll(/\{(\w+)\+?\}/g, (_, name: string) => {
    if (random.chance(0.3)) return random.pick(ODD_SEGMENTS);
    return encodeURIComponent(String(parameters[name]?.example ?? '1'));
  });
  const query = random.chance(0.2) ? `?${mutateText('limit=10&after=x&format=gpx&tags=a', random)}` : '';
  const example = (operation.body as { example?: unknown } | undefined)?.example;
  const headers: Record<string, string> = {
    prefer: 'wait=0',
    ...(example !== undefined && { 'content-type': 'application/json' }),
  };
  if (random.chance(0.3)) {
    const [name, value] = random.pick(ODD_HEADERS);
    headers[name] = value;
  }
  return {
    method: random.chance(0.05)
      ? random.pick(['PUT', 'PATCH', 'OPTIONS', 'HEAD', 'DELETE'])
      : operation.method,
    path: path + query,
    headers,
    body: example === undefined ? undefined : fuzzBody(example, random),
  };
}

function fuzzBody(example: unknown, random: Random): string {
  let value = example;
  for (let i = random.below(4); i >= 0; i--) value = mutate(value, random);
  const text = jsonOf(value);
  return random.chance(0.15) ? mutateText(text, random) : text;
}
