import { formatNumber } from '../../route-files/shown-text.ts';

interface ValueCellProps {
  readonly value: number | null;
  readonly decimals: number;
  /** Of all rows: each that reads as it is bold, whatever is rounded away. */
  readonly least?: number;
}

/** A number of a table. */
export function ValueCell({ value, decimals, least }: ValueCellProps) {
  const text = value === null ? '–' : formatNumber(value, decimals);
  const isLeast = least !== undefined && text === formatNumber(least, decimals);
  return <td>{isLeast ? <strong>{text}</strong> : text}</td>;
}
