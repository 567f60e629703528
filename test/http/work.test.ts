/** What a hostile request costs: at most a millisecond of processor time per kilobyte, as the contract says. */
import '../lambdas/environment.ts';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { operations } from '../../lib/api/operations.ts';
import { readBody } from '../../lib/http/body.ts';
import { HttpError } from '../../lib/http/errors.ts';
import { acceptsGzip } from '../../lib/http/headers.ts';
import { baseUrl, pathParameters } from '../../lib/http/path.ts';
import { proxyEvent } from '../lambdas/invoke.ts';

const BODY_BYTES = 64 * 1024;
const BODY_LIMIT_MS = BODY_BYTES / 1024;
const HEADER_BYTES = 10 * 1024;
/** A quadratic expression takes hundreds of milliseconds for as many bytes. */
const HEADER_LIMIT_MS = 40;

/** A run may have waited for the compiler, the collection of garbage or other programs. */
const MOST_RUNS = 10;

/** Processor time in milliseconds, of the first run that takes less than the limit, or the least of all. */
function processorMs(run: () => unknown, limitMs: number): number {
  let least = Infinity;
  let refusal: HttpError | undefined;
  for (let runs = 0; runs < MOST_RUNS && least >= limitMs; runs++) {
    const before = process.cpuUsage();
    refusal = refusalOf(run);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  if (refusal) expectToBeClear(refusal); // not measured: with thousands of details it takes longer than the run
  return least;
}

function refusalOf(run: () => unknown): HttpError | undefined {
  try {
    run();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error; // it would be a 500
    return error;
  }
  return undefined;
}

function expectToBeClear({ message, details = [] }: HttpError): void {
  const texts = [message, ...details.map((detail) => JSON.stringify(detail))];
  expect(texts.filter((text) => text.includes('call stack') || text.length >= 1000)).toEqual([]);
}

/** A text of about `bytes` bytes, made of `part` again and again. */
const filled = (part: string, bytes: number) => part.repeat(Math.floor(bytes / Buffer.byteLength(part)));
const nested = (open: string, close: string) => {
  const levels = Math.floor((BODY_BYTES - 1000) / (open.length + close.length));
  return open.repeat(levels) + close.repeat(levels);
};
const list = (item: string) => `[${filled(`${item},`, BODY_BYTES - 1000)}${item}]`;

const hostileValues: [string, string][] = [
  ['digits', `"${filled('9', BODY_BYTES - 1000)}x"`],
  ['digits with points', `"${filled('9.', BODY_BYTES - 1000)}"`],
  ['digits with an exponent', `"${filled('1e', BODY_BYTES - 1000)}"`],
  ['blanks', `"${filled(' ', BODY_BYTES - 1000)}x"`],
  ['commas', `"${filled(',', BODY_BYTES - 1000)}"`],
  ['emoji', `"${filled('🚢', BODY_BYTES - 1000)}"`],
  ['lone surrogates', `"${filled('\\ud800', BODY_BYTES - 1000)}"`],
  ['a list of numbers', list('1')],
  ['a list of texts', list('""')],
  ['a list of objects', list('{}')],
  ['deep nesting', nested('[', ']')],
  ['deep nesting in a field', `{"type":${nested('[', ']')}}`],
  [
    'deep nesting in a field',
    `{"type":${filled('[', BODY_BYTES / 2 - 500)}${filled(']', BODY_BYTES / 2 - 500)}}`,
  ],
  ['deep nesting of features', nested('{"type":"FeatureCollection","features":[', ']}')],
  ['a long number', filled('9', BODY_BYTES - 1000)],
  ['XML that is not closed', JSON.stringify(filled('<route>', BODY_BYTES - 1000))],
  ['XML with a long name', JSON.stringify(`<${filled('a', BODY_BYTES - 1000)}<>`)],
];

describe.each(operations.flatMap(({ id, body }) => (body ? [{ id, body }] : [])))(
  'a body of $id',
  ({ body }) => {
    const cost = (text: string) =>
      processorMs(() => readBody(proxyEvent('POST /', { body: text }), body), BODY_LIMIT_MS);
    const fields = Object.keys(body.example as object);

    test.each(hostileValues)('with %s in every field in turn', (_, value) => {
      for (const field of fields) {
        const rest = { ...(body.example as object), [field]: 0 };
        const text = JSON.stringify(rest).replace(`"${field}":0`, `"${field}":${value}`);
        expect(Buffer.byteLength(text)).toBeLessThan(BODY_BYTES); // larger ones are not read
        expect(cost(text), field).toBeLessThan(BODY_LIMIT_MS);
      }
    });

    test('with as many unknown fields as fit', () => {
      const names = Array.from({ length: 6_000 }, (_, i) => `"k${i}":0`).join(',');
      expect(cost(`{${names}}`)).toBeLessThan(BODY_LIMIT_MS);
    });
  },
);

describe('a header or path', () => {
  const event = (headers: Record<string, string>) => proxyEvent('GET /', { headers });
  const cases: [string, () => unknown][] = [
    ...['gzip;', ';q=', ',', ' ', '*;q=0,'].map((part): [string, () => unknown] => [
      `Accept-Encoding of ${JSON.stringify(part)}`,
      () => acceptsGzip(event({ 'Accept-Encoding': `${filled(part, HEADER_BYTES)}x` })),
    ]),
    ...['application/', 'a+', ' ', 'application/a.'].map((part): [string, () => unknown] => [
      `Content-Type of ${JSON.stringify(part)}`,
      () =>
        readBody(
          proxyEvent('POST /', { body: '{}', headers: { 'Content-Type': filled(part, HEADER_BYTES) } }),
          {
            schema: operations[0]!.body!.schema,
          },
        ),
    ]),
    ...['/', '%2F', 'a/', '{'].map((part): [string, () => unknown] => [
      `path of ${JSON.stringify(part)}`,
      () => {
        const path = `/${filled(part, HEADER_BYTES)}x`;
        const { requestContext } = proxyEvent(`GET ${path}`);
        pathParameters('/api/vehicle/{vessel_type}', path);
        return baseUrl('/api/vehicle/{vessel_type}', {
          ...event({}),
          requestContext,
        } as APIGatewayProxyEvent);
      },
    ]),
  ];
  test.each(cases)('%s', (_, run) => {
    expect(processorMs(run, HEADER_LIMIT_MS)).toBeLessThan(HEADER_LIMIT_MS);
  });

  test.each(
    operations.flatMap(({ id, parameters = {} }) =>
      Object.entries(parameters).map(([name, p]) => ({ id, name, ...p })),
    ),
  )('parameter $name of $id', ({ schema }) => {
    for (const part of ['9', 'a', '-', '%', ' ', '🚢', '0-']) {
      const text = `${filled(part, HEADER_BYTES)}x`;
      expect(processorMs(() => schema.safeParse(text), HEADER_LIMIT_MS)).toBeLessThan(HEADER_LIMIT_MS);
    }
  });
});
