import { LocalStackError } from '../errors.ts';
import type { RestApi } from '../gateway/rest-api.ts';
import { arn } from '../identities.ts';
import type { ResolvedStack } from '../resolved-stack.ts';
import { wildcardMatches } from './policy.ts';

/**
 * Checks that the functions' own policies allow API Gateway and EventBridge, which invoke functions
 * themselves, to do so. AWS would refuse every invocation; here the start fails.
 */
export function checkInvokePermissions(stack: ResolvedStack, api: RestApi | undefined): void {
  for (const { resource, methods } of api?.routes ?? []) {
    for (const { httpMethod, functionArn } of methods.values()) {
      const method = httpMethod === 'ANY' ? 'PATCH' : httpMethod; // one method represents all
      const sourceArn = arn('execute-api', `${api!.id}/${api!.stage}/${method}${resource}`);
      if (functionArn)
        check(stack, functionArn, 'apigateway.amazonaws.com', sourceArn, `${httpMethod} ${resource}`);
    }
  }
  for (const { logicalId, identity, properties } of stack.ofType('AWS::Events::Rule')) {
    for (const { Arn } of properties.Targets ?? []) {
      if (!/^arn:aws:lambda:/.test(Arn)) continue;
      check(stack, Arn, 'events.amazonaws.com', identity.attributes.Arn!, `the rule ${logicalId}`);
    }
  }
}

function check(
  stack: ResolvedStack,
  functionArn: string,
  principal: string,
  sourceArn: string,
  what: string,
): void {
  const name = functionArn.split(':')[6];
  const permitted = stack
    .ofType('AWS::Lambda::Permission')
    .some(
      ({ properties: { FunctionName, Principal, SourceArn = '*' } }) =>
        (FunctionName === functionArn || FunctionName === name) &&
        Principal === principal &&
        wildcardMatches(SourceArn, sourceArn),
    );
  if (!permitted) {
    throw new LocalStackError(
      `Nothing lets ${principal} invoke ${name} for ${what}: an AWS::Lambda::Permission is missing.`,
    );
  }
}
