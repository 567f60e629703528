import { AwsError } from './errors.ts';
import type { ResolvedStack } from './resolved-stack.ts';
import { writeXml } from './xml.ts';

const NAMESPACE = 'http://cloudformation.amazonaws.com/doc/2010-05-15/';

/** @throws AwsError for another stack */
function requireName(stack: ResolvedStack, name: string): void {
  if (name === stack.stackName || name === stack.stackId) return;
  throw new AwsError('ValidationError', `Stack with id ${name} does not exist`);
}

/** Answers DescribeStacks, with which clients read a stack's outputs. @throws AwsError for another stack */
export function describeStacks(stack: ResolvedStack, created: Date, form: URLSearchParams): string {
  const name = form.get('StackName');
  if (name) requireName(stack, name);
  const outputs = Object.entries(stack.outputs).map(([OutputKey, OutputValue]) => ({
    OutputKey,
    OutputValue,
  }));
  const member = {
    StackName: stack.stackName,
    StackId: stack.stackId,
    CreationTime: created.toISOString(),
    StackStatus: 'CREATE_COMPLETE',
    Outputs: { member: outputs },
  };
  return writeXml('DescribeStacksResponse', { DescribeStacksResult: { Stacks: { member } } }, NAMESPACE);
}

/** Answers ListStackResources, with which operators find what a stack is made of. @throws AwsError for another stack */
export function listStackResources(stack: ResolvedStack, created: Date, form: URLSearchParams): string {
  requireName(stack, form.get('StackName') ?? '');
  const member = stack.resources.map(({ logicalId, type, identity }) => ({
    LogicalResourceId: logicalId,
    PhysicalResourceId: identity.ref,
    ResourceType: type,
    LastUpdatedTimestamp: created.toISOString(),
    ResourceStatus: 'CREATE_COMPLETE',
  }));
  const ListStackResourcesResult = { StackResourceSummaries: { member } };
  return writeXml('ListStackResourcesResponse', { ListStackResourcesResult }, NAMESPACE);
}
