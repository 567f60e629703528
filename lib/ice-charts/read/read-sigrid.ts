/** Ice charts in SIGRID-3: a zipped shapefile whose attributes are the codes of each area. */
import { FileUnreadable } from '../../files/errors.ts';
import { type Layer, type LayerFeature, readShapefiles } from '../../files/shapefile.ts';
import { closedRingsOf, type ZoneGeometry } from '../../zones/geometry/polygon.ts';
import type { Egg } from '../egg.ts';
import { CHART_ATTRIBUTES } from './chart-archive.ts';
import type { ChartContent } from './chart-content.ts';
import { timeIn } from './chart-time.ts';

type Codes = ReadonlyMap<string, string>;

/** What an area is, by its POLY_TYPE. */
const NO_ICE: Readonly<Record<string, string>> = { L: 'land', N: 'no data', S: 'ice shelf', G: 'glacier' };
/** Concentration and stage of development of each part, the thickest first. */
const PARTS = [
  ['CA', 'SA'],
  ['CB', 'SB'],
  ['CC', 'SC'],
] as const;

export function readSigrid(archive: Uint8Array): ChartContent {
  const layers = readShapefiles(archive);
  const charts = layers.filter(isChart);
  if (charts.length === 0) {
    throw new FileUnreadable(
      'The shapefile is no ice chart: SIGRID-3 has the attributes CT, CA, SA … or ICECODE.',
    );
  }
  if (charts.length > 1) {
    throw new FileUnreadable(
      `The zip archive has ${charts.length} ice charts (${charts
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 200)}): send them one by one.`,
    );
  }
  const chart = charts[0]!;
  const left = new Map<string, number>();
  const areas = chart.features.flatMap((feature) => areaOf(feature, left));
  const others = layers.filter((layer) => layer !== chart);
  for (const { name, features } of others) {
    const count = features.filter(({ geometry }) => geometry?.type.endsWith('Polygon')).length;
    if (count > 0) left.set(name, count);
  }
  return {
    format: 'SIGRID-3',
    name: chart.name,
    referenceTime: timeIn(chart.name),
    areas,
    drawn: others.flatMap(drawnOf),
    notes: [
      ...chart.notes,
      ...[...left].map(
        ([what, count]) =>
          `${count} ${count === 1 ? 'area' : 'areas'} of ${what} ${count === 1 ? 'leaves' : 'leave'} the mesh as it is`,
      ),
    ],
  };
}

const isChart = ({ features }: Layer): boolean =>
  features.some(({ geometry, properties }) => {
    const codes = codesOf(properties);
    return geometry?.type.endsWith('Polygon') === true && CHART_ATTRIBUTES.some((name) => codes.has(name));
  });

/** Upper case. Numbers are what some services make of codes. */
function codesOf(properties: LayerFeature['properties']): Codes {
  const text = (value: unknown) =>
    typeof value === 'number' && Number.isNaN(value) ? '' : String(value ?? '').trim();
  const codes = new Map(
    Object.entries(properties).map(([name, value]) => [name.trim().toUpperCase(), text(value)]),
  );
  // one text of all codes: CT81CA30SA91…
  for (const [, name, code] of (codes.get('ICECODE') ?? '').matchAll(/([A-Z]{2})(\d\d|-9)/g)) {
    if (!codes.get(name!)) codes.set(name!, code!);
  }
  return codes;
}

function areaOf(
  { geometry, properties }: LayerFeature,
  left: Map<string, number>,
): ChartContent['areas'][number][] {
  if (geometry === null) return [];
  const codes = codesOf(properties);
  const type = (codes.get('POLY_TYPE') ?? codes.get('POLYTYPE') ?? '').toUpperCase();
  const what = geometry.type.endsWith('Polygon') ? NO_ICE[type] : 'another kind';
  if (what !== undefined) {
    left.set(what, (left.get(what) ?? 0) + 1);
    return [];
  }
  const egg = type === 'W' && UNSAID.test(codes.get('CT') ?? '') ? ICE_FREE : eggOf(codes);
  return [{ egg, polygons: closedRingsOf(geometry as ZoneGeometry) }];
}

/** No code, or one for what is not known: water is free of ice all the same. */
const UNSAID = /^(?:-9|9[89])?$/;
const ICE_FREE: Egg = { coding: 'SIGRID-3', total: '55', parts: [] };

function eggOf(codes: Codes): Egg {
  const code = (name: string) => codes.get(name) ?? '';
  const parts = PARTS.map(([concentration, stage]) => ({
    concentration: code(concentration),
    stage: code(stage),
  }));
  // the stage of all that is left
  parts.push({ concentration: '', stage: code('CD') });
  const isSaid = (text: string) => text !== '' && text !== '-9';
  return {
    coding: 'SIGRID-3',
    total: code('CT'),
    parts: parts.filter(({ concentration, stage }) => isSaid(concentration) || isSaid(stage)),
  };
}

/** Its points and lines, each part by itself. */
function drawnOf({ name, features }: Layer): ChartContent['drawn'][number][] {
  return features.flatMap(({ geometry }) => {
    const [, several, single] = /^(Multi)?(Point|LineString)$/.exec(geometry?.type ?? '') ?? [];
    if (!single) return [];
    const type = single as 'Point' | 'LineString';
    const all = several ? (geometry!.coordinates as unknown[]) : [geometry!.coordinates];
    return all.map((coordinates) => ({ kind: name, geometry: { type, coordinates } }));
  });
}
