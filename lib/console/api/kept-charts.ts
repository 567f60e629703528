/** Ice charts, as the service keeps them or as this browser has kept them. */
import type { IceChart } from '../../ice-charts/ice-chart.ts';
import { withRetries } from './client.ts';
import { keepSea, keptSea } from './kept-meshes.ts';
import { getChart } from './service.ts';

export async function loadChart(id: string, signal: AbortSignal): Promise<IceChart> {
  const kept = await keptSea(id);
  const bytes = kept ?? (await withRetries(() => getChart(id, signal), signal));
  const { ofGeoJson } = await import('../../ice-charts/chart-geojson.ts');
  const chart = ofGeoJson(JSON.parse(new TextDecoder().decode(bytes)));
  if (!kept) await keepSea(id, bytes);
  return chart;
}
