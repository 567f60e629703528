/**
 * Geometries of GML 3.2 as the S-100 products have them (S-100 part 10b), in longitude and latitude.
 *
 * Which of the two numbers of a position is the latitude is told for a whole file: by what is possible, by the reference system that
 * is named (EPSG:4326 is latitude, longitude; CRS84 the other way round), else by the custom of the product.
 */
import { decimalOf } from './decimal.ts';
import { FileUnreadable } from './errors.ts';
import { children, textOf, type XmlElement } from './xml.ts';

/** Longitude, latitude. */
export type LonLat = readonly [lon: number, lat: number];

/** The rings of a polygon are closed: longitude and latitude of each position, one after another. */
export type GmlGeometry =
  | { readonly type: 'Point'; readonly at: LonLat; readonly radiusM: number | null }
  | { readonly type: 'LineString'; readonly line: readonly LonLat[] }
  | { readonly type: 'Polygon'; readonly rings: readonly Float64Array[] };

/** With the numbers of each position in the order of the file. */
interface Raw {
  readonly type: GmlGeometry['type'];
  readonly lines: readonly Float64Array[];
  readonly radiusM: number | null;
}

export type AxisOrder = 'lat-lon' | 'lon-lat';

/** Positions in one file. */
const MAX_POSITIONS = 2_000_000;
const METRES_PER_UNIT: Readonly<Record<string, number>> = {
  m: 1,
  metre: 1,
  metres: 1,
  meter: 1,
  km: 1000,
  nm: 1852,
  nmi: 1852,
  nmi_i: 1852,
  '[nmi_i]': 1852,
};
/** Elements with an outline and holes. */
const SURFACE = /^(?:Polygon|PolygonPatch|Rectangle|Triangle)$/;
/** Elements that have a geometry in them, or refer to it. */
const HOLDS_GEOMETRY = /^(?:multi)?(?:point|curve|surface|geometry)(?:Property|Member)$/i;
/** Elements of GML that hold positions, but are not read. */
const NOT_READ =
  /^(Arc|ArcString|ArcByBulge|ArcByCenterPoint|Circle|Bezier|BSpline|CubicSpline|Geodesic|Clothoid|OffsetCurve|Cone|Sphere)$/;

export class GmlReader {
  /** Sentences on what was not read, and on positions in another order than is said. */
  readonly notes: string[] = [];
  private readonly custom: AxisOrder;
  private readonly found: { owner: number; raw: Raw }[] = [];
  private readonly systems = new Set<string>();
  private readonly skipped = new Map<string, number>();
  private owners = 0;
  private positions = 0;

  /** @param custom the order in the files of a product that do not say it */
  constructor(custom: AxisOrder) {
    this.custom = custom;
  }

  /** Collects the geometries below an element; answers their number, by which `geometriesOf` finds them. */
  collect(element: XmlElement): number {
    this.visit(element, null);
    return this.owners++;
  }

  /** By number: the geometries of each element, once all are collected. @throws FileUnreadable */
  geometries(): GmlGeometry[][] {
    const order = this.order();
    const all: GmlGeometry[][] = Array.from({ length: this.owners }, () => []);
    for (const { owner, raw } of this.found) all[owner]!.push(geometryOf(raw, order));
    for (const [name, count] of this.skipped) {
      this.notes.push(
        `${count} ${count === 1 ? 'curve' : 'curves'} of the kind ${name} ${count === 1 ? 'is' : 'are'} left out`,
      );
    }
    return all;
  }

  /** @param above the srsDimension of what the element is in */
  private visit(element: XmlElement, above: Dimension): void {
    const dimension = dimensionOf(element, above);
    const system = element['@srsName'];
    if (typeof system === 'string') this.systems.add(system);
    for (const [name, value] of Object.entries(element)) {
      if (name === 'boundedBy' || name === 'Envelope' || typeof value !== 'object') continue;
      for (const child of children(element, name)) {
        if (HOLDS_GEOMETRY.test(name)) requireNoReference(child);
        this.visitChild(name, child, dimension);
      }
    }
  }

  private visitChild(name: string, child: XmlElement, above: Dimension): void {
    const dimension = dimensionOf(child, above);
    const system = child['@srsName'];
    if (typeof system === 'string') this.systems.add(system);
    if (SURFACE.test(name)) {
      const rings = [...children(child, 'exterior'), ...children(child, 'interior')];
      this.add(
        'Polygon',
        rings.map((ring) => this.positionsBelow(ring, dimension)),
      );
    } else if (name === 'LineString' || name === 'LineStringSegment' || name === 'GeodesicString') {
      this.add('LineString', [this.positionsBelow(child, dimension)]);
    } else if (name === 'Point') {
      this.add('Point', [this.positionsBelow(child, dimension)]);
    } else if (name === 'CircleByCenterPoint') {
      this.add('Point', [this.positionsBelow(child, dimension)], radiusOf(child));
    } else if (NOT_READ.test(name)) {
      this.skipped.set(name, (this.skipped.get(name) ?? 0) + 1);
    } else {
      this.visit(child, above);
    }
  }

  private add(type: Raw['type'], lines: Raw['lines'], radiusM: number | null = null): void {
    const least = type === 'Polygon' ? 3 : type === 'LineString' ? 2 : 1;
    if (lines.length === 0 || lines.some((line) => line.length < 2 * least)) {
      throw new FileUnreadable(`A ${type} in the file has fewer than ${least} positions.`);
    }
    this.found.push({ owner: this.owners, raw: { type, lines, radiusM } });
  }

  /** The numbers of posList, pos and coordinates below an element, two for each position. */
  private positionsBelow(element: XmlElement, above: Dimension): Float64Array {
    const all: number[] = [];
    const gather = (each: XmlElement, around: Dimension): void => {
      requireNoReference(each);
      const begin = all.length;
      const dimension = dimensionOf(each, around);
      const system = each['@srsName'];
      if (typeof system === 'string') this.systems.add(system);
      for (const [name, value] of Object.entries(each)) {
        if (name === 'pos' || name === 'posList' || name === 'coordinates') {
          for (const list of Array.isArray(value) ? value : [value])
            addNumbers(all, list, name === 'pos' ? null : (dimension ?? '2'), 3 * MAX_POSITIONS);
        } else if (NOT_READ.test(name) || name === 'CircleByCenterPoint') {
          throw new FileUnreadable(
            `An outline in the file has a curve of the kind ${name}, which is not read: write it as positions.`,
          );
        } else if (typeof value === 'object') {
          for (const child of children(each, name)) gather(child, dimension);
        }
      }
      if (each['@orientation'] === '-') reversePairs(all, begin);
    };
    gather(element, above);
    this.positions += all.length / 2;
    if (this.positions > MAX_POSITIONS) throw tooMany();
    return new Float64Array(all);
  }

  private order(): AxisOrder {
    let first = 0;
    let second = 0;
    for (const { raw } of this.found) {
      for (const line of raw.lines) {
        for (let k = 0; k < line.length; k += 2) {
          first = Math.max(first, Math.abs(line[k]!));
          second = Math.max(second, Math.abs(line[k + 1]!));
        }
      }
    }
    if (Math.max(first, second) > 360 || Math.min(first, second) > 90) {
      throw new FileUnreadable(
        'The file has positions that are none on Earth: they must be latitude and longitude in degrees.',
      );
    }
    const possible = first > 90 ? 'lon-lat' : second > 90 ? 'lat-lon' : null;
    const said = this.saidOrder();
    if (possible !== null && said !== null && said !== possible) {
      this.notes.push(
        `The file says that its positions are ${said === 'lat-lon' ? 'latitude, longitude' : 'longitude, latitude'}, but some latitudes would be beyond 90°: they were read the other way round`,
      );
    }
    return possible ?? said ?? this.custom;
  }

  private saidOrder(): AxisOrder | null {
    const names = [...this.systems];
    const unknown = names.find((name) => !/(CRS:?84$)|(\b4326$)/i.test(name.trim()));
    if (unknown !== undefined) {
      throw new FileUnreadable(
        `The reference system ${JSON.stringify(unknown.slice(0, 60))} is not read here: only EPSG:4326 and CRS84 are.`,
      );
    }
    const [said = null, other] = new Set(
      names.map((name): AxisOrder => (/CRS:?84$/i.test(name.trim()) ? 'lon-lat' : 'lat-lon')),
    );
    if (other) {
      throw new FileUnreadable(
        `The file names reference systems with the latitude first and with the longitude first, ${names.slice(0, 3).join(', ').slice(0, 200)}: write all positions in one of them.`,
      );
    }
    return said;
  }
}

/** What is elsewhere in the file would be missing from an outline, or a whole area. */
function requireNoReference(element: XmlElement): void {
  const reference = textOf(element, '@href');
  if (reference === null) return;
  throw new FileUnreadable(
    `The file has positions elsewhere than where they are used (xlink:href=${JSON.stringify(reference.slice(0, 60))}), which is not read: write them in each geometry.`,
  );
}

/** A curve that is used from its end to its beginning. */
function reversePairs(all: number[], begin: number): void {
  const turned = all.splice(begin).reverse();
  for (let k = 0; k < turned.length; k += 2) all.push(turned[k + 1]!, turned[k]!);
}

/** How many numbers a position has, as an element or one that it is in says; null where none does. */
type Dimension = string | null;

const dimensionOf = (element: XmlElement, above: Dimension): Dimension =>
  textOf(element, '@srsDimension') ?? above;

/**
 * Adds the numbers in a text, with srsDimension 3 without the height.
 *
 * @param around the dimension where the text's element does not say it; null for that of one position, which has all of its numbers
 * @param most of them that are read
 */
function addNumbers(all: number[], value: unknown, around: Dimension, most: number): void {
  const element = typeof value === 'object' && value !== null ? (value as XmlElement) : null;
  const text = String(element ? (element['#text'] ?? '') : value);
  if (text.includes(',') && !text.includes('.')) {
    throw new FileUnreadable(
      `The positions "${text.trim().slice(0, 60)}" may have decimal commas, or commas between numbers: write decimal points, and blanks between numbers.`,
    );
  }
  // one by one: a list of all parts as texts takes ten times the memory of the numbers
  const begin = all.length;
  for (let at = 0; at < text.length; at++) {
    if (isBetween(text.charCodeAt(at))) continue;
    if (all.length - begin === most) throw tooMany();
    at = addNumber(all, text, at);
  }
  const count = all.length - begin;
  const own = element && dimensionOf(element, null);
  const dimension = Number(own ?? around ?? (count === 3 ? 3 : 2));
  if (count % dimension !== 0) throw notPairs();
  if (dimension !== 3) return;
  const flat = all.splice(begin).filter((_, k) => k % 3 !== 2);
  for (const number of flat) all.push(number);
}

/** So many digits are an exact number, as is their power of ten: their quotient is rounded once, as by Number(). */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, k) => 10 ** k);

/** Adds the number that begins at a place, as Number() reads it, in a quarter of the time where it is a plain decimal one. @returns its end */
function addNumber(all: number[], text: string, from: number): number {
  const isNegative = text.charCodeAt(from) === 45;
  let isPlain = true;
  let whole = 0;
  let digits = 0;
  let decimalsFrom = -1;
  let at = isNegative ? from + 1 : from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      whole = 10 * whole + code - 48;
      digits++;
    } else if (code === 46 && decimalsFrom < 0) decimalsFrom = digits;
    else if (isBetween(code)) break;
    else isPlain = false;
  }
  const size = decimalsFrom < 0 ? whole : whole / POWERS_OF_TEN[digits - decimalsFrom]!;
  const isExact = isPlain && digits > 0 && digits <= EXACT_DIGITS;
  const number = isExact ? (isNegative ? -size : size) : decimalOf(text.slice(from, at));
  if (!Number.isFinite(number)) throw notPairs();
  all.push(number);
  return at;
}

/** A blank, the end of a line, or a comma. */
const isBetween = (code: number): boolean => code <= 32 || code === 44 || code === 160;

const notPairs = () => new FileUnreadable('The file has a list of positions that is not pairs of numbers.');
const tooMany = () =>
  new FileUnreadable(`The file has more than ${MAX_POSITIONS} positions, which is the most that is read.`);

function radiusOf(circle: XmlElement): number {
  const { radius } = circle as { radius?: unknown };
  const element =
    typeof radius === 'object' && radius !== null ? (radius as XmlElement) : { '#text': radius };
  const unit = METRES_PER_UNIT[String(element['@uom'] ?? 'm').toLowerCase()];
  const metres = Number(element['#text']) * (unit ?? Number.NaN);
  if (!(metres > 0))
    throw new FileUnreadable('The file has a circle whose radius, or its unit, is not known.');
  return metres;
}

function geometryOf({ type, lines, radiusM }: Raw, order: AxisOrder): GmlGeometry {
  if (order === 'lat-lon') for (const line of lines) swapPairs(line);
  if (type === 'Polygon') return { type, rings: lines.map(closed) };
  const line = lines[0]!;
  const positions = Array.from(
    { length: line.length / 2 },
    (_, i): LonLat => [line[2 * i]!, line[2 * i + 1]!],
  );
  return type === 'LineString' ? { type, line: positions } : { type, at: positions[0]!, radiusM };
}

function swapPairs(line: Float64Array): void {
  for (let k = 0; k < line.length; k += 2) {
    const first = line[k]!;
    line[k] = line[k + 1]!;
    line[k + 1] = first;
  }
}

function closed(ring: Float64Array): Float64Array {
  if (ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) return ring;
  const whole = new Float64Array(ring.length + 2);
  whole.set(ring);
  whole.set(ring.subarray(0, 2), ring.length);
  return whole;
}

export interface Member {
  /** The name of its element, without a prefix. */
  readonly kind: string;
  readonly element: XmlElement;
}

const CONTAINERS = new Set([
  'member',
  'members',
  'imember',
  'imembers',
  'featureMember',
  'featureMembers',
  'IceFeatureMember',
]);

/** The features and information of a dataset, in the order of the file as far as their kinds allow. */
export function membersOf(dataset: XmlElement): Member[] {
  return [...CONTAINERS].flatMap((container) =>
    children(dataset, container).flatMap((holder) =>
      Object.keys(holder)
        .filter((kind) => !kind.startsWith('@'))
        .flatMap((kind) => children(holder, kind).map((element) => ({ kind, element }))),
    ),
  );
}
