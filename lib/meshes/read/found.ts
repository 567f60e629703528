/** Whether a value of a mesh file can be used as a number: finite, and not NaN. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** How a fault tells what was found instead of what was expected. */
export function found(value: unknown): string {
  if (value === undefined) return 'found nothing';
  if (typeof value === 'number') return `found ${value}`;
  const text = JSON.stringify(value);
  return `found ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}
