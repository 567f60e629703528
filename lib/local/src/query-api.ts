import { describeStacks, listStackResources } from './cloudformation-api.ts';
import { AwsError } from './errors.ts';
import { authorise, type Principal } from './iam/principals.ts';
import { ACCOUNT } from './identities.ts';
import type { ResolvedStack } from './resolved-stack.ts';
import { writeXml } from './xml.ts';

/** CloudFormation and STS, whose requests are forms and whose responses are XML. */
export function handleQuery(
  stack: ResolvedStack,
  principal: Principal | undefined,
  created: Date,
  parameters: URLSearchParams,
): string {
  const action = parameters.get('Action');
  if (action === 'GetCallerIdentity') return callerIdentity(principal);
  if (action === 'DescribeStacks' || action === 'ListStackResources') {
    authorise(principal, [{ action: `cloudformation:${action}`, resource: stack.stackId }]);
    const answer = action === 'DescribeStacks' ? describeStacks : listStackResources;
    return answer(stack, created, parameters);
  }
  throw new AwsError(
    'InvalidAction',
    `Local mode has no operation ${action}. Of CloudFormation it has DescribeStacks and ListStackResources, of STS GetCallerIdentity.`,
  );
}

/** Who signed the request; the account's root if the developer's own keys signed it. */
function callerIdentity(principal: Principal | undefined): string {
  const Arn = principal?.arn ?? `arn:aws:iam::${ACCOUNT}:root`;
  const UserId = principal ? `AROALOCAL:${Arn.split('/').at(-1)}` : ACCOUNT;
  const GetCallerIdentityResult = { Arn, UserId, Account: ACCOUNT };
  return writeXml(
    'GetCallerIdentityResponse',
    { GetCallerIdentityResult },
    'https://sts.amazonaws.com/doc/2011-06-15/',
  );
}
