/** A chart as large as those of ice services, small enough to be looked at place by place. */
import { describe, expect, it } from 'vitest';
import { readIceChart } from '../../lib/ice-charts/read/read-chart.ts';
import { Coverage } from '../../lib/zones/geometry/coverage.ts';
import { endsOf } from '../../lib/zones/geometry/edges.ts';
import { polygonOf } from '../../lib/zones/geometry/polygon.ts';
import { randomNumbers } from '../engine/random-mesh.ts';
import { arcticChart, arcticShapes } from './arctic-chart.ts';

const TRAITS = { areas: 12, halvings: 4 };
const chart = readIceChart(arcticChart(TRAITS));
const polygons = chart.areas.flatMap(({ polygons }) => polygons.map(polygonOf));

describe('a chart of the Arctic', () => {
  it('has every area that is not land', () => {
    const land = arcticShapes(TRAITS).filter(({ attributes }) => attributes.POLY_TYPE === 'L').length;
    expect(land).toBeGreaterThan(5);
    expect(chart.areas).toHaveLength(arcticShapes(TRAITS).length - land);
  });

  it('has each position of a border twice, the same to the last digit', () => {
    const ends = endsOf(polygons.flatMap(({ rings }) => rings));
    const once = edgesIn(ends).size / (ends.length / 4);
    // all but the sides of the chart, the holes with land, and where areas are cut at the antimeridian
    expect(once).toBeGreaterThan(0.5);
    expect(once).toBeLessThan(0.6);
  });

  it('has the places in an area that have an odd number of its edges to their east', () => {
    const random = randomNumbers(3);
    for (const polygon of polygons) {
      const { west, south, east, north } = polygon.bounds;
      if (west < -180 || east > 180) continue;
      const coverage = new Coverage([polygon]);
      const ends = endsOf(polygon.rings);
      for (let k = 0; k < 20; k++) {
        const [lon, lat] = [west + random() * (east - west), south + random() * (north - south)];
        expect(coverage.contains(lon, lat)).toBe(edgesEastOf(ends, lon, lat) % 2 === 1);
      }
    }
  });
});

/** Each as a text that is the same from either end. */
function edgesIn(ends: Float64Array): Set<string> {
  const all = new Set<string>();
  for (let k = 0; k < ends.length; k += 4) {
    const [from, to] = [`${ends[k]} ${ends[k + 1]}`, `${ends[k + 2]} ${ends[k + 3]}`];
    all.add(from < to ? `${from} ${to}` : `${to} ${from}`);
  }
  return all;
}

function edgesEastOf(ends: Float64Array, lon: number, lat: number): number {
  let count = 0;
  for (let k = 0; k < ends.length; k += 4) {
    const [x1, y1, x2, y2] = ends.subarray(k, k + 4) as unknown as [number, number, number, number];
    if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) * (x2 - x1)) / (y2 - y1)) count++;
  }
  return count;
}
