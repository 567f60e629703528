import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { queries } from './queries.ts';

/** @param logGroupNames of all handlers; CloudWatch takes 50 */
export function saveQueries(scope: Construct, logGroupNames: readonly string[]): void {
  const stack = Stack.of(scope);
  for (const [name, lines] of Object.entries(queries)) {
    new CfnQueryDefinition(scope, `Query${name.replaceAll(' ', '')}`, {
      name: `${stack.stackName}/${name}`,
      logGroupNames: [...logGroupNames],
      queryString: lines.join('\n| '),
    });
  }
}
