// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's and our own placeholders
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalStack, type LocalStackOptions, startLocalStack } from '../src/local-stack.ts';
import type { Resource, StackSource } from '../src/template.ts';

const allow = (Action: string | string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const ref = (logicalId: string) => ({ Ref: logicalId });

const role = (...statements: object[]): Resource => ({
  Type: 'AWS::IAM::Role',
  Properties: { Policies: [{ PolicyName: 'p', PolicyDocument: { Statement: statements } }] },
});

const lambda = (handler: string, roleId: string, properties: object = {}): Resource => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: 'assets', S3Key: 'handlers.zip' },
    Handler: `index.${handler}`,
    Runtime: 'nodejs24.x',
    MemorySize: 256,
    Timeout: 10,
    Role: arnOf(roleId),
    Environment: { Variables: { TABLE: ref('Table'), BUCKET: ref('Bucket') } },
    ...properties,
  },
});

const machineAlias: Resource = {
  Type: 'AWS::StepFunctions::StateMachineAlias',
  Properties: { Name: 'live', DeploymentPreference: { StateMachineVersionArn: arnOf('MachineVersion') } },
};

const alias = (functionId: string): Resource => ({
  Type: 'AWS::Lambda::Alias',
  Properties: { FunctionName: ref(functionId), FunctionVersion: '1', Name: 'live' },
});

const integration = (functionId: string) => ({
  Type: 'AWS_PROXY',
  IntegrationHttpMethod: 'POST',
  Uri: {
    'Fn::Join': [
      '',
      [
        'arn:aws:apigateway:',
        ref('AWS::Region'),
        ':lambda:path/2015-03-31/functions/',
        arnOf(functionId),
        '/invocations',
      ],
    ],
  },
});

const resource = (PathPart: string, ParentId: unknown): Resource => ({
  Type: 'AWS::ApiGateway::Resource',
  Properties: { PathPart, ParentId, RestApiId: ref('Api') },
});

const method = (HttpMethod: string, ResourceId: unknown, Integration: object): Resource => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: { HttpMethod, ResourceId, RestApiId: ref('Api'), Integration, AuthorizationType: 'NONE' },
});

const root = { 'Fn::GetAtt': ['Api', 'RootResourceId'] };

const gateway: Record<string, Resource> = {
  Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { BinaryMediaTypes: ['application/gzip'] } },
  Deployment: { Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: ref('Api') } },
  Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: ref('Api'), StageName: 'test' } },
  Things: resource('things', root),
  Thing: resource('{name}', ref('Things')),
  Special: resource('special', ref('Things')),
  Proxy: resource('{proxy+}', root),
  GetThings: method('GET', ref('Things'), integration('Echo')),
  PostThings: method('POST', ref('Things'), integration('Respond')),
  AnyThing: method('ANY', ref('Thing'), integration('Echo')),
  GetSpecial: method('GET', ref('Special'), integration('Echo')),
  OptionsThings: method('OPTIONS', ref('Things'), {
    Type: 'MOCK',
    IntegrationResponses: [
      {
        StatusCode: '204',
        ResponseParameters: { 'method.response.header.Access-Control-Allow-Origin': "'*'" },
      },
    ],
  }),
  GetProxy: method('GET', ref('Proxy'), integration('Echo')),
  Errors: {
    Type: 'AWS::ApiGateway::GatewayResponse',
    Properties: {
      ResponseType: 'DEFAULT_4XX',
      ResponseParameters: { 'gatewayresponse.header.Content-Type': "'application/problem+json'" },
      ResponseTemplates: { 'application/json': '{"error":$context.error.messageString}' },
    },
  },
};

const definition = {
  StartAt: 'First',
  TimeoutSeconds: 60,
  States: {
    First: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: { FunctionName: '${step}', 'Payload.$': '$' },
      ResultPath: null,
      Catch: [{ ErrorEquals: ['NoWay'], ResultPath: '$.failure', Next: 'Caught' }],
      Next: 'Pause',
    },
    Pause: { Type: 'Wait', SecondsPath: '$.pause', Next: 'Second' },
    Second: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: {
        FunctionName: '${step}',
        Payload: { 'id.$': '$.id', step: 'second', 'execution.$': '$$.Execution.Name' },
      },
      OutputPath: '$.Payload',
      End: true,
    },
    Caught: { Type: 'Pass', End: true },
  },
};

const [before, middle, after] = JSON.stringify(definition).split('${step}');

const permission = (functionId: string, service: string, SourceArn: unknown): Resource => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: arnOf(functionId),
    Principal: `${service}.amazonaws.com`,
    SourceArn,
  },
});
const anyRequest = { 'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*/*/*' };

const permissions: Record<string, Resource> = {
  MayEcho: permission('Echo', 'apigateway', anyRequest),
  MayRespond: permission('Respond', 'apigateway', anyRequest),
  MayStep: permission('Step', 'events', arnOf('Closed')),
  MayAct: permission('Act', 'events', arnOf('Idle')),
};

const workflow: Record<string, Resource> = {
  Machine: {
    Type: 'AWS::StepFunctions::StateMachine',
    Properties: {
      RoleArn: arnOf('MachineRole'),
      DefinitionString: { 'Fn::Join': ['', [before, arnOf('Step'), middle, arnOf('Step'), after]] },
    },
  },
  MachineVersion: {
    Type: 'AWS::StepFunctions::StateMachineVersion',
    Properties: { StateMachineArn: ref('Machine') },
  },
  MachineAlias: machineAlias,
  MachineRole: role(allow('lambda:InvokeFunction', [arnOf('Step')])),
  Closed: {
    Type: 'AWS::Events::Rule',
    Properties: {
      State: 'ENABLED',
      EventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: { status: ['FAILED', 'TIMED_OUT', 'ABORTED'], stateMachineArn: [ref('Machine')] },
      },
      Targets: [{ Id: 'Target0', Arn: arnOf('Step') }],
    },
  },
  Idle: {
    Type: 'AWS::Events::Rule',
    Properties: {
      State: 'DISABLED',
      ScheduleExpression: 'rate(10 minutes)',
      Targets: [{ Id: 'Target0', Arn: arnOf('Act') }],
    },
  },
};

/** A stack with one of everything that the runner runs. */
export const source: StackSource = {
  stackName: 'runner-test',
  assets: new Map([['handlers.zip', join(import.meta.dirname, 'handlers')]]),
  template: {
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
          BillingMode: 'PAY_PER_REQUEST',
          TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
        },
      },
      Bucket: { Type: 'AWS::S3::Bucket' },
      Echo: lambda('echo', 'PlainRole', {
        Environment: {
          Variables: {
            COLOUR: 'blue',
            API: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/${Stage}/' },
          },
        },
      }),
      Respond: lambda('respond', 'PlainRole'),
      Act: lambda('act', 'PlainRole', {
        Timeout: 60,
        MemorySize: 128,
        DeadLetterConfig: { TargetArn: arnOf('Failed') },
      }),
      ActNow: alias('Act'),
      Brief: lambda('act', 'PlainRole', { Timeout: 1 }),
      Scarce: lambda('act', 'PlainRole', { ReservedConcurrentExecutions: 2 }),
      Heavy: lambda('act', 'PlainRole', { Timeout: 60, MemorySize: 1769 }),
      Failed: { Type: 'AWS::SQS::Queue' },
      Access: lambda('access', 'AccessRole'),
      Step: lambda('step', 'StepRole'),
      PlainRole: role(),
      AccessRole: role(
        allow(['dynamodb:GetItem'], arnOf('Table')),
        allow('s3:GetObject*', { 'Fn::Join': ['', [arnOf('Bucket'), '/public/*']] }),
      ),
      StepRole: role(),
      StepPolicy: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          Roles: [ref('StepRole')],
          PolicyDocument: { Statement: [allow('dynamodb:PutItem', arnOf('Table'))] },
        },
      },
      Log: { Type: 'AWS::Logs::LogGroup' },
      ...gateway,
      ...workflow,
      ...permissions,
    },
    Outputs: {
      ApiUrl: {
        Value: {
          'Fn::Join': [
            '',
            [
              'https://',
              ref('Api'),
              '.execute-api.',
              ref('AWS::Region'),
              '.',
              ref('AWS::URLSuffix'),
              '/',
              ref('Stage'),
              '/',
            ],
          ],
        },
      },
      BucketName: { Value: ref('Bucket') },
      AliasArn: { Value: ref('ActNow') },
      QueueUrl: { Value: ref('Failed') },
      TableName: { Value: ref('Table') },
      MachineArn: { Value: ref('Machine') },
      ActName: { Value: ref('Act') },
    },
  },
};

/** The stack in a folder of its own, at free ports. */
export async function startTestStack(
  options: Partial<LocalStackOptions> = {},
): Promise<LocalStack & { dataFolder: string }> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'local-runner-')));
  const stack = await startLocalStack({ source, dataFolder, timeScale: 0.02, ...options });
  return { ...stack, dataFolder };
}

/** Stops the stack and deletes what it kept. */
export async function discard(stack: { stop(): Promise<void>; dataFolder: string }): Promise<void> {
  await stack.stop();
  await rm(stack.dataFolder, { recursive: true, force: true });
}

export const clientOptions = (stack: LocalStack) => ({
  endpoint: stack.awsUrl,
  region: 'us-east-1',
  credentials: { accessKeyId: 'anyone', secretAccessKey: 'anything' },
});

/**
 * What a port answers to the bytes of a request, until it closes the connection.
 * @param more is sent again and again
 */
export function rawAnswer(url: string, begin: string, more?: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(begin));
    const timer = more && setInterval(() => socket.write(more), 30);
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      resolve(text);
    });
  });
}
