/** The placemarks of a KML file (OGC 07-147r2, and Google's before it) as GeoJSON features. */
import { decimalOf } from './decimal.ts';
import { FileUnreadable } from './errors.ts';
import { emptyNotes, type FeaturesRead, type GeoFeature, type Geometry } from './geojson.ts';
import { children, inFileOrder, readXml, textOf, textsOf, type XmlElement } from './xml.ts';

const CONTAINERS = ['Document', 'Folder'];

/** What else has a place or leads to one, each with the sentence about it. */
const PASSED_OVER = [
  ['NetworkLink', 'link to another file was not followed', 'links to other files were not followed'],
  ['GroundOverlay', 'picture on the ground was passed over', 'pictures on the ground were passed over'],
  ['PhotoOverlay', 'photograph was passed over', 'photographs were passed over'],
  ['Tour', 'tour was passed over', 'tours were passed over'],
] as const;

/** A placemark's name and its extended data are properties. What is no placemark is told. */
export function readKmlFeatures(text: string): FeaturesRead {
  const document = readXml(text, { keepsOrder: true });
  const roots = children(document, 'kml');
  const containers = roots.length > 0 ? roots : [document];
  const elements = inFileOrder(allIn(containers, 'Placemark'));
  const placemarks = elements.map((placemark, i) => {
    const properties = propertiesOf(placemark);
    return geometriesIn(placemark).map((geometry): GeoFeature => ({ geometry, properties, number: i + 1 }));
  });
  return {
    features: placemarks.flat(),
    notes: [
      ...emptyNotes(placemarks.filter(({ length }) => length === 0).length),
      ...(elements.some(isTimed) ? ['Times of placemarks were passed over.'] : []),
      ...PASSED_OVER.flatMap(([name, one, several]) => {
        const { length: count } = allIn(containers, name);
        return count > 0 ? [`${count} ${count === 1 ? one : several}.`] : [];
      }),
    ],
  };
}

const isTimed = (placemark: XmlElement): boolean =>
  ['TimeSpan', 'TimeStamp'].some((name) => children(placemark, name).length > 0) ||
  [placemark, ...children(placemark, 'MultiTrack')].some((each) =>
    children(each, 'Track').some((track) => textsOf(track, 'when').length > 0),
  );

/** The elements of a name in containers, and in those within them. */
const allIn = (containers: readonly XmlElement[], name: string): XmlElement[] =>
  containers.flatMap((container) => [
    ...children(container, name),
    ...CONTAINERS.flatMap((inner) => allIn(children(container, inner), name)),
  ]);

function propertiesOf(placemark: XmlElement): Record<string, unknown> {
  const extended = children(placemark, 'ExtendedData');
  const data = extended.flatMap((each) => children(each, 'Data'));
  const simple = extended
    .flatMap((each) => children(each, 'SchemaData'))
    .flatMap((each) => children(each, 'SimpleData'));
  return {
    ...Object.fromEntries(data.map((each) => [textOf(each, '@name') ?? '', textOf(each, 'value')])),
    ...Object.fromEntries(simple.map((each) => [textOf(each, '@name') ?? '', textOf(each, '#text')])),
    name: textOf(placemark, 'name')?.trim() ?? null,
  };
}

function geometriesIn(element: XmlElement): Geometry[] {
  const lines = [...children(element, 'LineString'), ...children(element, 'LinearRing')];
  const own: Geometry[] = [
    ...children(element, 'Point').map(
      (point): Geometry => ({
        type: 'Point',
        coordinates: positionsOf(point)[0],
      }),
    ),
    ...lines.map((line): Geometry => ({ type: 'LineString', coordinates: positionsOf(line) })),
    ...children(element, 'Polygon').map(
      (polygon): Geometry => ({
        type: 'Polygon',
        coordinates: ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((side) =>
          children(polygon, side)
            .flatMap((boundary) => children(boundary, 'LinearRing'))
            .map(positionsOf),
        ),
      }),
    ),
    // gx:Track: `lon lat height` each
    ...children(element, 'Track').map(
      (track): Geometry => ({
        type: 'LineString',
        coordinates: textsOf(track, 'coord').map((text) =>
          text.trim().split(/\s+/).slice(0, 2).map(decimalOf),
        ),
      }),
    ),
  ];
  const inside = ['MultiGeometry', 'MultiTrack'].flatMap((name) => children(element, name));
  return [...own, ...inside.flatMap(multiOf)];
}

/** Lines of one placemark are parts of one line, as those of a MultiLineString. */
function multiOf(element: XmlElement): Geometry[] {
  const parts = geometriesIn(element);
  const lines = parts.flatMap(({ type, coordinates }) => (type === 'LineString' ? [coordinates] : []));
  const others = parts.filter(({ type }) => type !== 'LineString');
  return lines.length > 1 ? [...others, { type: 'MultiLineString', coordinates: lines }] : parts;
}

/** `lon,lat[,height]`, parted by spaces; some programs write spaces after the commas. */
function positionsOf(element: XmlElement): number[][] {
  const tuples = textsOf(element, 'coordinates').join(' ').trim().replace(/\s+/g, ' ').replace(/ ?, ?/g, ',');
  return tuples === '' ? [] : tuples.split(' ').map(positionOf);
}

/** More numbers are decimal commas, or positions without spaces between them: then there is no telling. */
function positionOf(tuple: string): number[] {
  const numbers = tuple.split(',');
  if (numbers.length > 3 || numbers.slice(0, 2).includes('')) {
    throw new FileUnreadable(
      `The coordinates "${tuple.slice(0, 60)}" are not longitude,latitude,height: write decimal points, and spaces between positions.`,
    );
  }
  return numbers.slice(0, 2).map(decimalOf);
}
