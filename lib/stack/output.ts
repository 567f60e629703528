import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';

/** Tells a value of the stack: as an output, and as a parameter for those who have no right to describe the stack. */
export function addOutput(stack: Stack, name: string, value: string, description: string): void {
  new CfnOutput(stack, name, { value, description });
  new StringParameter(stack, `${name}Parameter`, {
    parameterName: `/${stack.stackName}/${name}`,
    stringValue: value,
    description,
  });
}
