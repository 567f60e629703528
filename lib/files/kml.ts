/** The placemarks of a KML file (OGC 07-147r2, and Google's before it) as GeoJSON features. */
import { FileUnreadable } from './errors.ts';
import type { FeaturesRead, GeoFeature, Geometry } from './geojson.ts';
import { children, readXml, textOf, type XmlElement } from './xml.ts';

const CONTAINERS = new Set(['Document', 'Folder']);

/** A placemark's name and its extended data are properties. Links to other files are not followed, which is told. */
export function readKmlFeatures(text: string): FeaturesRead {
  const document = readXml(text);
  const roots = children(document, 'kml');
  const placemarks = (roots.length > 0 ? roots : [document]).flatMap(placemarksIn);
  const links = roots.flatMap((root) => inContainers(root, 'NetworkLink')).length;
  return {
    features: placemarks.flatMap((placemark, i) => {
      const properties = propertiesOf(placemark);
      return geometriesIn(placemark).map((geometry): GeoFeature => ({ geometry, properties, number: i + 1 }));
    }),
    notes: links > 0 ? [`${links} ${links === 1 ? 'link' : 'links'} to other files were not followed.`] : [],
  };
}

const placemarksIn = (element: XmlElement): XmlElement[] => inContainers(element, 'Placemark');

/** In the order in which elements of each name first come. */
function inContainers(element: XmlElement, name: string): XmlElement[] {
  return Object.keys(element).flatMap((key) => {
    if (key === name) return children(element, key);
    return CONTAINERS.has(key) ? children(element, key).flatMap((each) => inContainers(each, name)) : [];
  });
}

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
        coordinates: positionsOf(textOf(point, 'coordinates'))[0],
      }),
    ),
    ...lines.map(
      (line): Geometry => ({ type: 'LineString', coordinates: positionsOf(textOf(line, 'coordinates')) }),
    ),
    ...children(element, 'Polygon').map(
      (polygon): Geometry => ({
        type: 'Polygon',
        coordinates: ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((side) =>
          children(polygon, side)
            .flatMap((boundary) => children(boundary, 'LinearRing'))
            .map((ring) => positionsOf(textOf(ring, 'coordinates'))),
        ),
      }),
    ),
    // gx:Track: `lon lat height` each
    ...children(element, 'Track').map(
      (track): Geometry => ({
        type: 'LineString',
        coordinates: textsOf(track, 'coord').map((text) => text.trim().split(/\s+/).slice(0, 2).map(Number)),
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
function positionsOf(text: string | null): number[][] {
  const tuples = (text ?? '').trim().replace(/\s*,\s*/g, ',');
  return tuples === '' ? [] : tuples.split(/\s+/).map(positionOf);
}

/** More numbers are decimal commas, or positions without spaces between them: then there is no telling. */
function positionOf(tuple: string): number[] {
  const numbers = tuple.split(',');
  if (numbers.length > 3 || numbers.slice(0, 2).includes('')) {
    throw new FileUnreadable(
      `The coordinates "${tuple.slice(0, 60)}" are not longitude,latitude,height: write decimal points, and spaces between positions.`,
    );
  }
  return numbers.slice(0, 2).map(Number);
}

function textsOf(element: XmlElement, name: string): string[] {
  const found = element[name];
  return (Array.isArray(found) ? found : [found]).filter((each) => typeof each === 'string');
}
