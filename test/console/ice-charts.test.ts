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
