/** The notice that offers to lay an ice chart over the sea. */
import { expect, test } from 'vitest';
import { answeredPage } from './answered-page.ts';

const page = answeredPage();

const CHART = {
  ...{ id: 'a'.repeat(32), name: 'weddell', format: 'S-411', areas: 1, info: [] },
  ...{ reference_time: '2026-11-28T00:00:00.000Z', valid_to: null },
  bounds: { west: -60, south: -65, east: -40, north: -60 },
};

/** A page that has just sent a chart, and the chart's functions. */
async function sent() {
  page.answer = ({ method }) => (method === 'POST' ? CHART : { charts: [CHART] });
  const state = await import('../../lib/console/state/state.ts');
  const charts = await import('../../lib/console/state/ice-charts.ts');
  await charts.addChart(new File(['<gml/>'], 'weddell.gml'));
  expect(state.notice.value?.action?.label).toBe('Lay it over the sea');
  return { state, charts };
}

test('goes when the chart is chosen in the list', async () => {
  const { state, charts } = await sent();
  charts.chooseChart(CHART.id);
  expect(state.notice.value).toBeNull();
});

test('goes when the chart is deleted', async () => {
  const { state, charts } = await sent();
  page.answer = ({ method }) => (method === 'DELETE' ? {} : { charts: [] });
  await charts.dropChart(CHART.id);
  expect(state.notice.value).toBeNull();
});

test('one of another sea is told, and nothing of its age', async () => {
  const state = await import('../../lib/console/state/state.ts');
  const { chosenChart } = await import('../../lib/console/state/chart-part.ts');
  const { chartAlerts } = await import('../../lib/console/state/chart-alerts.ts');
  const ring = (west: number, south: number) =>
    Float64Array.of(west, south, west + 9, south, west + 9, south + 5, west, south);
  const route = {
    distanceM: [0, 1000],
    coordinates: [
      [179, -62],
      [-178, -63],
    ],
  } as never;
  chosenChart.value = CHART.id;
  const idsOn = (...rings: ReturnType<typeof ring>[]) => {
    const areas = rings.map((each) => ({ egg: null, polygons: [[each]] }));
    const chart = { name: 'weddell', referenceTime: CHART.reference_time, areas };
    state.sea.value = { chart, summary: null, mesh: null } as never;
    state.departure.value = new Date('2026-11-28T06:00:00Z');
    return chartAlerts(route).map(({ id }) => id);
  };
  expect(idsOn(ring(170, -64))).toEqual([]);
  expect(idsOn(ring(-179, -64))).toEqual([]);
  expect(idsOn(ring(170, 60))).toEqual(['chart elsewhere']);
  expect(idsOn(ring(-60, -64))).toEqual(['chart elsewhere']);
  expect(idsOn(ring(-60, -64), ring(176, -64))).toEqual([]);
});
