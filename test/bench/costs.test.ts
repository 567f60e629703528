import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ALARM_METRICS,
  alternatives,
  costs,
  FIXED,
  line,
  OWN_METRICS,
  rates,
  times,
  WRITE_UNITS,
} from '../../bench/costs/route-costs.ts';
import { type MetricDefinition, metrics } from '../../lib/metrics/metrics.ts';
import { type Json, production, resourcesOf, templateOf } from '../stack/template.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8').split('\n');

test.each([
  ['times', times],
  ['costs', costs],
  ['rates', rates],
])('the page on scaling has the table of %s as it is computed', (_, { head, rows }) => {
  const begin = page.indexOf(line(head)) + 2;
  expect(page.slice(begin, begin + rows.length)).toEqual(rows.map(line));
});

test('each metric of an alarm is paid for, and each that the service or a filter of its logs writes', () => {
  const template = templateOf(production);
  const count = (type: string, of: (properties: Json) => number) =>
    Object.values(resourcesOf(template, type)).reduce((sum, { Properties }) => sum + of(Properties), 0);
  expect(
    count('AWS::CloudWatch::Alarm', ({ Metrics }) => Metrics.filter((each: Json) => each.MetricStat).length),
  ).toBe(ALARM_METRICS);
  const written = Object.values(metrics as Record<string, MetricDefinition>).reduce(
    (sum, { dimension }) => sum + (dimension?.values.length || 1),
    0,
  );
  expect(
    written + count('AWS::Logs::MetricFilter', ({ MetricTransformations }) => MetricTransformations.length),
  ).toBe(OWN_METRICS);
});

test('the page has the other figures, too', () => {
  const text = page.join('\n');
  expect(text).toContain(
    `| Express executions behind a queue | 6,000/s | ${alternatives.expressBehindQueue} |`,
  );
  expect(text).toContain(
    `| a queue in front of Standard executions | 300/s, evenly | ${alternatives.queueBefore} |`,
  );
  expect(text).toContain(`${Math.round(FIXED)} dollars of the month`);
  expect(text).toContain(`| write units in all, with the entries in indexes | ${WRITE_UNITS} |`);
});
