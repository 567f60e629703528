import { type App, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { handlerIds } from '../../lib/stack/polynya-stack.ts';
import { functionOf, type Json, makeApp, resources, resourcesOf, templateOf } from './template.ts';

const stages = ['development', 'production'] as const;
const contextOf = { development: {}, production: { stage: 'production', alarmEmail: 'ops@example.org' } };

const all = (stage: (typeof stages)[number], type: string) =>
  Object.values(resourcesOf(templateOf(contextOf[stage]), type));

describe.each(stages)('in %s', (stage) => {
  const template = templateOf(contextOf[stage]);
  const production = stage === 'production';

  test('there is no custom resource and nothing that one would need', () => {
    const types = Object.values(resources(template)).map(({ Type }) => Type);
    expect(types.filter((type) => /^Custom::|::CustomResource$/.test(type))).toEqual([]);
    expect(Object.keys(resourcesOf(template, 'AWS::Lambda::Function'))).toHaveLength(handlerIds.length);
    expect(types).not.toContain('AWS::ApiGateway::Account');
  });

  test('the outputs are those that the clients look for', () => {
    expect(Object.keys(template.toJSON().Outputs).sort()).toEqual([
      'ApiUrl',
      'ImportFunctionName',
      'MeshBucketName',
    ]);
  });

  test(`what is stored ${production ? 'outlives' : 'goes with'} the stack`, () => {
    const kept = Object.values(resources(template)).filter(({ DeletionPolicy }) =>
      DeletionPolicy?.startsWith('Retain'),
    );
    expect(kept.map(({ Type }) => Type).sort()).toEqual(
      production ? [...Array(4).fill('AWS::DynamoDB::Table'), 'AWS::S3::Bucket', 'AWS::S3::Bucket'] : [],
    );
  });

  test('tables are on demand, encrypted and as protected as the stage asks', () => {
    const tables = all(stage, 'AWS::DynamoDB::Table');
    expect(tables).toHaveLength(4);
    for (const { Properties } of tables) {
      expect(Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        DeletionProtectionEnabled: production,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: production },
      });
    }
  });

  test('buckets are private, encrypted and TLS only', () => {
    expect(all(stage, 'AWS::S3::Bucket')).toHaveLength(2);
    for (const { Properties } of all(stage, 'AWS::S3::Bucket')) {
      expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
      expect(Properties.BucketEncryption).toBeDefined();
    }
    const policies = all(stage, 'AWS::S3::BucketPolicy').map(({ Properties }) => Properties.PolicyDocument);
    expect(policies).toHaveLength(2);
    for (const { Statement } of policies) {
      expect(Statement).toContainEqual(
        expect.objectContaining({
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      );
    }
  });

  test(`the import runs ${production ? 'every ten minutes' : 'only by hand'}`, () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(10 minutes)',
      State: production ? 'ENABLED' : 'DISABLED',
      Targets: [{ Arn: { 'Fn::GetAtt': [functionOf(template, 'meshes/import')[0], 'Arn'] }, Input: '{}' }],
    });
  });

  test('an execution that dies is reported to jobs/settle', () => {
    const [machine] = Object.keys(resourcesOf(template, 'AWS::StepFunctions::StateMachine'));
    template.hasResourceProperties('AWS::Events::Rule', {
      State: 'ENABLED',
      EventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [{ Ref: machine }], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
      },
      Targets: [{ Arn: { 'Fn::GetAtt': [functionOf(template, 'jobs/settle')[0], 'Arn'] } }],
    });
  });

  test('functions have the house defaults and a log that is not kept forever', () => {
    const logs = resourcesOf(template, 'AWS::Logs::LogGroup');
    for (const { Properties } of Object.values(logs)) expect(Properties.RetentionInDays).toBe(30);
    for (const handlerId of handlerIds) {
      const { Properties } = functionOf(template, handlerId)[1];
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON' },
        Environment: { Variables: { NODE_OPTIONS: '--enable-source-maps' } },
      });
      expect(logs).toHaveProperty(Properties.LoggingConfig.LogGroup.Ref);
    }
  });
});

describe('tables', () => {
  const template = templateOf();
  const keysOf = ({ KeySchema }: Json) => KeySchema.map(({ AttributeName }: Json) => AttributeName);

  test('have the keys and the indexes that the code uses', () => {
    const tables = Object.values(resourcesOf(template, 'AWS::DynamoDB::Table')).map(({ Properties }) => [
      keysOf(Properties),
      Object.fromEntries(
        (Properties.GlobalSecondaryIndexes ?? []).map((i: Json) => [i.IndexName, keysOf(i)]),
      ),
    ]);
    expect(tables).toEqual([
      [['vessel_type'], {}],
      [['md5'], { 'by-id': ['id'], 'by-created': ['kind', 'created'] }],
      [['id'], { 'by-start-cell': ['start_cell', 'created'] }],
      [['id'], {}],
    ]);
  });

  test('forget the routes and the jobs whose time is up', () => {
    const TimeToLiveSpecification = { AttributeName: 'expires_at', Enabled: true };
    template.resourcePropertiesCountIs('AWS::DynamoDB::Table', { TimeToLiveSpecification }, 2);
  });
});

test('meshes are versioned, and route documents expire after their jobs', () => {
  const template = templateOf({ routeRetentionDays: 100 });
  template.hasResourceProperties('AWS::S3::Bucket', { VersioningConfiguration: { Status: 'Enabled' } });
  const rules = Object.values(resourcesOf(template, 'AWS::S3::Bucket')).flatMap(
    ({ Properties }) => Properties.LifecycleConfiguration.Rules,
  );
  expect(rules.map(({ ExpirationInDays }) => ExpirationInDays).filter(Boolean)).toEqual([107]);
});

describe('alarms', () => {
  test('are for production', () => {
    expect(all('development', 'AWS::CloudWatch::Alarm')).toEqual([]);
    expect(all('production', 'AWS::CloudWatch::Alarm')).toHaveLength(5);
  });

  test('are mailed to the address, by a topic that they may publish to', () => {
    const [[topic]] = Object.entries(resourcesOf(templateOf(contextOf.production), 'AWS::SNS::Topic')) as [
      [string, Json],
    ];
    for (const { Properties } of all('production', 'AWS::CloudWatch::Alarm')) {
      expect(Properties.AlarmActions).toEqual([{ Ref: topic }]);
    }
    templateOf(contextOf.production).hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.org',
    });
    const [policy] = all('production', 'AWS::SNS::TopicPolicy');
    expect(policy!.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
    );
  });

  test('tell of routes that were given up, not of seas without a way', () => {
    const [filter] = all('production', 'AWS::Logs::MetricFilter');
    const [, recover] = functionOf(templateOf(contextOf.production), 'jobs/recover');
    expect(filter!.Properties).toMatchObject({
      LogGroupName: recover.Properties.LoggingConfig.LogGroup,
      FilterPattern:
        '{ ($.next = "give_up") && ($.failure.Error != "RouteInaccessible") && ' +
        '($.failure.Error != "WaypointOutsideMesh") }',
      MetricTransformations: [{ MetricNamespace: 'polynya-production', MetricName: 'GivenUpRoutes' }],
    });
  });

  test('stay without an address', () => {
    const template = templateOf({ stage: 'production' });
    template.resourceCountIs('AWS::SNS::Topic', 0);
    template.resourceCountIs('AWS::CloudWatch::Alarm', 5);
  });
});

describe('the calculator', () => {
  const calculator = (context: Record<string, unknown>) =>
    functionOf(templateOf(context), 'jobs/calculate')[1].Properties;

  test('has the memory and the concurrency that are configured', () => {
    expect(calculator({})).toMatchObject({ MemorySize: 1769, Timeout: 900 });
    expect(calculator({})).not.toHaveProperty('ReservedConcurrentExecutions');
    expect(calculator({ calculatorMemoryMb: 4000, calculatorConcurrency: 3 })).toMatchObject({
      MemorySize: 4000,
      ReservedConcurrentExecutions: 3,
    });
  });
});

describe('the AWS Solutions checks', () => {
  const check = ({ app }: { app: App }) => {
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    app.synth();
  };

  test.each([
    ['development', {}],
    ['production', contextOf.production],
    ['an API with keys', { auth: 'api-key', allowedOrigins: 'https://a.example' }],
    ['an API with signatures', { stage: 'production', auth: 'iam' }],
    ['an API with signatures for web pages', { auth: 'iam', allowedOrigins: 'https://a.example' }],
  ])('find nothing that is not acknowledged in %s', (_, context) => {
    expect(() => check(makeApp(context))).not.toThrow();
  });

  test('would find something', () => {
    const made = makeApp();
    new Bucket(made.stack, 'Careless');
    expect(() => check(made)).toThrow(/AwsSolutions-S1'/);
  });
});
