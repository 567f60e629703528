import { formatTypes } from '../route-files/format-types.ts';
import type { RouteFile } from '../route-files/formats.ts';
import { requireTradeOff, type TradeOffEntry, writeTradeOffCsv } from '../route-files/trade-off.ts';
import { drawTradeOffChart } from './trade-off-chart.ts';

/**
 * The curve of time and consumption as csv or svg.
 *
 * @param note on all of it
 * @throws RouteFileRefused
 */
export function tradeOffFile(
  title: string,
  stem: string,
  tradeOff: readonly TradeOffEntry[] | undefined,
  format: string,
  note?: string,
): RouteFile {
  const curve = requireTradeOff(tradeOff, format);
  return format === 'csv'
    ? { name: `${stem}.csv`, contentType: formatTypes.csv.contentType, text: writeTradeOffCsv(curve, note) }
    : { name: `${stem}.svg`, contentType: 'image/svg+xml', text: drawTradeOffChart(title, curve, note) };
}
