import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineChecker } from '../../lib/batches/input/check-line.ts';
import { inflated } from '../../lib/batches/input/inflated.ts';
import { readCsv } from '../../lib/batches/input/read-csv.ts';
import { readJsonl } from '../../lib/batches/input/read-jsonl.ts';
import { routeRequest } from '../../lib/routes/route-request.ts';
import { all, chunksOf } from './store.ts';

const ends = { start_lat: -60, start_lon: -50, end_lat: -62, end_lon: -52 };

describe('JSON Lines', () => {
  test('are read whole, however they are cut into chunks', async () => {
    const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { minLength: 1 }),
        fc.integer({ min: 1, max: 50 }),
        async (bodies, size) => {
          const lines = bodies.map((body) => JSON.stringify(body));
          const read = await all(readJsonl(chunksOf(lines.join('\n'), size)));
          expect(read).toEqual(lines.map((line, i) => ({ number: i + 1, body: JSON.parse(line) })));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('a line that is wrong has its number and its fault, and those after it are read', async () => {
    const long = JSON.stringify({ key: 'x'.repeat(70_000) });
    const bad = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const text = ['\ufeff{"n":1}', '', '{', '[1]', long, '{"n":6}\r'].join('\n');
    const read = await all(readJsonl(chunksOf(Buffer.concat([Buffer.from(`${text}\n`), bad]), 1000)));
    expect(read).toEqual([
      { number: 1, body: { n: 1 } },
      { number: 3, fault: expect.stringContaining('is not JSON') },
      { number: 4, fault: 'is not a JSON object' },
      { number: 5, fault: 'has more than 64 KiB' },
      { number: 6, body: { n: 6 } },
      { number: 7, fault: 'is not UTF-8 text' },
    ]);
  });

  test('UTF-16 is refused with what to do', async () => {
    await expect(all(readJsonl(chunksOf(Buffer.from('\ufeff{}', 'utf16le'))))).rejects.toThrow(
      'save it as UTF-8',
    );
  });
});

describe('CSV', () => {
  const read = (text: string) => all(readCsv(chunksOf(text, 100)));

  test('has fields as columns: text, numbers, JSON, and nothing where a cell is empty', async () => {
    const text =
      '\ufeffkey;start_lat;start_lon;end_lat;end_lon;start_name;mesh_id;stops\r\n' +
      '7;-60;-50;-62;-52;007;3;"[{""lat"":-61,\n""lon"":-51}]"\r\n\r\nb;-60;-50;-62;-52;;;\r\n';
    expect(await read(text)).toEqual([
      {
        number: 2,
        body: {
          key: '7',
          start_lat: '-60',
          start_lon: '-50',
          end_lat: '-62',
          end_lon: '-52',
          start_name: '007',
          mesh_id: 3,
          stops: [{ lat: -61, lon: -51 }],
        },
      },
      { number: 5, body: { key: 'b', start_lat: '-60', start_lon: '-50', end_lat: '-62', end_lon: '-52' } },
    ]);
  });

  test.each([
    ['start_lat,start_lon,end_lat\n', 'The file has no column end_lon'],
    ['start_lat,start_lon,end_lat,end_lon,odd\n', 'columns that are no fields of a request: "odd"'],
    ['start_lat,start_lon,end_lat,end_lon,end_lon\n', 'column end_lon twice'],
    ['', 'The file has no header'],
    ['start_lat,start_lon,end_lat,end_lon\n1,2,3,"4\n', 'is not CSV'],
    [`start_lat,start_lon,end_lat,end_lon\n1,2,3,"${'x\n'.repeat(100_000)}`, 'is not CSV'],
  ])('%j is refused as a whole', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test('a row with more cells than columns is a fault', async () => {
    const [row] = await read('start_lat,start_lon,end_lat,end_lon\n1,2,3,4,5\n');
    expect(row).toEqual({ number: 2, fault: 'has more cells than the header has columns' });
  });
});

describe('a line', () => {
  const checkLine = lineChecker();

  test('asks for what the same body asks of the API, whatever lines came before', () => {
    const [number, text] = [
      fc.constantFrom(-91, -60, '7.5', 181, 'x'),
      fc.constantFrom(null, '', 'Rothera', 7),
    ];
    const places = fc.record(
      {
        start_lat: number,
        start_lon: number,
        end_lat: number,
        end_lon: number,
        start_name: text,
        end_name: text,
      },
      { requiredKeys: ['start_lat', 'start_lon'] },
    );
    const others = fc.record(
      {
        mesh_id: fc.constantFrom(null, 3, '4', 'x'),
        vehicle_type: fc.constantFrom('SDA', ''),
        tags: fc.constantFrom('a, b', ['a'], 1),
        departure: fc.constantFrom('2026-11-27T10:00Z', 'noon'),
        alternatives: fc.constantFrom(2, 'many'),
        trade_off: fc.constantFrom(3),
        odd: fc.constant(1),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(places, others, (ends, rest) => {
        const body = JSON.parse(JSON.stringify({ ...rest, ...ends }));
        const { success, data } = routeRequest.safeParse(body);
        const checked = checkLine({ number: 1, body });
        expect('request' in checked ? checked.request : null).toEqual(success ? data : null);
        if (!success) expect(checked).toMatchObject({ reason: expect.stringMatching(/^Line 1: .*\.$/) });
      }),
    );
  });

  test('is a request, with its key or its number', () => {
    expect(checkLine({ number: 3, body: { ...ends, key: 'a' } })).toMatchObject({
      line: 3,
      key: 'a',
      request: ends,
    });
    expect(checkLine({ number: 3, body: { ...ends, key: 12 } })).toMatchObject({ key: '12' });
    expect(checkLine({ number: 3, body: ends })).toMatchObject({ key: '3' });
  });

  test('that is wrong names every field, and itself', () => {
    const fault = checkLine({ number: 4, body: { ...ends, end_lat: 91, odd: 1, start_lat: undefined } });
    expect(fault).toMatchObject({
      line: 4,
      reason: expect.stringMatching(/^Line 4: .*odd is not a known field/),
    });
    expect(fault).toMatchObject({
      details: expect.arrayContaining([{ field: 'end_lat', message: expect.stringContaining('-90 to 90') }]),
    });
    expect(checkLine({ number: 1, body: { ...ends, key: 'x'.repeat(256) } })).toHaveProperty('reason');
    expect(checkLine({ number: 9, fault: 'is not JSON' })).toEqual({
      line: 9,
      key: '9',
      reason: 'Line 9 is not JSON.',
    });
  });
});

describe('what is gzipped', () => {
  const text = Array.from({ length: 5000 }, (_, i) => JSON.stringify({ key: i, ...ends })).join('\n');

  test.each([1, 1000])('is inflated, however it is cut into chunks (%i)', async (size) => {
    const few = text.slice(0, 2000);
    const read = (bytes: Uint8Array | string) => all(inflated(chunksOf(bytes, size)));
    expect(Buffer.concat(await read(gzipSync(few))).toString()).toBe(few);
    expect(Buffer.concat(await read(few)).toString()).toBe(few);
    expect(await read('')).toEqual([]);
  });

  test.each([
    ['is damaged', Buffer.concat([gzipSync(text).subarray(0, 200), Buffer.alloc(200, 7)])],
    ['is cut off', gzipSync(text).subarray(0, 500)],
  ])('and %s is refused', async (_, bytes) => {
    await expect(all(inflated(chunksOf(bytes, 100)))).rejects.toThrow('is damaged or cut off');
  });

  test('is refused where it unpacks to more than may be uploaded', async () => {
    const before = process.memoryUsage().rss;
    const [zeros, last] = [gzipSync(Buffer.alloc(64 * 2 ** 20)), gzipSync('\n')];
    const members = Buffer.concat([...Array.from({ length: 16 }, () => zeros), last]);
    const lengths = async () => {
      let bytes = 0;
      for await (const chunk of inflated(chunksOf(members, 65_536))) bytes += chunk.length;
      return bytes;
    };
    await expect(lengths()).rejects.toThrow('unpacks to more than 1 GiB');
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
  });
});
