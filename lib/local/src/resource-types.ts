import { LocalStackError } from './errors.ts';
import type { Template } from './template.ts';

/** What a local stack runs. */
const RUN = new Set([
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::GatewayResponse',
  'AWS::ApiGateway::Method',
  'AWS::ApiGateway::Resource',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::S3::Bucket',
  'AWS::StepFunctions::StateMachine',
]);

/** What has no meaning on one machine, each with the reason why leaving it out changes nothing for a client. */
const PASSED_OVER = new Map([
  ['AWS::ApiGateway::Account', 'where the gateway logs'],
  ['AWS::ApiGateway::ApiKey', 'keys are not asked for'],
  ['AWS::ApiGateway::UsagePlan', 'keys are not asked for'],
  ['AWS::ApiGateway::UsagePlanKey', 'keys are not asked for'],
  ['AWS::Budgets::Budget', 'cost'],
  ['AWS::CDK::Metadata', 'statistics'],
  ['AWS::CloudWatch::Alarm', 'observation'],
  ['AWS::CloudWatch::CompositeAlarm', 'observation'],
  ['AWS::CloudWatch::Dashboard', 'observation'],
  ['AWS::Logs::LogGroup', 'logs are files in the data folder'],
  ['AWS::Logs::MetricFilter', 'observation'],
  ['AWS::Logs::QueryDefinition', 'observation'],
  ['AWS::Logs::ResourcePolicy', 'logs are files in the data folder'],
  ['AWS::S3::BucketPolicy', 'asks for TLS, which one machine has no use for'],
  ['AWS::SNS::Subscription', 'nobody is notified'],
  ['AWS::SNS::Topic', 'nobody is notified'],
  ['AWS::SNS::TopicPolicy', 'nobody is notified'],
]);

/** Refuses a template with a resource that would otherwise be left out in silence. */
export function checkResourceTypes(template: Template): void {
  for (const [logicalId, { Type }] of Object.entries(template.Resources)) {
    if (!RUN.has(Type) && !PASSED_OVER.has(Type)) {
      throw new LocalStackError(
        `The template's ${logicalId} is a ${Type}, which local mode neither runs nor may leave out.`,
      );
    }
  }
}
