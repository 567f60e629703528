import { Aws } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';

/**
 * An AWS service that may use a role only on behalf of this account, so that no other account can use the
 * role. AWS documents the condition for Step Functions and CodeDeploy; for Lambda, a trust policy that AWS
 * publishes has it (aws/agent-toolkit-for-aws, lambda-trust-policy.json).
 */
export const serviceOfAccount = (service: string): ServicePrincipal =>
  new ServicePrincipal(service, { conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } } });
