/** Ice charts in S-411: the shape of the IHO's edition 1.2.1, and that in which ice services publish (JCOMM). */
import { type GmlGeometry, GmlReader, type Member, membersOf } from '../../files/gml.ts';
import { children, readXml, textOf, type XmlElement } from '../../files/xml.ts';
import { positionsOf } from '../../zones/geometry/polygon.ts';
import type { Egg } from '../egg.ts';
import type { ChartContent } from './chart-content.ts';
import { timeIn } from './chart-time.ts';

/** What is about the data, not about ice. */
const ABOUT_DATA = /^(DataCoverage|dtacvr|QualityOfNonBathymetricData|m_covr|m_qual)$/i;
const AREAS = /^(seaice|lakeice|lacice)$/i;
const LAKE = /^(lakeice|lacice)$/i;

/** Each attribute in the words of either shape, lower case. */
const ATTRIBUTES = {
  total: ['totalconcentration', 'iceact'],
  partial: ['partialconcentration', 'iceapc'],
  stage: ['icestageofdevelopment', 'stageofdevelopment', 'icesod', 'lakeicestageofdevelopment', 'icelso'],
  thicknessCm: ['iceaveragethickness', 'icetck'],
} as const;

export function readS411(text: string): ChartContent {
  const document = readXml(text);
  const dataset = Object.keys(document)
    .flatMap((name) => children(document, name))
    .at(-1)!;
  const reader = new GmlReader(children(document, 'IceDataSet').length > 0 ? 'lat-lon' : 'lon-lat');
  const members = membersOf(dataset).filter(({ kind }) => !ABOUT_DATA.test(kind));
  for (const { element } of members) reader.collect(element);
  const geometries = reader.geometries();
  const parts = members.map((member, i) => partsOf(member, geometries[i]!));
  const empty = members.filter(({ kind }, i) => AREAS.test(kind) && geometries[i]!.length === 0).length;
  const about = children(dataset, 'DatasetIdentificationInformation')[0];
  const say = (name: string) => (about ? textOf(about, name) : null);
  const time = [say('datasetReferenceDate'), say('datasetReferenceTime')].filter((each) => each !== null);
  return {
    format: 'S-411',
    name: say('datasetTitle') ?? say('datasetFileIdentifier'),
    referenceTime: timeIn(time.join('T')),
    areas: parts.flatMap(({ areas }) => areas),
    drawn: parts.flatMap(({ drawn }) => drawn),
    notes: [
      ...reader.notes,
      ...(empty > 0
        ? [`${empty} ${empty === 1 ? 'area has' : 'areas have'} no outline, and so no effect on the mesh`]
        : []),
    ],
  };
}

function partsOf(
  { kind, element }: Member,
  geometries: readonly GmlGeometry[],
): Pick<ChartContent, 'areas' | 'drawn'> {
  const egg = AREAS.test(kind) ? eggOf(element, LAKE.test(kind)) : null;
  const areas: ChartContent['areas'][number][] = [];
  const drawn: ChartContent['drawn'][number][] = [];
  for (const geometry of geometries) {
    if (geometry.type === 'Point')
      drawn.push({ kind, geometry: { type: 'Point', coordinates: geometry.at } });
    else if (geometry.type === 'LineString')
      drawn.push({ kind, geometry: { type: 'LineString', coordinates: geometry.line } });
    else if (egg) areas.push({ egg, polygons: [geometry.rings] });
    else drawn.push({ kind, geometry: { type: 'LineString', coordinates: positionsOf(geometry.rings[0]!) } });
  }
  return { areas, drawn };
}

function eggOf(element: XmlElement, isLake: boolean): Egg {
  const values = new Map(Object.entries(element).map(([name, value]) => [name.toLowerCase(), value]));
  const codes = (names: readonly string[]) => names.flatMap((name) => codesOf(values.get(name)));
  const [partial, stages] = [codes(ATTRIBUTES.partial), codes(ATTRIBUTES.stage)];
  const thickness = Number(codes(ATTRIBUTES.thicknessCm)[0] ?? Number.NaN);
  return {
    coding: 'S-411',
    ...(isLake && { isLake }),
    total: codes(ATTRIBUTES.total)[0] ?? '',
    parts: Array.from({ length: Math.max(partial.length, stages.length) }, (_, i) => ({
      concentration: partial[i] ?? '',
      stage: stages[i] ?? '',
    })),
    ...(thickness >= 0 && { thicknessM: thickness / 100 }),
  };
}

/** Codes are elements of their own, a list such as `[20, 30, '23']`, or run together as `203023`. */
function codesOf(value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(codesOf);
  if (typeof value === 'object' && value !== null) {
    const element = value as XmlElement;
    return codesOf(element['#text'] ?? element['@code'] ?? '');
  }
  const text = String(value).trim();
  if (/^(\d\d){2,}$/.test(text)) return text.match(/\d\d/g)!;
  return text.split(/[^\w.+-]+/).filter((code) => code !== '');
}
