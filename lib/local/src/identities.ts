import { createHash } from 'node:crypto';
import type { Identity } from './intrinsics.ts';
import type { Resource } from './template.ts';

/** The account of everything that runs locally. */
export const ACCOUNT = '000000000000';
export const REGION = 'us-east-1';

export const arn = (service: string, resource: string, { region = REGION, account = ACCOUNT } = {}): string =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

/**
 * Name from the names of the stack and the resource, the same at every start; a name that is too long ends in
 * a hash.
 */
function physicalName(stackName: string, logicalId: string, limit: number): string {
  const name = `${stackName}-${logicalId}`;
  if (name.length <= limit) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, limit - 9)}-${hash}`;
}

/** Short lower-case identifier, like those of API Gateway. */
const shortId = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

export interface IdentityContext {
  /** The resolved value of one of the resource's properties. */
  readonly property: (name: string) => unknown;
  /** Address of the local AWS services. */
  readonly awsUrl: string;
}

/**
 * The name of a resource, from its logical id and the name in its properties, if any. Nothing is random, so
 * that a stack finds its data at the next start.
 */
export function identify(
  stackName: string,
  logicalId: string,
  resource: Resource,
  { property, awsUrl }: IdentityContext,
): Identity {
  const name = property(NAME_PROPERTY[resource.Type] ?? '');
  const named = (limit: number) =>
    typeof name === 'string' ? name : physicalName(stackName, logicalId, limit);
  const plain = (ref: string, attributes: Record<string, string> = {}): Identity => ({ ref, attributes });
  switch (resource.Type) {
    case 'AWS::DynamoDB::Table':
      return plain(named(255), { Arn: arn('dynamodb', `table/${named(255)}`) });
    case 'AWS::S3::Bucket': {
      const bucket = named(63).toLowerCase();
      const domain = `${bucket}.s3.amazonaws.com`;
      const Arn = arn('s3', bucket, { region: '', account: '' });
      return plain(bucket, { Arn, DomainName: domain, RegionalDomainName: domain });
    }
    case 'AWS::Lambda::Function':
      return plain(named(64), { Arn: arn('lambda', `function:${named(64)}`) });
    case 'AWS::Lambda::Version':
    case 'AWS::Lambda::Alias': {
      const part = resource.Type === 'AWS::Lambda::Alias' ? String(name) : '1';
      const target = String(property('FunctionName'));
      const Arn = `${target.startsWith('arn:') ? target : arn('lambda', `function:${target}`)}:${part}`;
      return plain(Arn, { Version: '1', AliasArn: Arn, FunctionArn: Arn });
    }
    case 'AWS::SQS::Queue': {
      const queue = named(80);
      const QueueUrl = `${awsUrl}/${ACCOUNT}/${queue}`;
      return plain(QueueUrl, { Arn: arn('sqs', queue), QueueName: queue, QueueUrl });
    }
    case 'AWS::StepFunctions::StateMachine': {
      const Arn = arn('states', `stateMachine:${named(80)}`);
      return plain(Arn, { Arn, Name: named(80), StateMachineRevisionId: 'INITIAL' });
    }
    case 'AWS::StepFunctions::StateMachineVersion': {
      const Arn = `${property('StateMachineArn')}:1`;
      return plain(Arn, { Arn });
    }
    case 'AWS::StepFunctions::StateMachineAlias': {
      const Arn = `${machineOf({ property })}:${name}`;
      return plain(Arn, { Arn });
    }
    case 'AWS::IAM::Role':
      return plain(named(64), {
        Arn: arn('iam', `role/${named(64)}`, { region: '' }),
        RoleId: shortId(named(64)),
      });
    case 'AWS::IAM::ManagedPolicy':
      return plain(arn('iam', `policy/${named(128)}`, { region: '' }));
    case 'AWS::Events::Rule':
      return plain(named(64), { Arn: arn('events', `rule/${named(64)}`) });
    case 'AWS::Logs::LogGroup':
      return plain(named(512), { Arn: arn('logs', `log-group:${named(512)}:*`) });
    case 'AWS::SNS::Topic':
      return plain(arn('sns', named(256)), { TopicArn: arn('sns', named(256)), TopicName: named(256) });
    case 'AWS::SNS::Subscription':
      return plain(`${property('TopicArn')}:${shortId(`${stackName}/${logicalId}`)}`);
    case 'AWS::ApiGateway::RestApi': {
      const id = shortId(`${stackName}/${logicalId}`);
      return plain(id, { RestApiId: id, RootResourceId: shortId(`${stackName}/${logicalId}/`) });
    }
    case 'AWS::ApiGateway::ApiKey':
    case 'AWS::ApiGateway::UsagePlan': {
      const id = shortId(`${stackName}/${logicalId}`);
      return plain(id, { APIKeyId: id, Id: id });
    }
    case 'AWS::ApiGateway::Resource':
    case 'AWS::ApiGateway::Deployment': {
      const id = shortId(`${stackName}/${logicalId}`);
      return plain(id, { ResourceId: id, DeploymentId: id });
    }
    case 'AWS::ApiGateway::Stage':
      return plain(typeof name === 'string' ? name : logicalId);
    default:
      return plain(physicalName(stackName, logicalId, 255), { Arn: arn('local', logicalId) });
  }
}

/** The state machine of an alias: that of the version to which new executions go. */
function machineOf({ property }: Pick<IdentityContext, 'property'>): string {
  type Routing = { readonly StateMachineVersionArn: string };
  const preference = property('DeploymentPreference') as Routing | undefined;
  const [first] = (property('RoutingConfiguration') as Routing[] | undefined) ?? [];
  return String((preference ?? first)?.StateMachineVersionArn).replace(/:\d+$/, '');
}

/** The property in which a template may give a resource's name. */
const NAME_PROPERTY: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Lambda::Alias': 'Name',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::StepFunctions::StateMachineAlias': 'Name',
  'AWS::IAM::Role': 'RoleName',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::Events::Rule': 'Name',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::ApiGateway::Stage': 'StageName',
};
