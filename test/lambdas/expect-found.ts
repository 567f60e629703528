import { expect } from 'vitest';
import { queries } from '../../lib/stack/queries.ts';

/** Words of the query language, and what CloudWatch adds to each line. */
const NOT_OURS = /^(fields|filter|sort|stats|count|requests|as|by|and|desc|message|ispresent)$/;

/** A line of the log has each field that the saved queries about such lines name. */
export function expectFound(message: string, line: unknown): void {
  const about = Object.values(queries).filter((lines) =>
    lines.some((each) => each.includes(`message = "${message}"`)),
  );
  expect(about.length).toBeGreaterThan(0);
  const names = about
    .flat()
    .flatMap((each) => each.replaceAll(/"[^"]*"/g, '').match(/@?[a-z_][\w.]*/gi) ?? []);
  for (const name of new Set(names)) {
    if (!NOT_OURS.test(name) && !name.startsWith('@')) expect(line).toHaveProperty(name);
  }
}
