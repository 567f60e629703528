import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isMetadataFile, parseMetadata, recordedBounds } from '../../../lib/meshes/import/mesh-metadata.ts';
import { Faults, MeshRefused } from '../../../lib/meshes/mesh-refused.ts';
import { runs } from '../../thorough.ts';

const MD5 = 'a7c0460a8818db39ca6213b546f6a21c';
const record = (fields: string) =>
  `records:\n- filepath: out/x.vessel.json\n${fields.replace(/^/gm, '  ')}\n`;
const contentOf = (yaml: string) => parseMetadata(yaml)[0].content;
const reasonsOf = (yaml: string) => {
  const content = contentOf(yaml);
  return content instanceof MeshRefused ? content.message : 'none';
};

it.each([
  ['upload_metadata_20240214T050500.yaml.gz', true],
  ['upload_metadata_.yaml.gz', true],
  ['upload_metadata_20240214T050500.yaml', false],
  ['metadata_20240214T050500.yaml.gz', false],
])('%s: metadata %s', (name, expected) => expect(isMetadataFile(name)).toBe(expected));

it.each([
  ['out/weddell-sea-8k.vessel.json', 'weddell-sea-8k.vessel.json'],
  ['vessel_mesh.json', 'vessel_mesh.json'],
  ['C:\\out\\southern.vessel.json', 'southern.vessel.json'],
  ['out/x.vessel.json.gz', 'x.vessel.json'],
  ['out/weddell-sea-8k.vessel.geojson', undefined],
  ['out/weddell.env.json', 'weddell.env.json'],
  ['out/weddell-env-mesh.json', 'weddell-env-mesh.json'],
  ['vessel/routes.csv', undefined],
  ['vessels/mesh.json', undefined],
])('of %s the mesh is %s', (filepath, name) => {
  expect(parseMetadata(`records:\n- filepath: '${filepath}'\n  md5: ${MD5}\n`)[0]?.name).toBe(name);
});

it('refuses a file name with half a surrogate pair, which cannot be the key of an object', () => {
  const [found] = parseMetadata(`records:\n- filepath: "out/a\\ud800b.vessel.json"\n  md5: ${MD5}\n`);
  expect(found.name).toBe('a\ufffdb.vessel.json');
  expect((found.content as MeshRefused).message).toContain('filepath: not valid Unicode');
});

it('names the records without a file, and reads the others', () => {
  const faults = new Faults();
  const yaml = `records:\n- 5\n- md5: ${MD5}\n- filepath: out/x.vessel.json\n  md5: ${MD5}\n- []\n- filepath: {}\n`;
  expect(parseMetadata(yaml, faults).map(({ name }) => name)).toEqual(['x.vessel.json']);
  expect(() => faults.refuseIfAny()).toThrow(
    'metadata record 1: expected a filepath; metadata record 2: expected a filepath; metadata record 4: expected a filepath; 1 more: records without a filepath',
  );
});

describe('a record', () => {
  it('tells md5, time and extent', () => {
    const yaml = record(
      `created: 20240214T050448\nmd5: ${MD5.toUpperCase()}\nlatlong: {latmin: -80.0, latmax: -45, lonmin: -70, lonmax: 0}`,
    );
    expect(contentOf(yaml)).toEqual({
      md5: MD5,
      created: '2024-02-14T05:04:48.000Z',
      bounds: { latMin: -80, latMax: -45, lonMin: -70, lonMax: 0 },
    });
  });

  it.each(['', 'created: null\nlatlong: null', "created: 'null'\nlatlong: {latmin: 'null', lonmax: null}"])(
    'may leave out what it does not know: %j',
    (fields) => {
      expect(contentOf(record(`md5: ${MD5}\n${fields}`))).toEqual({ md5: MD5, created: null, bounds: {} });
    },
  );

  it.each(['2024-02-14T05:04:48Z', '2024-02-14 05:04:48', '2024-02-14T06:04:48+01:00'])(
    'has a time %s',
    (time) => {
      expect(contentOf(record(`md5: ${MD5}\ncreated: ${time}`))).toMatchObject({
        created: '2024-02-14T05:04:48.000Z',
      });
    },
  );

  it('has an md5 even where YAML would see a number', () => {
    const md5 = '12345678901234567890e12345678901';
    expect(contentOf(record(`md5: ${md5}`))).toMatchObject({ md5 });
  });

  it.each([
    ['size: 3', /md5: expected a string, found nothing/],
    ['md5: abc', /md5: expected 32 hexadecimal digits, found "abc"/],
    [`md5: ${MD5}\ncreated: yesterday`, /created: expected a time .* found "yesterday"/],
    [`md5: ${MD5}\ncreated: 20240230T050448`, /created: expected a time .* found "20240230T050448"/],
    [`md5: ${MD5}\nlatlong: {latmin: low}`, /latlong.latmin: expected degrees, found "low"/],
    [`md5: ${MD5}\nlatlong: {latmin: .nan}`, /latlong.latmin: expected degrees/],
  ])('is refused with %j', (fields, reason) => expect(reasonsOf(record(fields))).toMatch(reason));
});

it.each([
  ['a: [', /^not YAML/],
  ['', /^not YAML|^not a metadata file/],
  ['a: 1\na: 2', /^not YAML: duplicated mapping key/],
  [`records: [${'1,'.repeat(10_001)}]`, /^expected at most 10000 records, found 10001/],
  [`a: &a x\nrecords: [${'*a,'.repeat(10_001)}]`, /^not YAML/],
  ['just text', /^not a metadata file/],
  ['records: 3', /^not a metadata file/],
  ['records: [*a]', /^not YAML/],
])('%j is no metadata file', (yaml, reason) => expect(() => parseMetadata(yaml)).toThrow(reason));

it('shares what records have in common, as PyYAML writes it', () => {
  const [first, second] = ['&id001 {latmin: -70}', '*id001'].map((latlong) =>
    record(`md5: ${MD5}\nlatlong: ${latlong}`),
  );
  const contents = parseMetadata(first + second.replace('records:\n', '')).map(({ content }) => content);
  const content = { md5: MD5, created: null, bounds: { latMin: -70 } };
  expect(contents).toEqual([content, content]);
});

describe('processor time', () => {
  const repeated = (text: string, size: number) => text.repeat(Math.ceil(size / text.length));
  const numbered = (line: (i: number) => string, size: number) => {
    const lines: string[] = [];
    for (let i = 0, length = 0; length < size; length += lines[i++].length) lines.push(line(i));
    return lines.join('');
  };
  const milliseconds = (yaml: string) => {
    const before = process.cpuUsage();
    try {
      parseMetadata(yaml);
    } catch (error) {
      expect(error).toBeInstanceOf(MeshRefused);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  it.each<[string, (size: number) => string]>([
    ['different keys', (size) => numbered((i) => `k${i}: 1\n`, size)],
    ['keys in braces', (size) => `{${numbered((i) => `k${i}: 1, `, size)}}`],
    ['anchors', (size) => numbered((i) => `k${i}: &a${i} x\n`, size)],
    ['aliases', (size) => `a: &a {b: 1}\nrecords:\n${repeated('- *a\n', size)}`],
    ['merge keys', (size) => `a: &a {b: 1}\n${repeated('<<: *a\n', size)}`],
    ['brackets', (size) => repeated('[', size)],
    ['dashes', (size) => repeated('- ', size)],
    ['question marks', (size) => repeated('? ', size)],
    ['commas', (size) => `[${repeated(',', size)}`],
    ['a list on one line', (size) => `records: [${repeated('1,', size)}]`],
    ['documents', (size) => repeated('---\n', size)],
    ['tags', (size) => repeated('- !a b\n', size)],
    ['blank lines', (size) => `a:${repeated('\n', size)} b`],
    ['a folded text', (size) => `a: >\n${repeated(' x\n\n', size)}`],
    ['a long quoted text', (size) => `a: "${repeated('x\n ', size)}`],
    ['maps in maps', (size) => numbered((i) => `${' '.repeat(i)}a:\n`, size)],
  ])('of %s grows in proportion to their length', (_, make) => {
    const [small, large] = [8, 1].map((part) => make((runs(128, 512) * 1024) / part)) as [string, string];
    milliseconds(small); // warms up
    const limit = 1 * (large.length / 1024);
    // twice the documented millisecond per kilobyte of processor time, because the machine may be slow
    expect(milliseconds(large)).toBeLessThan(2 * limit);
  });
});

it.each([
  ['lonmin: 290, lonmax: 360', { lonMin: -70, lonMax: 0 }],
  ['lonmin: 170, lonmax: 190', { lonMin: 170, lonMax: -170 }],
  ['lonmin: 180, lonmax: 360', { lonMin: -180, lonMax: 0 }],
  ['lonmin: 0, lonmax: 360', { lonMin: -180, lonMax: 180 }],
  ['lonmin: 290', { lonMin: -70 }],
  ['lonmin: -70, lonmax: 0', { lonMin: -70, lonMax: 0 }],
  ['lonmin: 0, lonmax: 180', { lonMin: 0, lonMax: 180 }],
  ['lonmin: 290, lonmax: 400', { lonMin: -70, lonMax: 400 }],
])('counts longitudes from 0 to 360 as from −180 to 180: %s', (latlong, bounds) => {
  expect(contentOf(record(`md5: ${MD5}\nlatlong: {${latlong}}`))).toMatchObject({ bounds });
});

it('completes the bounds from the region of the mesh, and refuses impossible bounds', () => {
  const region = { latMin: -80, latMax: -45, lonMin: -70, lonMax: 0 };
  expect(recordedBounds({ latMax: -50 }, region)).toEqual({ ...region, latMax: -50 });
  expect(() => recordedBounds({ latMax: -85 }, region)).toThrow(/latlong: expected latitudes/);
});

it('reads the reference', ({ skip }) => {
  const file = new URL(
    '../../../../shared/reference/metadata/upload_metadata_20240214T050500.yaml.gz',
    import.meta.url,
  );
  if (!existsSync(file)) skip('../shared/reference does not exist');
  const names = parseMetadata(gunzipSync(readFileSync(file)).toString()).map(({ name }) => name);
  expect(names).toEqual([
    'weddell-sea-8k.vessel.json',
    'antarctic-peninsula-4k.vessel.json',
    'antarctic-peninsula-16k.vessel.json',
  ]);
});
