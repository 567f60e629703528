import { isWork, type WorkShape } from '../work/work-ways.ts';

/** What is not planned through several meshes yet; and of these what is not where there is work at stops. */
const FIELDS = ['alternatives'] as const;
const BESIDE_WORK = ['within_hours', 'arrive_by', 'trade_off', 'within_tonnes', 'choose_speed'] as const;

/** What only limits a voyage at full speed where some of its stops may be left out. */
const LIMITS: ReadonlySet<string> = new Set(['within_hours', 'arrive_by']);

type Field = (typeof FIELDS)[number] | (typeof BESIDE_WORK)[number];

/** The fields of a voyage that decide it; they may be missing. */
type Asked = { readonly [name in Field]?: unknown } & {
  readonly stops?: readonly (WorkShape & { readonly value?: number | undefined })[] | null;
  readonly stop_order?: string | null;
};

/** What of a voyage keeps it on one mesh, each as a message names it. */
export function notYetInForecast(voyage: Asked | null): string[] {
  if (!voyage) return [];
  const isAsked = (name: Field) => (voyage[name] ?? null) !== null;
  const isLimit = voyage.stops?.some(({ value }) => value !== undefined);
  const hasWork = voyage.stops?.some(isWork);
  const beside = BESIDE_WORK.filter((name) => hasWork && isAsked(name) && !(isLimit && LIMITS.has(name)));
  return [...FIELDS.filter(isAsked), ...beside.map((name) => `${name} beside a line or an area of stops`)];
}
