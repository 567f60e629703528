/** A finite number; everything that comes from a mesh file is asked this before it is used as one. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** How a fault tells what was found instead; null is what NaN was read as. */
export function found(value: unknown): string {
  if (value === undefined) return 'found nothing';
  if (value === null) return 'found NaN';
  if (typeof value === 'number') return `found ${value}`;
  const text = JSON.stringify(value);
  return `found ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}
