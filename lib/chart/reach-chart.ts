/** The chart of where a vessel can be: a band for each contour, the smaller ones darker. */

import type { LatLon } from '../engine/geometry/sphere.ts';
import { formatNumber } from '../route-files/shown-text.ts';
import type { ReachCollection, ReachFeature } from '../voyage/reach/reach-geojson.ts';
import { Chart } from './chart.ts';
import { colours } from './colours.ts';
import type { Position } from './projection.ts';
import { addLegend, CHART_WIDTH } from './route-chart.ts';

const UNITS = { hours: 'h', fuel: 't', battery: '(battery)', nm: 'NM', percent: '% more' } as const;
const LINE = { stroke: colours.reach, width: 1.6 };

export function drawReachChart(
  { features }: ReachCollection,
  origins: readonly (LatLon & { readonly name: string | null })[],
): string {
  const places = origins.map(({ lat, lon }): Position => [lon, lat]);
  const rings = features.map(ringsOf);
  const chart = new Chart([...places, ...rings.flat(2)], CHART_WIDTH);
  const contours = [...new Set(features.map(({ properties }) => properties.contour))];
  for (const [k, feature] of features.entries()) {
    const rank = contours.indexOf(feature.properties.contour);
    if (feature.geometry.type === 'MultiPolygon') chart.area(rings[k]!, fillOf(rank, contours.length));
  }
  chart.land();
  chart.graticule();
  chart.routes(rings.flatMap((lines) => lines.map((points) => ({ points, style: LINE }))));
  for (const [k, { lat, lon, name }] of origins.entries()) {
    chart.mark([lon, lat]);
    chart.label([lon, lat], [name ?? `Origin ${k + 1}`], { dx: 12, dy: 5, anchor: 'start' });
  }
  chart.scaleBar();
  const [first] = features;
  const unit = UNITS[first?.properties.metric ?? 'hours'];
  const swatches = contours.map((contour, rank) => ({
    fill: fillOf(rank, contours.length),
    name: `${contour} ${unit}: ${areaText(features, contour)}`,
  }));
  addLegend(chart, [...places, ...rings.flat(2)], [], [...swatches, { fill: colours.land, name: 'land' }]);
  return chart.svg(
    'Reach',
    `${contours.toReversed().join(', ')} ${unit} · ${chart.projection.kind} projection`,
  );
}

function ringsOf({ geometry }: ReachFeature): Position[][] {
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : geometry.coordinates;
}

/** Paler for larger areas. */
function fillOf(rank: number, count: number): string {
  const part = count === 1 ? 0.6 : rank / (count - 1);
  const mix = (pale: number, dark: number) => Math.round(pale + part * (dark - pale));
  return `rgb(${mix(217, 74)},${mix(234, 144)},${mix(245, 194)})`;
}

function areaText(features: readonly ReachFeature[], contour: number): string {
  const km2 = features
    .filter(({ properties }) => properties.contour === contour)
    .reduce((sum, { properties }) => sum + properties.area_km2, 0);
  return `${formatNumber(km2, 0)} km²`;
}
