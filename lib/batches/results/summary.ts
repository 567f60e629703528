/** Counts and percentiles of a batch by mesh, vehicle and objective, as CSV. */
import { percentile } from './percentiles.ts';
import type { StoredRow } from './read-parquet.ts';

type Row = Pick<
  StoredRow,
  'objective' | 'status' | 'mesh_id' | 'vehicle_type' | 'total_traveltime' | 'total_fuel' | 'total_battery'
>;

/** The columns that a summary reads. */
export const SUMMARISED = [
  'objective',
  'status',
  'mesh_id',
  'vehicle_type',
  'total_traveltime',
  'total_fuel',
  'total_battery',
] as const;

const QUANTITIES = ['total_traveltime', 'total_fuel', 'total_battery'] as const;
const PERCENTS = [0, 10, 50, 90, 100];

class Group {
  readonly counts = { done: 0, no_way: 0, failed: 0 };
  readonly values = {
    total_traveltime: [] as number[],
    total_fuel: [] as number[],
    total_battery: [] as number[],
  };
}

export class Summary {
  readonly #groups = new Map<string, Group>();

  add(row: Row): void {
    const key = JSON.stringify([row.mesh_id, row.vehicle_type, row.objective]);
    let group = this.#groups.get(key);
    if (!group) {
      group = new Group();
      this.#groups.set(key, group);
    }
    group.counts[row.status]++;
    for (const name of QUANTITIES) if (row[name] !== null) group.values[name].push(row[name]);
  }

  /** Lines without a route have no objective. */
  toCsv(): string {
    const header = [
      'mesh_id',
      'vehicle_type',
      'objective',
      'done',
      'no_way',
      'failed',
      ...QUANTITIES.flatMap((name) => PERCENTS.map((percent) => `${name}_p${percent}`)),
    ];
    const lines = [...this.#groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, { counts, values }]) => {
        const figures = QUANTITIES.flatMap((name) => {
          const sorted = Float64Array.from(values[name]).sort();
          return PERCENTS.map((percent) => percentile(sorted as unknown as number[], percent));
        });
        return [...JSON.parse(key), counts.done, counts.no_way, counts.failed, ...figures]
          .map(csvCell)
          .join(',');
      });
    return `${[header.join(','), ...lines].join('\n')}\n`;
  }
}

/** A text that a spreadsheet would take for a formula is preceded by an apostrophe. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return `${value}`;
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
