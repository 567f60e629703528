import { Aws } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';

/** An AWS service, which may use a role on behalf of this account only: nobody else's function can be given it. */
export const serviceOfAccount = (service: string): ServicePrincipal =>
  new ServicePrincipal(service, { conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } } });
