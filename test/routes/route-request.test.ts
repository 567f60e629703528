import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routeRequest } from '../../lib/routes/route-request.ts';
import { between } from '../between.ts';

const points = { start_lat: '-51.731', start_lon: '-57.706', end_lat: -67.764, end_lon: -68.02 };
const parse = (changes: object) => routeRequest.safeParse({ ...points, ...changes });

describe('coordinates', () => {
  it('takes numbers and decimal strings alike', () => {
    expect(parse({}).data).toEqual({
      start_lat: -51.731,
      start_lon: -57.706,
      end_lat: -67.764,
      end_lon: -68.02,
      force_new_route: false,
      mesh_id: null,
      vehicle_type: null,
      voyage: null,
      start_name: null,
      end_name: null,
      tags: [],
    });
  });

  it.each([
    '90',
    '-90',
    '+1',
    '0',
    '-0',
    '.5',
    '5.',
    '00012',
    '1e1',
    '5e-05',
    '-1.5E+1',
    '1e-400',
    `1.${'0'.repeat(38)}`,
    90,
    -90,
    1e-200,
  ])('takes %j', (start_lat) => {
    expect(parse({ start_lat }).data?.start_lat).toBeCloseTo(Number(start_lat), 12);
  });

  it.each([
    '90.0001',
    91,
    -90.5,
    '',
    ' ',
    ' 12 ',
    '12 ',
    '1e2',
    '1e400',
    'e1',
    '1e',
    '0x10',
    'NaN',
    'Infinity',
    '1,5',
    '--1',
    '.',
    '+',
    '١',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    true,
    [],
    [1],
    {},
    '9'.repeat(400),
    `1.${'0'.repeat(39)}`,
  ])('refuses %j', (start_lat) => {
    const parsed = parse({ start_lat });
    expect(parsed.error?.issues).toHaveLength(1);
    expect(parsed.error?.issues[0]?.path).toEqual(['start_lat']);
  });

  it('keeps every digit of a double', () => {
    fc.assert(
      fc.property(between(-180, 180), (lon) => {
        fc.pre(Math.abs(lon) > 1e-6);
        expect(parse({ start_lon: `${lon}` }).data?.start_lon).toBe(lon);
        expect(parse({ start_lon: lon }).data?.start_lon).toBe(lon);
      }),
    );
  });

  it('has no negative zero', () => {
    expect(Object.is(parse({ end_lon: -0 }).data?.end_lon, 0)).toBe(true);
    expect(Object.is(parse({ end_lon: '-0' }).data?.end_lon, 0)).toBe(true);
  });
});

describe('the optional fields', () => {
  it('may all be null', () => {
    const none = { force_new_route: null, mesh_id: null, start_name: null, end_name: null, tags: null };
    expect(parse(none).data).toEqual(parse({}).data);
  });

  it.each([
    ['force_new_route', 'true'],
    ['force_new_route', 1],
    ['mesh_id', '3.5'],
    ['mesh_id', 1.5],
    ['mesh_id', 1e13],
    ['start_name', 5],
    ['end_name', 'x'.repeat(101)],
    ['start_name', '\ud800'],
    ['tags', 5],
    ['tags', {}],
    ['tags', [1]],
    ['tags', ['ok', 'x'.repeat(51)]],
    ['tags', `ok,${'x'.repeat(51)}`],
    ['tags', ','.repeat(20)],
    ['tags', Array.from({ length: 21 }, (_, i) => `${i}`)],
  ])('refuses %s %j', (field, value) => {
    expect(parse({ [field]: value }).success).toBe(false);
  });

  it('says of a number beyond all integers what it should be', () => {
    const { error } = parse({ mesh_id: 1e20 });
    expect(error?.issues.map(({ message }) => message)).toContain('must be an integer or null');
  });

  it.each([
    [' a, b ,,a', ['a', 'b']],
    [
      ['a ', '', 'b', 'a', 'c,d'],
      ['a', 'b', 'c,d'],
    ],
    ['', []],
    [','.repeat(19), []],
    ['\u{1f6a2}'.repeat(50), ['\u{1f6a2}'.repeat(50)]],
  ])('reads the tags %j', (tags, read) => {
    expect(parse({ tags }).data?.tags).toEqual(read);
  });

  it('names the tag that is bad', () => {
    expect(parse({ tags: ['ok', 'x'.repeat(51)] }).error?.issues[0]?.path).toEqual(['tags', 1]);
  });

  it('takes the identifier of a mesh as text of digits too', () => {
    const ends = { start_lat: 1, start_lon: 2, end_lat: 3, end_lon: 4 };
    expect(routeRequest.parse({ ...ends, mesh_id: '17' }).mesh_id).toBe(17);
    for (const mesh_id of ['', '1.5', 'x', 1.5]) {
      expect(routeRequest.safeParse({ ...ends, mesh_id }).success).toBe(false);
    }
  });
});
