import { existsSync, readFileSync } from 'node:fs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, test } from 'vitest';
import { metrics } from '../../lib/metrics/metrics.ts';
import { functionIds as allFunctionIds, CANARY, shiftsTraffic } from '../../lib/stack/functions.ts';
import { queries } from '../../lib/stack/queries.ts';
import {
  checkSolutions,
  configured,
  everyOption,
  functionOf,
  type Json,
  production,
  resources,
  resourcesOf,
  templateOf,
  withApp,
} from './template.ts';

const stages = ['development', 'production'] as const;
const contextOf = { development: {}, production };

const all = (stage: (typeof stages)[number], type: string) =>
  Object.values(resourcesOf(templateOf(contextOf[stage]), type));

/** Those of a stage without a canary. */
const functionIds = allFunctionIds.filter((id) => id !== CANARY);

describe.each(stages)('in %s', (stage) => {
  const template = templateOf(contextOf[stage]);
  const isProduction = stage === 'production';

  test('there is no custom resource, nor a function or role for one', () => {
    const types = Object.values(resources(template)).map(({ Type }) => Type);
    expect(types.filter((type) => /^Custom::|::CustomResource$/.test(type))).toEqual([]);
    expect(Object.keys(resourcesOf(template, 'AWS::Lambda::Function'))).toHaveLength(functionIds.length);
    expect(types.includes('AWS::ApiGateway::Account')).toBe(isProduction);
  });

  test('the outputs are those that the clients look for', () => {
    expect(Object.keys(template.toJSON().Outputs).sort()).toEqual([
      'ApiUrl',
      'ImportFunctionName',
      'MeshBucketName',
      ...(isProduction ? ['UsagePlanId'] : []), // production has API keys in these tests
      'WatchTopicArn',
      'ZonesTableName',
    ]);
  });

  test(`what is stored ${isProduction ? 'outlives' : 'goes with'} the stack`, () => {
    const kept = (service: string) =>
      Object.values(resources(template))
        .filter(
          ({ Type, DeletionPolicy }) => Type.startsWith(service) && DeletionPolicy?.startsWith('Retain'),
        )
        .map(({ Type }) => Type)
        .sort();
    const tables = Object.keys(resourcesOf(template, 'AWS::DynamoDB::Table')).length;
    expect(kept('AWS::DynamoDB')).toHaveLength(isProduction ? tables : 0);
    expect(kept('AWS::S3')).toEqual(isProduction ? Array(3).fill('AWS::S3::Bucket') : []);
    const logs = Object.keys(resourcesOf(template, 'AWS::Logs::LogGroup')).length;
    expect(kept('AWS::Logs')).toHaveLength(isProduction ? logs : 0);
  });

  test('tables are on demand, encrypted and as protected as the stage asks', () => {
    const tables = all(stage, 'AWS::DynamoDB::Table');
    expect(tables).toHaveLength(6);
    for (const { Properties } of tables) {
      expect(Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        DeletionProtectionEnabled: isProduction,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: isProduction },
      });
    }
  });

  test('buckets are private, encrypted and TLS only', () => {
    expect(all(stage, 'AWS::S3::Bucket')).toHaveLength(3);
    for (const { Properties } of all(stage, 'AWS::S3::Bucket')) {
      expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
      expect(Properties.BucketEncryption).toBeDefined();
    }
    const policies = all(stage, 'AWS::S3::BucketPolicy').map(({ Properties }) => Properties.PolicyDocument);
    expect(policies).toHaveLength(3);
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

  test(`the import runs ${isProduction ? 'every ten minutes' : 'only by hand'}`, () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(10 minutes)',
      State: isProduction ? 'ENABLED' : 'DISABLED',
      Targets: [
        {
          Arn: { 'Fn::GetAtt': [functionOf(template, 'meshes/import')[0], 'Arn'] },
          Input: '{"scheduled":true}',
        },
      ],
    });
  });

  test('what jobs/settle cannot handle is kept in a queue', () => {
    const [[queue]] = Object.entries(resourcesOf(template, 'AWS::SQS::Queue')) as [[string, Json]];
    const arn = { 'Fn::GetAtt': [queue, 'Arn'] };
    expect(functionOf(template, 'jobs/settle')[1].Properties.DeadLetterConfig).toEqual({ TargetArn: arn });
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: { source: ['aws.states'] },
      Targets: [{ DeadLetterConfig: { Arn: arn } }],
    });
  });

  test('the sweep for jobs that never started runs every minute', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Arn: { 'Fn::GetAtt': [functionOf(template, 'jobs/sweep')[0], 'Arn'] } }],
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

  test('functions have the common defaults and a log with limited retention', () => {
    const logs = resourcesOf(template, 'AWS::Logs::LogGroup');
    for (const { Properties } of Object.values(logs)) expect(Properties.RetentionInDays).toBe(30);
    for (const functionId of functionIds) {
      const { Properties } = functionOf(template, functionId)[1];
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON' },
        Environment: { Variables: { NODE_OPTIONS: expect.stringMatching(/^--enable-source-maps/) } },
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
        [...(Properties.LocalSecondaryIndexes ?? []), ...(Properties.GlobalSecondaryIndexes ?? [])].map(
          (i: Json) => [i.IndexName, keysOf(i)],
        ),
      ),
    ]);
    expect(tables).toEqual([
      [['vessel_type'], {}],
      [['name'], { 'by-name': ['list', 'name'] }],
      [['key', 'sort'], { 'by-rank': ['key', 'rank'], 'by-created': ['list', 'created'] }],
      [['pk'], { similar: ['reuseKey', 'reuseOrder'], active: ['activeShard', 'requestedAt'] }],
      [['id', 'sort'], { 'by-owner': ['owner', 'created'], active: ['active', 'endsAt'] }],
      [['id', 'sort'], { 'by-owner': ['owner', 'created'], active: ['activeOf', 'startAsked'] }],
    ]);
  });

  test('delete the requests, batches and watches whose time is up', () => {
    const TimeToLiveSpecification = { AttributeName: 'expiresAt', Enabled: true };
    template.resourcePropertiesCountIs('AWS::DynamoDB::Table', { TimeToLiveSpecification }, 3);
  });
});

test('pages read meshes and spreads of batches by links, and no other objects', () => {
  const readable = Object.entries(resourcesOf(templateOf(configured), 'AWS::S3::Bucket'))
    .filter(([, { Properties }]) => Properties.CorsConfiguration)
    .map(([id, { Properties }]) => [
      /(Mesh|Batch|Route)Bucket/.exec(id)![1],
      Properties.CorsConfiguration.CorsRules[0].AllowedMethods,
    ]);
  expect(readable.sort()).toEqual([
    ['Batch', ['GET']],
    ['Mesh', ['GET']],
  ]);
});

test('meshes are versioned; route documents expire after their jobs, meshes of vehicles after a month', () => {
  const template = templateOf(configured);
  template.hasResourceProperties('AWS::S3::Bucket', { VersioningConfiguration: { Status: 'Enabled' } });
  const rules = Object.values(resourcesOf(template, 'AWS::S3::Bucket')).flatMap(
    ({ Properties }) => Properties.LifecycleConfiguration.Rules,
  );
  const expiring = rules.filter(({ ExpirationInDays }) => ExpirationInDays);
  expect(expiring.map(({ Prefix, ExpirationInDays }) => [Prefix, ExpirationInDays])).toEqual([
    ['vehicle-meshes/', 30],
    [undefined, 90],
    [undefined, 107],
  ]);
  const [ofVehicles] = expiring; // made again, so that an old version is of no use
  expect(ofVehicles.NoncurrentVersionExpiration).toEqual({ NoncurrentDays: 1 });
});

describe('alarms', () => {
  const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

  test('are for production, and docs/operations.md says what to do about each', () => {
    expect(all('development', 'AWS::CloudWatch::Alarm')).toEqual([]);
    const descriptions = Object.values(resourcesOf(templateOf(everyOption), 'AWS::CloudWatch::Alarm')).map(
      ({ Properties }) => Properties.AlarmDescription as string,
    );
    const headings = [...guide.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    expect(descriptions.length).toBeGreaterThan(8);
    for (const description of descriptions) {
      expect(headings).toContain(description.replace(/\d+ hours/, '`meshAlarmHours`'));
    }
    const [alarms] = guide.split('\n## Alarms\n')[1]!.split('\n## ') as [string];
    const sections = alarms.split('\n### ').slice(1);
    expect(sections).toHaveLength(descriptions.length);
    for (const section of sections) {
      const parts = [...section.matchAll(/^\*\*(.+?)\.?\*\*(?: |$)/gm)].map(([, part]) => part);
      const [heading] = section.split('\n');
      expect([heading, ...parts]).toEqual([heading, 'Means', 'Look', 'Do', 'Over']);
    }
  });

  test('the commands of docs/operations.md name one resource each, with any option', () => {
    const named = [...guide.matchAll(/\$\(resource (\w+::\w+) (\w+)\)/g)].map(([, type, id]) => [type!, id!]);
    const logs = [...guide.matchAll(/\b(?:logs|troubles) ([A-Z]\w+)/g)].map(([, handler]) => [
      'Logs::LogGroup',
      `${handler}Logs`,
    ]);
    expect(named.length).toBeGreaterThan(8);
    expect(logs.length).toBeGreaterThan(8);
    const template = templateOf(everyOption);
    for (const [type, id] of [...named, ...logs] as [string, string][]) {
      const ids = Object.keys(resourcesOf(template, `AWS::${type}`)).filter((each) => each.startsWith(id));
      expect([id, ids]).toEqual([id, [expect.any(String)]]);
    }
  });

  test('read metrics that the handlers write', () => {
    const written = Object.values(metrics).map(({ name }) => name as string);
    const ofFilters = all('production', 'AWS::Logs::MetricFilter').map(
      ({ Properties }) => Properties.MetricTransformations[0].MetricName,
    );
    expect(ofFilters.sort()).toEqual(['GivenUpRoutes', 'RefusedRequests']);
    const read = all('production', 'AWS::CloudWatch::Alarm')
      .flatMap(({ Properties }) => [
        Properties,
        ...(Properties.Metrics ?? []).map((m: Json) => m.MetricStat?.Metric),
      ])
      .filter(
        (metric) => metric?.Namespace === 'polynya-production' && !ofFilters.includes(metric.MetricName),
      );
    expect(read.length).toBeGreaterThan(3);
    for (const { MetricName, Dimensions } of read) {
      expect(written).toContain(MetricName);
      expect(Dimensions).toContainEqual({ Name: 'service', Value: 'polynya' });
    }
    const [, { Properties }] = functionOf(templateOf(contextOf.production), 'meshes/import');
    expect(Properties.Environment.Variables).toMatchObject({
      POWERTOOLS_METRICS_NAMESPACE: 'polynya-production',
      POWERTOOLS_SERVICE_NAME: 'polynya',
    });
  });

  test('have a dashboard beside them that draws every metric', () => {
    const [{ Properties }] = all('production', 'AWS::CloudWatch::Dashboard') as [Json];
    const body = JSON.stringify(Properties.DashboardBody);
    for (const { name } of Object.values(metrics)) expect(body).toContain(name);
  });

  test('are mailed to the address, by a topic that they may publish to', () => {
    const topics = Object.keys(resourcesOf(templateOf(contextOf.production), 'AWS::SNS::Topic'));
    const topic = topics.find((id) => id.startsWith('Alarms'))!;
    for (const { Properties } of all('production', 'AWS::CloudWatch::Alarm')) {
      expect(Properties.AlarmActions).toEqual([{ Ref: topic }]);
      expect(Properties.OKActions).toEqual([{ Ref: topic }]);
    }
    templateOf(contextOf.production).hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.org',
    });
    const policy = all('production', 'AWS::SNS::TopicPolicy').find(
      ({ Properties }) => Properties.Topics[0].Ref === topic,
    );
    expect(policy!.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
    );
  });

  test('are not where watches are told: that topic is encrypted and wants TLS, and has the subscribers that are asked for', () => {
    const ofWatches = (context: Record<string, unknown>) => {
      const template = templateOf(context);
      const { Value } = template.toJSON().Outputs.WatchTopicArn;
      const its = (type: string) =>
        Object.values(resourcesOf(template, type)).filter(({ Properties }) =>
          [Properties.TopicArn?.Ref, Properties.Topics?.[0].Ref].includes(Value.Ref),
        );
      const [policy] = its('AWS::SNS::TopicPolicy');
      return {
        key: JSON.stringify(resources(template)[Value.Ref]!.Properties.KmsMasterKeyId),
        denied: policy!.Properties.PolicyDocument.Statement.map(({ Condition }: Json) => Condition),
        subscribers: its('AWS::SNS::Subscription').map(({ Properties }) => Properties.Endpoint),
      };
    };
    const denied = [{ Bool: { 'aws:SecureTransport': 'false' } }];
    expect(ofWatches(production)).toEqual({
      key: expect.stringMatching(/:alias\/aws\/sns"/),
      denied,
      subscribers: [],
    });
    expect(ofWatches(everyOption)).toEqual({
      key: JSON.stringify(everyOption.kmsKeyArn),
      denied,
      subscribers: [everyOption.watchEmail],
    });
  });

  test('count calculations that failed, not routes that do not exist', () => {
    const filter = all('production', 'AWS::Logs::MetricFilter').find(
      ({ Properties }) => Properties.MetricTransformations[0].MetricName === 'GivenUpRoutes',
    );
    const [, recover] = functionOf(templateOf(contextOf.production), 'jobs/recover');
    expect(filter!.Properties).toMatchObject({
      LogGroupName: recover.Properties.LoggingConfig.LogGroup,
      FilterPattern:
        '{ ($.next = "give_up") && ($.failure.Error != "RouteInaccessible") && ' +
        '($.failure.Error != "WaypointOutsideMesh") && ($.failure.Error != "ImpossibleOnMesh") && ' +
        '($.failure.Error != "Impossible") && ($.failure.Error != "CalculationTooLong") && ' +
        '($.failure.Error != "VesselUnusable") }',
      MetricTransformations: [{ MetricNamespace: 'polynya-production', MetricName: 'GivenUpRoutes' }],
    });
  });
});

describe('the calculator', () => {
  const calculator = (context: Record<string, unknown>) =>
    functionOf(templateOf(context), 'jobs/calculate')[1].Properties;

  test('has the memory and the concurrency that are configured', () => {
    expect(calculator({})).toMatchObject({ MemorySize: 1769, Timeout: 900 });
    expect(calculator({})).not.toHaveProperty('ReservedConcurrentExecutions');
    expect(calculator(configured)).toMatchObject({
      MemorySize: 4000,
      ReservedConcurrentExecutions: 3,
    });
  });

  test.each(['meshes/import', 'meshes/import-file'])('%s knows its memory', (handlerId) => {
    const [, { Properties }] = functionOf(templateOf(configured), handlerId);
    expect(Properties.Environment.Variables.CALCULATOR_MEMORY_MB).toBe('4000');
  });
});

describe('options of a deployed stage', () => {
  const template = templateOf(everyOption);

  test('a domain points at the API, and the stack says what its DNS record needs', () => {
    template.hasResourceProperties('AWS::ApiGateway::DomainName', { DomainName: 'routes.example.org' });
    template.resourceCountIs('AWS::ApiGateway::BasePathMapping', 1);
    expect(template.toJSON().Outputs).toHaveProperty('DomainTarget');
  });

  test('another account may drop meshes and metadata, and nothing else', () => {
    const statements = Object.values(resourcesOf(template, 'AWS::S3::BucketPolicy')).flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
    const [writer, ...others] = statements.filter(
      ({ Principal }) => Principal.AWS === 'arn:aws:iam::210987654321:role/mesh-pipeline',
    );
    expect(others).toEqual([]);
    expect(writer).toMatchObject({ Effect: 'Allow', Action: 's3:PutObject' });
    expect(JSON.stringify(writer.Resource)).toMatch(/"\/meshes\/\*".*"\/metadata\/\*"/);
  });

  test('a web ACL is in front of the stage, and a budget mails', () => {
    template.resourceCountIs('AWS::WAFv2::WebACLAssociation', 1);
    template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: 200, Unit: 'USD' } },
    });
  });

  test('tables and buckets are encrypted with the operator’s key, and who uses them may use it', () => {
    const KMSMasterKeyId = everyOption.kmsKeyArn;
    for (const { Properties } of Object.values(resourcesOf(template, 'AWS::DynamoDB::Table'))) {
      expect(Properties.SSESpecification).toEqual({ KMSMasterKeyId, SSEEnabled: true, SSEType: 'KMS' });
    }
    const withKey = Object.values(resourcesOf(template, 'AWS::S3::Bucket')).filter(({ Properties }) =>
      JSON.stringify(Properties.BucketEncryption).includes(KMSMasterKeyId),
    );
    expect(withKey).toHaveLength(3);
    const policies = Object.values(resourcesOf(template, 'AWS::IAM::Role')).map(({ Properties }) =>
      JSON.stringify(Properties.Policies ?? []),
    );
    const mayUseKey = policies.filter((text) => text.includes(KMSMasterKeyId));
    const mayUseData = policies.filter((text) =>
      /"(dynamodb:(Get|Put|Query|Scan|Update)|s3:(Get|Put))/.test(text),
    );
    expect(mayUseKey.length).toBeGreaterThan(8);
    expect(mayUseKey).toEqual(expect.arrayContaining(mayUseData));
  });

  test('CloudTrail records who reads and writes objects, in a bucket that outlives the stack', () => {
    const [{ Properties }] = Object.values(resourcesOf(template, 'AWS::CloudTrail::Trail')) as [Json];
    const [{ DataResources }] = Properties.EventSelectors;
    expect(JSON.stringify(DataResources)).toMatch(/StorageMeshBucket.*StorageRouteBucket/);
    const records = resources(template)[Properties.S3BucketName.Ref]!;
    expect(records.DeletionPolicy).toBe('Retain');
    templateOf(contextOf.production).resourceCountIs('AWS::CloudTrail::Trail', 0);
  });

  test('each output is a parameter of the account too', () => {
    const parameters = Object.values(resourcesOf(template, 'AWS::SSM::Parameter')).map(({ Properties }) => [
      Properties.Name,
      Properties.Value,
    ]);
    const outputs: [string, Json][] = Object.entries(template.toJSON().Outputs);
    expect(outputs.length).toBeGreaterThan(5);
    expect(Object.fromEntries(parameters)).toEqual(
      Object.fromEntries(outputs.map(([name, { Value }]) => [`/polynya-production/${name}`, Value])),
    );
  });

  test('events do not wait longer than they matter, and one import runs at a time', () => {
    const ages = Object.values(resourcesOf(template, 'AWS::Lambda::EventInvokeConfig')).map(
      ({ Properties }) => [Properties.FunctionName.Ref, Properties.MaximumEventAgeInSeconds],
    );
    const of = (id: string) => functionOf(template, id)[0];
    expect(Object.fromEntries(ages)).toEqual({
      [of('jobs/settle')]: 600,
      [of('batches/settle')]: 600,
      [of('jobs/sweep')]: 60,
      [of('meshes/import')]: 600,
      [of(CANARY)]: 300,
    });
    expect(functionOf(template, 'meshes/import')[1].Properties.ReservedConcurrentExecutions).toBe(1);
    expect(functionOf(templateOf(), 'meshes/import')[1].Properties).not.toHaveProperty(
      'ReservedConcurrentExecutions',
    );
  });

  test('what keeps a processor busy while a client waits can not take the account', () => {
    const ids = [
      'routes/reach',
      'routes/matrix',
      'routes/evaluate',
      'meshes/get',
      'meshes/compiled',
      'charts/write',
    ];
    const busy = ids.map((id) => [functionOf(template, id)[0], 20]);
    const wholeProcessor = Object.entries(template.findResources('AWS::Lambda::Function'))
      .filter(([, { Properties }]) => Properties.MemorySize >= 1769 && Properties.Timeout <= 29)
      .map(([id, { Properties }]) => [id, Properties.ReservedConcurrentExecutions]);
    expect(Object.fromEntries(wholeProcessor)).toEqual(Object.fromEntries(busy));
    expect(functionOf(templateOf(), 'routes/evaluate')[1].Properties).not.toHaveProperty(
      'ReservedConcurrentExecutions',
    );
  });

  test('with any interval between imports an event waits no longer than Lambda keeps one', () => {
    const seldom = templateOf({ ...production, importIntervalMinutes: 1440 });
    seldom.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 day)' });
    seldom.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: functionOf(seldom, 'meshes/import')[0] },
      MaximumEventAgeInSeconds: 6 * 3600,
    });
  });

  test('saved queries look at the logs of all handlers, which are no more than CloudWatch takes', () => {
    const saved = Object.values(resourcesOf(template, 'AWS::Logs::QueryDefinition'));
    expect(saved.map(({ Properties }) => Properties.Name).sort()).toEqual(
      Object.keys(queries)
        .map((name) => `polynya-production/${name}`)
        .sort(),
    );
    const logs = Object.values(resourcesOf(template, 'AWS::Lambda::Function')).map(
      ({ Properties }) => Properties.LoggingConfig.LogGroup.Ref,
    );
    expect(logs.length).toBeLessThanOrEqual(50);
    for (const { Properties } of saved) {
      expect(Properties.LogGroupNames.map(({ Ref }: Json) => Ref).sort()).toEqual(logs.sort());
    }
  });

  test('each API key has a rate, a burst and a daily quota', () => {
    const limited = templateOf(configured);
    limited.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      Throttle: { RateLimit: 7, BurstLimit: 9 },
      Quota: { Limit: 1000, Period: 'DAY' },
    });
    expect(limited.toJSON().Outputs).toHaveProperty('UsagePlanId');
  });

  test('production with auth=none gives a warning', () => {
    const { metadata } = withApp({ ...production, auth: 'none' }, ({ stack }) => stack.node);
    expect(metadata.filter(({ type }) => type === 'aws:cdk:warning').map(({ data }) => data)).toEqual([
      expect.stringContaining('everybody who knows the URL may use the API'),
    ]);
  });

  test('production shifts traffic to new code gradually, and back when the API answers 5xx', () => {
    const groups = Object.values(resourcesOf(template, 'AWS::CodeDeploy::DeploymentGroup'));
    const aliases = Object.values(resourcesOf(template, 'AWS::Lambda::Alias'));
    expect(groups).toHaveLength(aliases.length);
    const names = functionIds.filter(shiftsTraffic).map((id) => ({ Ref: functionOf(template, id)[0] }));
    expect(aliases.map(({ Properties }) => Properties.FunctionName)).toEqual(names);
    const [[alarm]] = Object.entries(resourcesOf(template, 'AWS::CloudWatch::Alarm')).filter(
      ([, { Properties }]) => Properties.AlarmDescription === 'The API answered 5xx',
    ) as [[string, unknown]];
    for (const { Properties } of groups) {
      expect(Properties.AlarmConfiguration).toEqual({ Alarms: [{ Name: { Ref: alarm } }], Enabled: true });
      expect(JSON.stringify(Properties.DeploymentConfigName)).toContain('Linear10PercentEvery1Minute');
    }
    template.resourceCountIs('AWS::Lambda::Alias', aliases.length);
    templateOf().resourceCountIs('AWS::Lambda::Alias', 0);
  });

  test('new executions go to new code gradually, and back when calculations fail', () => {
    const [alias] = Object.values(resourcesOf(template, 'AWS::StepFunctions::StateMachineAlias')) as [Json];
    const [[version, { Properties }]] = Object.entries(
      resourcesOf(template, 'AWS::StepFunctions::StateMachineVersion'),
    ) as [[string, Json]];
    expect(alias.Properties).toMatchObject({
      Name: 'live',
      DeploymentPreference: {
        Type: 'LINEAR',
        Percentage: 10,
        Interval: 1,
        StateMachineVersionArn: { 'Fn::GetAtt': [version, 'Arn'] },
      },
    });
    const alarmIds = alias.Properties.DeploymentPreference.Alarms.map(({ Ref }: Json) => Ref);
    const descriptions = alarmIds.map((id: string) => resources(template)[id]!.Properties.AlarmDescription);
    expect(descriptions).toEqual([
      'Route calculations ended without an answer',
      'Route calculations failed and were given up',
    ]);
    // a version is made anew with every revision
    expect(JSON.stringify(Properties.StateMachineRevisionId)).toContain('StateMachineRevisionId');
    const arn = { 'Fn::GetAtt': [expect.stringMatching(/^RouteWorkflowLive/), 'Arn'] };
    for (const id of ['routes/request', 'jobs/sweep', 'jobs/cancel']) {
      expect(functionOf(template, id)[1].Properties.Environment.Variables.ROUTE_WORKFLOW_ARN).toEqual(arn);
    }
  });

  test('an execution keeps the versions of the functions that it began with', () => {
    const [machine] = Object.values(resourcesOf(template, 'AWS::StepFunctions::StateMachine')) as [Json];
    const versions = Object.entries(resourcesOf(template, 'AWS::Lambda::Version'));
    const invoked = versions.filter(([id]) =>
      JSON.stringify(machine.Properties.DefinitionString).includes(id),
    );
    expect(invoked.map(([, { Properties }]) => Properties.FunctionName.Ref).sort()).toEqual(
      ['jobs/calculate', 'jobs/recover'].map((id) => functionOf(template, id)[0]).sort(),
    );
    for (const [, { DeletionPolicy }] of invoked) expect(DeletionPolicy).toBe('Retain');
  });

  test('there is nothing to go back to of a deployment that failed, but for what its executions run', () => {
    const behindAliases = ['AWS::Lambda::Alias', 'AWS::StepFunctions::StateMachineAlias']
      .flatMap((type) => Object.values(resourcesOf(template, type)))
      .map(
        ({ Properties }) =>
          Properties.FunctionVersion ?? Properties.DeploymentPreference.StateMachineVersionArn,
      )
      .map((version) => resources(template)[version['Fn::GetAtt'][0]] as Json);
    expect(behindAliases.length).toBeGreaterThan(8);
    for (const { DeletionPolicy, UpdateReplacePolicy } of behindAliases) {
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
    }
  });

  test('production logs every request, and keeps its logs', () => {
    const [{ Properties }] = Object.values(resourcesOf(template, 'AWS::ApiGateway::Stage')) as [Json];
    expect(JSON.parse(Properties.AccessLogSetting.Format)).toMatchObject({
      api_key_id: '$context.identity.apiKeyId',
      user_arn: '$context.identity.userArn',
      status: '$context.status',
    });
    const logs = Object.values(resourcesOf(template, 'AWS::Logs::LogGroup'));
    // not those of a first deployment that failed: the one that follows makes a log of the same name
    const policies = logs.map((log: Json) => `${log.DeletionPolicy} ${log.UpdateReplacePolicy}`);
    expect([...new Set(policies)]).toEqual(['RetainExceptOnCreate Retain']);
  });
});

test('what tests synthesise is removed', () => {
  expect(existsSync(withApp({}, ({ app }) => app.outdir))).toBe(false);
});

test('the AWS Solutions checks find a careless bucket, and nothing else (other stages: solutions.slow.test.ts)', () => {
  const findings = withApp(production, (made) => {
    new Bucket(made.stack, 'Careless');
    try {
      checkSolutions(made);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  });
  const rules = [...findings.matchAll(/AwsSolutions-\w+/g)].map(([rule]) => rule);
  expect([...new Set(rules)].sort()).toEqual(['AwsSolutions-S1', 'AwsSolutions-S10']);
});

test('logical ids of what others know by name are pinned: a changed one gives it another name', () => {
  const template = templateOf(contextOf.production);
  const types = [
    'ApiGateway::RestApi',
    'ApiGateway::ApiKey',
    'ApiGateway::UsagePlan',
    'StepFunctions::StateMachine',
  ];
  const ids = types.flatMap((type) => Object.keys(resourcesOf(template, `AWS::${type}`)));
  expect(ids).toEqual([
    'HttpApi9292168F',
    'HttpApiApiKeyBD676985',
    'HttpApiUsagePlan2F6EDEBA',
    'RouteWorkflowStateMachineD1B1BE9C',
    'BatchWorkflowStateMachineB364075B',
    'WatchWorkflowStateMachine77E192DA',
  ]);
});

test('logical ids and keys of what stores data are pinned: a changed one replaces it with something empty', () => {
  const template = templateOf(contextOf.production);
  const keys = ({ Properties }: { Properties: Json }) =>
    (Properties.KeySchema ?? []).map(({ AttributeName }: Json) => AttributeName).join(' ');
  const stored = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket'].flatMap((type) =>
    Object.entries(resourcesOf(template, type)).map(([id, resource]) => [id, keys(resource)]),
  );
  expect(Object.fromEntries(stored)).toEqual({
    StorageVehiclesA8707C62: 'vessel_type',
    StorageZones8A0D5B40: 'name',
    StorageWatches9DE8256F: 'id sort',
    StorageMeshesED9A7A1B: 'key sort',
    StorageRequests29BB4971: 'pk',
    StorageMeshBucket14FBB665: '',
    StorageRouteBucketEA0D254B: '',
    StorageBatchesFF4B5F1F: 'id sort',
    StorageBatchBucketFCDF9CF5: '',
  });
});
