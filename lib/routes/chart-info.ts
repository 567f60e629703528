import { instantOfChart, timeOfChart } from '../ice-charts/chart-id.ts';

/** An older chart is said to be old. */
const OLD_HOURS = 24;

/** Names the ice chart, and tells its age; null without one. @param isForecast whether it is laid over the days of one */
export function chartInfo(id: string | null, now: Date, isForecast = false): string | null {
  if (id === null) return null;
  const text = timeOfChart(id);
  const hours = (now.getTime() - instantOfChart(id)) / 3_600_000;
  const age = hours < OLD_HOURS ? '' : `, ${(hours / 24).toFixed(1)} days old`;
  const before = isForecast ? ', and on days of the forecast that end before it' : '';
  return `The ice is that of the chart ${id} (${text}${age}), and outside it, and where it does not say${before}, that of the mesh`;
}

/** The same as a part of an answer. */
export function chartPart(id: string | null, now: Date): { readonly info?: { readonly info: string } } {
  const info = chartInfo(id, now);
  return info === null ? {} : { info: { info: `${info}.` } };
}
