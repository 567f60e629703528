/** JSON that is equal for equal values, whatever the order of their fields. */
export const sortedJson = (value: object): string => JSON.stringify(value, withSortedFields);

function withSortedFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
