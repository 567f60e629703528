import type { ComponentChildren } from 'preact';
import { formatDuration } from '../../route-files/shown-text.ts';
import type { ShownRoute } from '../state/shown-route.ts';
import * as state from '../state/state.ts';

/** A column of the passage; on a phone it is a value with its title above it. */
export interface Column<Row> {
  readonly title: string;
  /** What has no title on a phone, and more room. */
  readonly kind?: 'number' | 'name' | 'position' | 'time' | 'remark' | 'light' | 'sentence';
  of(row: Row, index: number): ComponentChildren;
}

interface PassageTableProps<Row> {
  readonly name: string;
  readonly route: ShownRoute;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** How far along the route a row is: the map shows the place of the one under the pointer. */
  readonly metresOf: (row: Row) => number;
  readonly class?: string;
  /** What has to be known before the table is read. */
  readonly children?: ComponentChildren;
}

/** Places along a route, one a row. */
export function PassageTable<Row>({ name, route, columns, rows, metresOf, ...rest }: PassageTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section class={`waypoints ${rest.class ?? ''}`} tabIndex={0} aria-label={name}>
      {rest.children}
      <table>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr
              key={metresOf(row)}
              onPointerEnter={() => {
                state.pointed.value = { line: route.line, metres: metresOf(row), from: 'table' };
              }}
              onPointerLeave={() => {
                state.pointed.value = null;
              }}
            >
              {columns.map(({ title, kind, of }) => (
                <td key={title} class={kind} data-title={title}>
                  {of(row, i)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** In a duration of hours too. */
const BEFORE_MINUTES = /(?<=h)\s/;

export const Duration = ({ days }: { readonly days: number }) => (
  <Pair parts={formatDuration(days).split(BEFORE_MINUTES)} />
);

/** What stands in two lines where the table has no room for one. */
export const Pair = ({ parts }: { readonly parts: readonly string[] }) => (
  <span class="pair">{parts.map((part, i) => [i > 0 && ' ', <span key={part}>{part}</span>])}</span>
);
