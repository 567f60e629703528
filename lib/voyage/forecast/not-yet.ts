/** What is not planned through several meshes yet. */
const FIELDS = [
  'within_hours',
  'arrive_by',
  'trade_off',
  'within_tonnes',
  'choose_speed',
  'alternatives',
] as const;

/** The fields of a voyage that decide it; they may be missing. */
type Asked = { readonly [name in (typeof FIELDS)[number]]?: unknown } & {
  readonly stops?: readonly { readonly value?: number | undefined }[] | null;
  readonly stop_order?: string | null;
};

/** What of a voyage keeps it on one mesh, each as a message names it. */
export function notYetInForecast(voyage: Asked | null): string[] {
  if (!voyage) return [];
  const { stops } = voyage;
  return [
    ...(stops?.some(({ value }) => value !== undefined) ? ['value of stops'] : []),
    ...FIELDS.filter((name) => (voyage[name] ?? null) !== null),
  ];
}
