import type { Permission } from '../iam/policy.ts';
import { arn } from '../identities.ts';

type Input = Record<string, unknown>;

const tableArn = (nameOrArn: string): string =>
  nameOrArn.startsWith('arn:') ? nameOrArn : arn('dynamodb', `table/${nameOrArn}`);

/** The permissions that a DynamoDB operation requires: one for each table or index. */
export function dynamoPermissions(operation: string, input: Input): Permission[] {
  const on = (table: string, index?: unknown): Permission => ({
    action: `dynamodb:${operation}`,
    resource: index ? `${tableArn(table)}/index/${index}` : tableArn(table),
  });
  if (input.RequestItems) return Object.keys(input.RequestItems).map((table) => on(table));
  if (typeof input.TableName === 'string') return [on(input.TableName, input.IndexName)];
  return [{ action: `dynamodb:${operation}`, resource: '*' }];
}
