import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readZonesFile } from '../../lib/zones/read/read-zones.ts';
import { zone } from '../../lib/zones/zone.ts';
import { hasReference, referenceBytes, skipped } from '../engine/reference.ts';
import { type Shape, SOUTH_POLAR, zipped } from '../files/write-shapefile.ts';

const sample = (name: string) => referenceBytes(`s100/s124/navwarn_${name}.gml`);
const options = { property: 'name', nameless: () => null };

describe.skipIf(!hasReference)(`navigational warnings as zones${skipped}`, () => {
  it('are areas with number, text and restriction; points need a radius', () => {
    const { zones, notes } = readZonesFile(sample('mixed'), options);
    expect(zones).toMatchObject([
      { name: 'NGA 305-2026 part 3', kind: 'report', source: 'S-124 NGA 305-2026' },
    ]);
    expect(zones.map((each) => zone.safeParse(each).success)).toEqual([true]);
    expect((zones[0]!.geometry as { coordinates: number[][][] }).coordinates[0]![0]).toEqual([3.8, 51.85]);
    expect(notes).toEqual(['1 part of the warning has no place.', '2 lines and points were passed over.']);

    const round = readZonesFile(sample('mixed'), { ...options, radiusNm: 2 }).zones;
    expect(round.map(({ name, kind }) => [name, kind])).toEqual([
      ['NGA 305-2026 part 1', 'closed'],
      ['NGA 305-2026 part 3', 'report'],
    ]);
    expect(round[0]!.source).toContain('Uncharted obstruction reported');
    expect(zone.safeParse(round[0]).success).toBe(true);
  });

  it('without a number are warnings', () => {
    const numberless = sample('surface')
      .toString()
      .replace(/<S124:messageSeriesIdentifier>.*<\/S124:messageSeriesIdentifier>/s, '');
    expect(readZonesFile(strToU8(numberless), options).zones[0]).toMatchObject({ name: 'Warning part 1' });
  });

  it('have a season where they are valid for less than a year', () => {
    const dated = sample('surface')
      .toString()
      .replace(
        '<S124:restriction>2<',
        '<S124:fixedDateRange><S124:dateStart>2026-11-01</S124:dateStart><S124:dateEnd>2027-02-01</S124:dateEnd></S124:fixedDateRange><S124:restriction>14<',
      );
    const [first] = readZonesFile(strToU8(dated), options).zones;
    expect(first).toMatchObject({ kind: 'closed', season: { from: '11-01', to: '02-01' } });
    expect(first!.source).toContain('valid 2026-11-01 to 2027-02-01');
  });

  it.each(['curve', 'point', 'with_xlinks'])('%s without an area are refused, or read', (name) => {
    const read = () => readZonesFile(sample(name), options);
    if (name === 'with_xlinks') expect(read().zones.length).toBeGreaterThan(0);
    else expect(read).toThrow('The file has no areas');
  });
});

describe('zipped areas', () => {
  const square = [
    [0, 1e6],
    [0, 1.1e6],
    [1e5, 1.1e6],
    [1e5, 1e6],
    [0, 1e6],
  ] as const;

  it('of a shapefile in its projection, with its attributes', () => {
    const file = zipped(
      'areas',
      [{ rings: [square], attributes: { NAME: 'Reserve  ', KIND: 'closed', SOURCE: '  ' } }],
      SOUTH_POLAR,
    );
    const [reserve] = readZonesFile(file, options).zones;
    expect(reserve).toMatchObject({ name: 'Reserve', kind: 'closed' });
    expect(reserve!.source).toBeUndefined();
    const ring = (reserve!.geometry as { coordinates: number[][][] }).coordinates[0]!;
    for (const [lon, lat] of ring) expect(lon! >= -1e-9 && lon! < 6 && lat! > -82 && lat! < -79).toBe(true);
    expect(ring.length).toBeGreaterThan(15);
  });

  it('of a shapefile are numbered as they come, and records without a shape are told', () => {
    const none: Shape = { rings: [], attributes: {} };
    const area = (name: string): Shape => ({ rings: [square], attributes: { NAME: name } });
    const read = (...shapes: Shape[]) => readZonesFile(zipped('areas', shapes, SOUTH_POLAR), options);
    const notesOf = (...shapes: Shape[]) =>
      read(...shapes).notes.filter((note) => note.includes('no geometry'));
    expect(notesOf(area('A'), area('B'))).toEqual([]);
    expect(notesOf(area('A'), none, none)).toEqual(['2 features have no geometry that is read here.']);
    expect(read(none, area('A')).zones.map(({ name }) => name)).toEqual(['A']);
    expect(() => read(none, area(''))).toThrow('Feature 2 has no property "name"');
  });

  it('of KMZ', () => {
    const kml =
      '<kml><Placemark><name>Bank</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,-60 1,-60 1,-61 0,-60</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>';
    expect(readZonesFile(zipSync({ 'doc.kml': strToU8(kml) }), options).zones).toMatchObject([
      { name: 'Bank' },
    ]);
  });

  it('are refused where the .shp came alone', () => {
    expect(() => readZonesFile(Uint8Array.of(0, 0, 0x27, 0x0a, 0), options)).toThrow(
      'zip its .shp, .dbf and .prj',
    );
  });
});
