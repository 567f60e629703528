import type LineString from 'ol/geom/LineString.js';
import { expect, test } from 'vitest';
import { IceChartLayer } from '../../lib/console/map/ice-chart-layer.ts';
import type { IceChart } from '../../lib/ice-charts/ice-chart.ts';

test('a lead across the antimeridian goes on beyond it, and not round the world', () => {
  const layer = new IceChartLayer();
  const lead = {
    kind: 'IceLead',
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [178, 75],
        [-179, 76],
        [-177.5, 75.5],
      ],
    },
  };
  layer.setChart({ areas: [], drawn: [lead] } as unknown as IceChart);
  const [feature] = layer.getSource()!.getFeatures();
  const xs = (feature!.getGeometry() as LineString).getCoordinates().map(([x]) => x!);
  const perDegree = 20_037_508.34 / 180;
  expect(xs[0]! / perDegree).toBeCloseTo(178, 6);
  expect(xs.at(-1)! / perDegree).toBeCloseTo(182.5, 6);
  expect(Math.max(...xs.slice(1).map((x, i) => Math.abs(x - xs[i]!)))).toBeLessThan(perDegree);
});
