import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts one finding of the AWS Solutions checks below `scope`, with the reason. */
export function acknowledge(scope: IConstruct, id: string, reason: string): void {
  Validations.of(scope).acknowledge({ id, reason });
}
