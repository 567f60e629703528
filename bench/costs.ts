/**
 * What a route costs on AWS: the tables of docs/scaling.md.
 *
 *     node bench/costs.ts
 */
import { alternatives, costs, line, rates, times } from './costs/route-costs.ts';

for (const { head, rows } of [times, costs, rates]) {
  console.log(`${[head, head.map(() => '---'), ...rows].map(line).join('\n')}\n`);
}
console.log(
  `Express behind a queue, instead of Standard: $${alternatives.expressBehindQueue} for a million routes`,
);
console.log(`a queue in front of Standard: $${alternatives.queueBefore}`);
