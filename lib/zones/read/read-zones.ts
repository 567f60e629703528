/** Zones from a file that somebody drops or names, told apart by its content. */
import { FileUnreadable } from '../../files/errors.ts';
import {
  emptyNotes,
  type FeaturesRead,
  type GeoFeature,
  type Geometry,
  readGeoJsonFeatures,
} from '../../files/geojson.ts';
import { readKmlFeatures } from '../../files/kml.ts';
import {
  type BinaryContent,
  type FileContent,
  type Readers,
  readAs,
  recognise,
} from '../../files/recognise.ts';
import { readShapefiles } from '../../files/shapefile.ts';
import { unpacked } from '../../files/unpacked.ts';
import { extensionOf, unzip } from '../../files/zip.ts';
import { readS124Features } from './read-s124.ts';
import { isArea, propertyOf, type ZoneCandidate, zonesOfFeatures } from './zones-of-features.ts';

/** The formats in which areas are read, each with its reader. */
const readers: Readers<FeaturesRead> = {
  json: ({ text }) => readGeoJsonFeatures(text),
  kml: ({ text }) => readKmlFeatures(text),
  s124: ({ text }) => readS124Features(text),
  zip: (content) => readZip(content),
  shapefile: () => {
    throw new FileUnreadable('A shapefile is several files: zip its .shp, .dbf and .prj together.');
  },
};

/** A zipped shapefile, of which all layers count, or KMZ and whatever else was zipped. */
function readZip(content: BinaryContent): FeaturesRead {
  if (unzip(content.bytes, (name) => extensionOf(name) === 'shp').length === 0)
    return areasIn(unpacked(content));
  const layers = readShapefiles(content.bytes);
  const features = layers.flatMap((layer) => layer.features);
  return {
    features: features.flatMap(({ geometry, properties }, i): GeoFeature[] =>
      geometry ? [{ geometry: geometry as Geometry, properties: trimmed(properties), number: i + 1 }] : [],
    ),
    notes: [
      ...layers.flatMap(({ notes }) => notes),
      ...emptyNotes(features.filter(({ geometry }) => !geometry).length),
    ],
  };
}

/** Texts of a table are filled up with spaces. */
const trimmed = (properties: GeoFeature['properties']) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() || null : value,
    ]),
  );

export interface ZonesInFile {
  readonly zones: readonly ZoneCandidate[];
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

export interface ZonesInFileOptions {
  /** Of all, instead of each one's own. */
  readonly kind?: string | undefined;
  /** The property that names a zone; `name` may be in any case. */
  readonly property: string;
  /** What an area without a name is called, by its index and how many there are; null where it is refused. */
  readonly nameless: (index: number, count: number) => string | null;
  /** Of points that have no radius of their own, as those of navigational warnings. */
  readonly radiusNm?: number | undefined;
}

export const areasIn = (content: FileContent): FeaturesRead => {
  const { features, notes } = readAs(readers, content);
  return { features, notes: [...content.notes, ...notes] };
};

/** @throws FileUnreadable with a sentence that says what is wrong */
export function readZonesFile(given: Uint8Array | FileContent, options: ZonesInFileOptions): ZonesInFile {
  const { kind, property, nameless, radiusNm } = options;
  const { features: read, notes } = areasIn(given instanceof Uint8Array ? recognise(given) : given);
  const features = radiusNm === undefined ? read : read.map((feature) => withRadius(feature, radiusNm));
  const areas = features.filter(isArea);
  const rest = features.length - areas.length;
  if (areas.length === 0) {
    throw new FileUnreadable(
      'The file has no areas: no Polygon, no MultiPolygon, and no Point with a radius_nm.',
    );
  }
  const zones = zonesOfFeatures(
    areas,
    (feature, i) =>
      nameOf(feature, options) ?? nameless(i, areas.length) ?? refuseNameless(feature, property),
    kind,
  );
  const passedOver =
    rest > 0 ? [`${rest} ${rest === 1 ? 'line or point was' : 'lines and points were'} passed over.`] : [];
  return { zones, notes: [...notes, ...passedOver] };
}

const withRadius = (feature: GeoFeature, radiusNm: number): GeoFeature =>
  feature.geometry.type !== 'Point' || propertyOf(feature, 'radius_nm') !== undefined
    ? feature
    : { ...feature, properties: { ...feature.properties, radius_nm: radiusNm } };

function nameOf(feature: GeoFeature, { property }: ZonesInFileOptions): string | null {
  const name = property === 'name' ? propertyOf(feature, property) : feature.properties[property];
  return typeof name === 'string' || typeof name === 'number' ? `${name}`.trim() || null : null;
}

function refuseNameless({ number, properties }: GeoFeature, property: string): never {
  const others = Object.keys(properties).slice(0, 10);
  const has = others.length > 0 ? `; it has ${others.join(', ')}` : '';
  throw new FileUnreadable(
    `Feature ${number} has no property "${property}"${has} (insert_zones takes another as its name with --name).`,
  );
}
