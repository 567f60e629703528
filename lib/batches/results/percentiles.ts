/**
 * The value that `percent` of some values do not exceed, linear between neighbours (the definition of NumPy and of
 * spreadsheets: Hyndman and Fan 1996, number 7); null of none.
 *
 * @param sorted ascending
 */
export function percentile(sorted: readonly number[], percent: number): number | null {
  if (sorted.length === 0) return null;
  const at = (percent / 100) * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}
