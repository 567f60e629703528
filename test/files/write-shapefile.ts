/** Shapefiles for tests, as other programs write them (Esri Shapefile Technical Description, 1998). */
import { strToU8, zipSync } from 'fflate';

type Ring = readonly (readonly [x: number, y: number])[];

/** Types of shapes, as a file has them. */
export const LINE = 3;
const POLYGON = 5;
export const MULTI_POINT = 8;

export interface Shape {
  /** Of a line its parts; of points one. */
  readonly rings: readonly Ring[];
  readonly attributes: Readonly<Record<string, string>>;
}

export const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** EPSG:3413 as Esri writes it: polar stereographic, true at 70° N, along 45° W. */
export const NORTH_POLAR =
  'PROJCS["WGS_1984_NSIDC_Sea_Ice_Polar_Stereographic_North",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Stereographic_North_Pole"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-45.0],PARAMETER["Standard_Parallel_1",70.0],UNIT["Meter",1.0]]';

/** EPSG:3031: polar stereographic, true at 71° S, along Greenwich. */
export const SOUTH_POLAR =
  'PROJCS["WGS_1984_Antarctic_Polar_Stereographic",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Stereographic_South_Pole"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",-71.0],UNIT["Meter",1.0]]';

/** The files of a shapefile, by extension. */
export function shapefile(
  shapes: readonly Shape[],
  prj: string | null = WGS84,
  type = POLYGON,
): Record<string, Uint8Array> {
  return { shp: shpOf(shapes, type), dbf: dbfOf(shapes), ...(prj !== null && { prj: strToU8(prj) }) };
}

export function zipped(name: string, shapes: readonly Shape[], prj: string | null = WGS84): Uint8Array {
  const files = Object.entries(shapefile(shapes, prj)).map(([extension, bytes]) => [
    `${name}.${extension}`,
    bytes,
  ]);
  return zipSync(Object.fromEntries(files));
}

function shpOf(shapes: readonly Shape[], type: number): Uint8Array {
  const contents = shapes.map(({ rings }) => {
    const points = rings.flat();
    const head = type === MULTI_POINT ? 40 : 44 + 4 * rings.length;
    const content = new DataView(new ArrayBuffer(head + 16 * points.length));
    content.setInt32(0, type, true);
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((side, k) => {
      content.setFloat64(4 + 8 * k, side, true);
    });
    if (type === MULTI_POINT) content.setInt32(36, points.length, true);
    else {
      content.setInt32(36, rings.length, true);
      content.setInt32(40, points.length, true);
      let first = 0;
      rings.forEach((ring, k) => {
        content.setInt32(44 + 4 * k, first, true);
        first += ring.length;
      });
    }
    points.forEach(([x, y], k) => {
      content.setFloat64(head + 16 * k, x, true);
      content.setFloat64(head + 8 + 16 * k, y, true);
    });
    return new Uint8Array(content.buffer);
  });
  const bytes = 100 + contents.reduce((sum, { length }) => sum + 8 + length, 0);
  const file = new DataView(new ArrayBuffer(bytes));
  file.setInt32(0, 9994);
  file.setInt32(24, bytes / 2);
  file.setInt32(28, 1000, true);
  file.setInt32(32, type, true);
  let at = 100;
  contents.forEach((content, k) => {
    file.setInt32(at, k + 1);
    file.setInt32(at + 4, content.length / 2);
    new Uint8Array(file.buffer).set(content, at + 8);
    at += 8 + content.length;
  });
  return new Uint8Array(file.buffer);
}

function dbfOf(shapes: readonly Shape[]): Uint8Array {
  const WIDTH = 40;
  const names = [...new Set(shapes.flatMap(({ attributes }) => Object.keys(attributes)))];
  const header = 32 + 32 * names.length + 1;
  const record = 1 + WIDTH * names.length;
  const file = new Uint8Array(header + record * shapes.length + 1).fill(0x20, header);
  const view = new DataView(file.buffer);
  file[0] = 3;
  view.setUint32(4, shapes.length, true);
  view.setUint16(8, header, true);
  view.setUint16(10, record, true);
  names.forEach((name, k) => {
    file.set(strToU8(name), 32 + 32 * k);
    file[32 + 32 * k + 11] = 'C'.charCodeAt(0);
    file[32 + 32 * k + 16] = WIDTH;
  });
  file[header - 1] = 13;
  shapes.forEach(({ attributes }, i) => {
    for (const [k, name] of names.entries()) {
      file.set(strToU8(attributes[name] ?? ''), header + record * i + 1 + WIDTH * k);
    }
  });
  file[file.length - 1] = 0x1a;
  return file;
}
