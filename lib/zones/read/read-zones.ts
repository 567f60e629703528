/** Zones from a file that somebody drops or names, told apart by its content. */
import { FileUnreadable } from '../../files/errors.ts';
import { type FeaturesRead, type GeoFeature, readGeoJsonFeatures } from '../../files/geojson.ts';
import { readKmlFeatures } from '../../files/kml.ts';
import { type FileContent, type Readers, readAs, recognise } from '../../files/recognise.ts';
import { isArea, propertyOf, type ZoneCandidate, zonesOfFeatures } from './zones-of-features.ts';

/** The formats in which areas are read, each with its reader. */
const readers: Readers<FeaturesRead> = {
  json: ({ text }) => readGeoJsonFeatures(text),
  kml: ({ text }) => readKmlFeatures(text),
};

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
}

export const areasIn = (content: FileContent): FeaturesRead => {
  const { features, notes } = readAs(readers, content);
  return { features, notes: [...content.notes, ...notes] };
};

/** @throws FileUnreadable with a sentence that says what is wrong */
export function readZonesFile(given: Uint8Array | FileContent, options: ZonesInFileOptions): ZonesInFile {
  const { kind, property, nameless } = options;
  const { features, notes } = areasIn(given instanceof Uint8Array ? recognise(given) : given);
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
