import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role } from 'aws-cdk-lib/aws-iam';
import type { CfnStateMachineAlias } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { HandlerFunction } from './handler-function.ts';
import { serviceOfAccount } from './service-of-account.ts';

export interface GradualDeploymentProps {
  readonly functions: readonly HandlerFunction[];
  /** While traffic shifts, any of these alarms returns it to the previous version. */
  readonly alarms: readonly IAlarm[];
  /** The alias that starts executions of the workflow. */
  readonly workflow: CfnStateMachineAlias;
  /** The same for its executions. */
  readonly workflowAlarms: readonly IAlarm[];
}

/** Shifts the traffic of each function that has an alias, and new executions, to new code: by a tenth each minute. */
export class GradualDeployment extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { functions, alarms, workflow, workflowAlarms }: GradualDeploymentProps,
  ) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const policy = ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited');
    const role = new Role(this, 'Role', {
      assumedBy: serviceOfAccount('codedeploy.amazonaws.com'),
      managedPolicies: [policy],
    });
    const arn = 'arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited';
    acknowledge(
      role,
      `AwsSolutions-IAM4[Policy::${arn}]`,
      'The policy that AWS keeps for what CodeDeploy needs.',
    );
    for (const { node, alias } of functions) {
      if (!alias) continue;
      new LambdaDeploymentGroup(this, node.id, {
        application,
        alias,
        role,
        alarms: [...alarms],
        deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
      });
    }
    const { stateMachineVersionArn } =
      workflow.deploymentPreference as CfnStateMachineAlias.DeploymentPreferenceProperty;
    workflow.deploymentPreference = {
      type: 'LINEAR',
      percentage: 10,
      interval: 1, // minutes
      stateMachineVersionArn,
      alarms: workflowAlarms.map(({ alarmName }) => alarmName),
    };
  }
}
