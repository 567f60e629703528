/** Navigational warnings in S-124 (edition 1) as areas: closed where entry is prohibited or to be avoided, else reported. */
import type { FeaturesRead, GeoFeature, Geometry } from '../../files/geojson.ts';
import { type GmlGeometry, GmlReader, membersOf } from '../../files/gml.ts';
import { children, readXml, textOf, type XmlElement } from '../../files/xml.ts';
import { geometryOf } from '../geometry/polygon.ts';

/** Of the restrictions of S-100, by number or, as later editions write them, in words with the number as their code. */
const CLOSES = /^(?:7|14|entry prohibited|area to be avoided)$/i;
const METRES_PER_NM = 1852;
const MAX_SOURCE = 500;

export function readS124Features(text: string): FeaturesRead {
  const document = readXml(text);
  const dataset = ['DataSet', 'Dataset'].flatMap((name) => children(document, name))[0] ?? {};
  const members = membersOf(dataset);
  const number = numberOf(members.find(({ kind }) => kind === 'NavwarnPreamble')?.element);
  const parts = members.filter(({ kind }) => kind === 'NavwarnPart' || kind === 'NavwarnAreaAffected');
  const reader = new GmlReader('lat-lon');
  for (const { element } of parts) reader.collect(element);
  const geometries = reader.geometries();
  const features = parts.flatMap(({ element }, i) =>
    geometries[i]!.map((geometry): GeoFeature => {
      const radius =
        geometry.type === 'Point' && geometry.radiusM !== null
          ? { radius_nm: geometry.radiusM / METRES_PER_NM }
          : {};
      const properties = { name: `${number} part ${i + 1}`, ...restrictionOf(element, number), ...radius };
      return { geometry: geoJsonOf(geometry), properties, number: i + 1 };
    }),
  );
  const empty = geometries.filter(({ length }) => length === 0).length;
  return {
    features,
    notes: [
      ...reader.notes.map((note) => `${note}.`),
      ...(empty > 0
        ? [
            `${empty} ${empty === 1 ? 'part' : 'parts'} of the warning ${empty === 1 ? 'has' : 'have'} no place.`,
          ]
        : []),
    ],
  };
}

/** `NGA 305-2026`: names of zones have no slash. */
function numberOf(preamble: XmlElement | undefined): string {
  const series = children(preamble, 'messageSeriesIdentifier')[0];
  const of = (name: string) => (series ? textOf(series, name) : null);
  const number = [of('warningNumber'), of('year')].filter((part) => part !== null).join('-');
  return (
    [of('productionAgency'), number]
      .filter(Boolean)
      .join(' ')
      .replace(/[/?#%]/g, '-') || 'Warning'
  );
}

function restrictionOf(element: XmlElement, number: string) {
  const restrictions = [element.restriction].flat();
  const texts = children(element, 'warningInformation').map((each) => textOf(each, 'information') ?? '');
  const { from, to } = validityOf(element);
  const validity = from || to ? `valid ${from ?? 'until'} ${from && to ? `to ${to}` : (to ?? 'on')}` : '';
  const isWithinYear = from !== null && to !== null && Date.parse(to) - Date.parse(from) < 365 * 86_400_000;
  return {
    kind: restrictions.some(isClosing) ? 'closed' : 'report',
    source: [`S-124 ${number}`, ...texts, validity]
      .filter((part) => part !== '')
      .join(': ')
      .slice(0, MAX_SOURCE),
    ...(isWithinYear && { season: { from: from.slice(5, 10), to: to.slice(5, 10) } }),
  };
}

/** @param restriction a text, or an element where it has attributes */
function isClosing(restriction: unknown): boolean {
  const whole = { restriction } as XmlElement;
  const [code] = children(whole, 'restriction').map((each) => textOf(each, '@code'));
  return [textOf(whole, 'restriction'), code].some((each) => CLOSES.test(each?.trim() ?? ''));
}

/** Days, where the warning says them. */
function validityOf(element: XmlElement): { from: string | null; to: string | null } {
  const range = children(element, 'fixedDateRange')[0];
  const day = (name: string) => /^\d{4}-\d\d-\d\d/.exec((range && textOf(range, name)) ?? '')?.[0] ?? null;
  return { from: day('dateStart'), to: day('dateEnd') };
}

function geoJsonOf(geometry: GmlGeometry): Geometry {
  if (geometry.type === 'Point') return { type: 'Point', coordinates: geometry.at };
  if (geometry.type === 'LineString') return { type: 'LineString', coordinates: geometry.line };
  return geometryOf([geometry.rings]);
}
