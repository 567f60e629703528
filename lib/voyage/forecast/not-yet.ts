/** What is not planned through several meshes yet. */
const FIELDS = ['alternatives'] as const;

/** The fields of a voyage that decide it; they may be missing. */
type Asked = { readonly [name in (typeof FIELDS)[number]]?: unknown };

/** What of a voyage keeps it on one mesh, each as a message names it. */
export const notYetInForecast = (voyage: Asked | null): string[] =>
  FIELDS.filter((name) => (voyage?.[name] ?? null) !== null);
