/** The curve of time and consumption as a file. */
import { RouteFileRefused } from './errors.ts';
import type { InIce } from './route-entry.ts';
import { textField } from './write-csv.ts';

/** A voyage of the curve, as a route document has it. */
export interface TradeOffEntry {
  readonly days: number;
  readonly fuel_tonnes?: number | undefined;
  readonly battery_ah?: number | undefined;
  readonly co2_tonnes?: number | undefined;
  /** Over ground. */
  readonly mean_speed_kn: number;
  readonly gap_percent: number | null;
  /** At its end, where the request says what was aboard. */
  readonly fuel_left_tonnes?: number | undefined;
  readonly in_ice?: InIce | undefined;
  readonly note?: string | undefined;
}

/** @throws RouteFileRefused where a route has no curve, or no file of the format can hold it */
export function requireTradeOff(
  curve: readonly TradeOffEntry[] | undefined,
  format: string,
): readonly TradeOffEntry[] {
  if (format !== 'csv' && format !== 'svg') {
    throw new RouteFileRefused(`A trade-off can be had as csv or svg, not as ${format}.`);
  }
  if (curve) return curve;
  throw new RouteFileRefused('This route has no trade-off: request one with "trade_off": 9, for instance.');
}

/** A line a voyage, with a header (RFC 4180). @param note on all of them: there is room for it on the first */
export function writeTradeOffCsv(curve: readonly TradeOffEntry[], note?: string): string {
  const has = (name: keyof TradeOffEntry) => curve.some((entry) => entry[name] !== undefined);
  const columns = [
    ['days', 6],
    ['fuel_tonnes', 4],
    ['battery_ah', 4],
    ['co2_tonnes', 4],
    ['mean_speed_kn', 3],
    ['gap_percent', 4],
    ['fuel_left_tonnes', 4],
  ] as const;
  const present = columns.filter(([name]) => has(name));
  const ice = Object.keys(curve[0]?.in_ice ?? {}) as (keyof InIce)[];
  const onAll = note && `Of all voyages: ${note}`;
  const lines = curve.map((entry, i) => [
    ...present.map(([name, digits]) => entry[name]?.toFixed(digits) ?? ''),
    ...ice.map((name) => entry.in_ice?.[name]?.toFixed(4) ?? ''),
    textField([entry.note, i === 0 && onAll].filter(Boolean).join('. ')),
  ]);
  const header = [...present.map(([name]) => name), ...ice.map((name) => `in_ice_${name}`), 'note'];
  return [header, ...lines].map((fields) => `${fields.join(',')}\r\n`).join('');
}
