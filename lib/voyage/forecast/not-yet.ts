/** What is not planned through several meshes yet. */
const FIELDS = [
  'within_hours',
  'arrive_by',
  'trade_off',
  'within_tonnes',
  'choose_speed',
  'alternatives',
] as const;

/** What only limits a voyage at full speed where some of its stops may be left out. */
const LIMITS: ReadonlySet<string> = new Set(['within_hours', 'arrive_by']);

/** The fields of a voyage that decide it; they may be missing. */
type Asked = { readonly [name in (typeof FIELDS)[number]]?: unknown } & {
  readonly stops?: readonly { readonly value?: number | undefined }[] | null;
  readonly stop_order?: string | null;
};

/** What of a voyage keeps it on one mesh, each as a message names it. */
export function notYetInForecast(voyage: Asked | null): string[] {
  if (!voyage) return [];
  const isLimit = voyage.stops?.some(({ value }) => value !== undefined);
  return FIELDS.filter((name) => (voyage[name] ?? null) !== null && !(isLimit && LIMITS.has(name)));
}
