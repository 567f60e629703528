import { LocalStackError } from './errors.ts';
import type { Template } from './template.ts';

/** Resource types that a local stack runs. */
const RUN = new Set([
  'AWS::ApiGateway::ApiKey',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::GatewayResponse',
  'AWS::ApiGateway::Method',
  'AWS::ApiGateway::Resource',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::UsagePlan',
  'AWS::ApiGateway::UsagePlanKey',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::S3::Bucket',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::Queue',
  'AWS::StepFunctions::StateMachine',
  'AWS::StepFunctions::StateMachineAlias',
  'AWS::StepFunctions::StateMachineVersion',
]);

/**
 * Resource types that are left out on one machine, each with the reason why this changes nothing for a
 * client.
 */
const PASSED_OVER = new Map([
  ['AWS::ApiGateway::Account', 'where the gateway logs'],
  ['AWS::ApiGateway::BasePathMapping', 'the local address is the only one'],
  ['AWS::ApiGateway::DomainName', 'the local address is the only one'],
  ['AWS::Budgets::Budget', 'cost'],
  ['AWS::CDK::Metadata', 'statistics'],
  ['AWS::CloudWatch::Alarm', 'observation'],
  ['AWS::CloudWatch::CompositeAlarm', 'observation'],
  ['AWS::CloudWatch::Dashboard', 'observation'],
  ['AWS::CloudTrail::Trail', 'observation'],
  ['AWS::CodeDeploy::Application', 'there is one version of each function'],
  ['AWS::CodeDeploy::DeploymentGroup', 'there is one version of each function'],
  ['AWS::Logs::LogGroup', 'logs are files in the data folder'],
  ['AWS::Logs::MetricFilter', 'observation'],
  ['AWS::Logs::QueryDefinition', 'observation'],
  ['AWS::Logs::ResourcePolicy', 'logs are files in the data folder'],
  ['AWS::Route53::RecordSet', 'the local address is the only one'],
  ['AWS::S3::BucketPolicy', 'requires TLS, which is not used on one machine'],
  ['AWS::SQS::QueuePolicy', 'only functions, rules and topics of the stack send to its queues'],
  ['AWS::SSM::Parameter', 'the outputs have the same values'],
  ['AWS::WAFv2::WebACL', 'the machine is not reachable from outside'],
  ['AWS::WAFv2::WebACLAssociation', 'the machine is not reachable from outside'],
  ['AWS::XRay::Group', 'observation'],
  ['AWS::XRay::SamplingRule', 'observation'],
]);

/** Refuses a template with a resource that would otherwise be ignored silently. */
export function checkResourceTypes(template: Template): void {
  for (const [logicalId, { Type }] of Object.entries(template.Resources)) {
    if (!RUN.has(Type) && !PASSED_OVER.has(Type)) {
      throw new LocalStackError(
        `The template's ${logicalId} is a ${Type}, which local mode can neither run nor leave out.`,
      );
    }
  }
}
