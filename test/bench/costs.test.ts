import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alternatives, costs, line, rates, times, WRITE_UNITS } from '../../bench/costs/route-costs.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8').split('\n');

test.each([
  ['times', times],
  ['costs', costs],
  ['rates', rates],
])('the page on scaling has the table of %s as it is computed', (_, { head, rows }) => {
  const begin = page.indexOf(line(head)) + 2;
  expect(page.slice(begin, begin + rows.length)).toEqual(rows.map(line));
});

test('the page has the other figures, too', () => {
  const text = page.join('\n');
  expect(text).toContain(
    `| Express executions behind a queue | 6,000/s | ${alternatives.expressBehindQueue} |`,
  );
  expect(text).toContain(
    `| a queue in front of Standard executions | 300/s, evenly | ${alternatives.queueBefore} |`,
  );
  expect(text).toContain(`| write units in all, with the entries in indexes | ${WRITE_UNITS} |`);
});
