import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownRoute } from '../state/shown-route.ts';
import * as state from '../state/state.ts';

/** A column of the passage; where that has no room it is a value with its title above it. */
export interface Column<Row> {
  readonly title: string;
  /** What has no title there, and more room. */
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
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => cardsWhereNarrow(section.current!), [columns.length, rows.length]);
  return (
    <section
      ref={section}
      class={`waypoints ${rest.class ?? ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
      tabIndex={0}
      aria-label={name}
    >
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

/** A table that is wider than its place becomes cards. @returns ends it */
function cardsWhereNarrow(section: HTMLElement): () => void {
  const measure = () => {
    section.toggleAttribute('data-cards', false);
    section.toggleAttribute('data-cards', section.scrollWidth > section.clientWidth);
  };
  // before it is seen
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(section);
  return () => observer.disconnect();
}
