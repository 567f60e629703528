import { AwsError } from './errors.ts';
import type { ResolvedStack } from './resolved-stack.ts';
import { writeXml } from './xml.ts';

const NAMESPACE = 'http://cloudformation.amazonaws.com/doc/2010-05-15/';

/** Answers DescribeStacks, with which clients read a stack's outputs. @throws AwsError for another stack */
export function describeStacks(stack: ResolvedStack, created: Date, form: URLSearchParams): string {
  const name = form.get('StackName');
  if (name && name !== stack.stackName && name !== stack.stackId) {
    throw new AwsError('ValidationError', `Stack with id ${name} does not exist`);
  }
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
