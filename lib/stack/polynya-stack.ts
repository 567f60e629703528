import { Annotations, Duration, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { ArnPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { HttpApi } from './api.ts';
import { addAudit } from './audit.ts';
import { BatchWorkflow } from './batch-workflow.ts';
import { bindHandlers } from './bindings.ts';
import { addBudget } from './budget.ts';
import { Canary } from './canary.ts';
import type { Config } from './config.ts';
import { addDashboard } from './dashboard.ts';
import { sizes } from './function-sizes.ts';
import { CANARY, functionIdOf, functionIds, servesClients, shiftsTraffic, workerIds } from './functions.ts';
import { GradualDeployment } from './gradual-deployment.ts';
import { type HandlerDefaults, HandlerFunction } from './handler-function.ts';
import { JobWatch, watchBatches } from './job-watch.ts';
import { addOutput } from './output.ts';
import { saveQueries } from './saved-queries.ts';
import { Storage } from './storage.ts';
import { makeWatchTopic } from './watch-topic.ts';
import { WatchWorkflow } from './watch-workflow.ts';
import { RouteWorkflow } from './workflow.ts';

export interface PolynyaStackProps extends StackProps {
  readonly config: Config;
  readonly code: HandlerDefaults['code'];
}

/** The whole service. */
export class PolynyaStack extends Stack {
  /** By their ids. */
  readonly #functions: ReadonlyMap<string, HandlerFunction>;

  constructor(scope: Construct, id: string, { config, code, ...props }: PolynyaStackProps) {
    super(scope, id, {
      description: `Polynya (${config.stage}): routes and vehicles for ships in polar waters`,
      terminationProtection: config.stage === 'production',
      ...props,
    });
    const ids = functionIds.filter((functionId) => functionId !== CANARY || config.canary);
    this.#functions = new Map(
      ids.map((functionId) => [functionId, this.#makeFunction(functionId, config, code)]),
    );
    const handler = (handlerId: string) => this.#functions.get(functionIdOf(handlerId))!;
    const storage = new Storage(this, 'Storage', config);
    const workflow = new RouteWorkflow(this, 'RouteWorkflow', {
      calculate: handler('jobs/calculate').version,
      recover: handler('jobs/recover').version,
      logRetentionDays: config.logRetentionDays,
      keepLogs: config.stage === 'production',
    });
    const batchWorkflow = new BatchWorkflow(this, 'BatchWorkflow', {
      functions: {
        admit: handler('batches/admit').version,
        expand: handler('batches/expand').version,
        calculate: handler('batches/calculate').version,
        price: handler('batches/price').version,
        publish: handler('batches/publish').version,
      },
      bucket: storage.batchBucket,
      concurrency: config.batchConcurrency,
      logGroup: workflow.logGroup,
    });
    const watchWorkflow = new WatchWorkflow(this, 'WatchWorkflow', {
      select: handler('watches/select').version,
      check: handler('watches/check').version,
      concurrency: config.watchConcurrency,
      logGroup: workflow.logGroup,
    });
    const watchTopic = makeWatchTopic(this, config);
    bindHandlers({ handler, storage, workflow, batchWorkflow, watchWorkflow, watchTopic, config });
    this.#schedule(config, handler('meshes/import').function);
    const { lostEvents } = new JobWatch(this, 'JobWatch', {
      workflow: workflow.stateMachine,
      settle: handler('jobs/settle').function,
      sweep: handler('jobs/sweep').function,
    });
    watchBatches(this, {
      workflow: batchWorkflow.stateMachine,
      settle: handler('batches/settle').function,
      lostEvents,
    });
    const { api, accessLogs, canaryKeyId } = new HttpApi(this, 'HttpApi', {
      config,
      handler,
    });
    const canary = this.#functions.get(CANARY);
    if (canary) new Canary(this, 'CanarySchedule', { config, handler: canary, api, apiKeyId: canaryKeyId });
    if (config.stage === 'production') {
      const laterTables = [storage.batches, storage.watches];
      const alarms = new Alarms(this, 'Alarms', {
        api,
        accessLogs: accessLogs!,
        tables: [storage.vehicles, storage.zones, storage.meshes, storage.requests],
        indexes: storage.indexes.filter(({ table }) => !laterTables.includes(table)),
        workflow: workflow.stateMachine,
        batchWorkflow: batchWorkflow.stateMachine,
        watchWorkflow: watchWorkflow.stateMachine,
        laterTables: {
          tables: laterTables,
          indexes: storage.indexes.filter(({ table }) => laterTables.includes(table)),
        },
        functionOf: (handlerId) => handler(handlerId).function,
        // of two runs of the import the second is refused, which is no lack of capacity; batches and watches wait for theirs
        workers: ids
          .filter(
            (id) => workerIds.includes(id) && id !== 'meshes/import' && !/^(batches|watches)\//.test(id),
          )
          .map((id) => handler(id).function),
        canary: canary?.function,
        lostEvents,
        meshAlarmHours: config.meshAlarmHours,
        importIntervalMinutes: config.importIntervalMinutes,
        email: config.alarmEmail!,
      });
      addDashboard(this, {
        name: this.stackName,
        api,
        calculate: handler('jobs/calculate').function,
        request: handler('routes/request').function,
        tables: [
          storage.vehicles,
          storage.zones,
          storage.meshes,
          storage.requests,
          storage.watches,
          storage.batches,
        ],
      });
      const functions = [...this.#functions.values()];
      const logs = functions.map((each) => each.function.logGroup.logGroupName);
      saveQueries(this, logs);
      new GradualDeployment(this, 'Deployment', {
        functions,
        alarms: [alarms.serverErrors],
        workflow: workflow.alias,
        workflowAlarms: alarms.ofExecutions,
      });
    }
    this.#applyOptions(config, storage.meshBucket);
    if (config.auditBuckets) addAudit(this, [storage.meshBucket, storage.routeBucket, storage.batchBucket]);
    addOutput(this, 'ApiUrl', api.url, 'Where the API answers');
    addOutput(this, 'MeshBucketName', storage.meshBucket.bucketName, 'Where meshes are dropped');
    addOutput(this, 'WatchTopicArn', watchTopic.topicArn, 'Where the events of watches are told');
    addOutput(this, 'ZonesTableName', storage.zones.tableName, 'Where zones are made standing');
    const { functionName } = handler('meshes/import').function;
    addOutput(this, 'ImportFunctionName', functionName, 'Imports meshes now');
    Tags.of(this).add('service', 'polynya');
    Tags.of(this).add('stage', config.stage);
  }

  #makeFunction(functionId: string, config: Config, code: PolynyaStackProps['code']): HandlerFunction {
    const made = new HandlerFunction(this, pascalCase(functionId), {
      functionId,
      code,
      logRetentionDays: config.logRetentionDays,
      keepLogs: config.stage === 'production',
      shiftsTraffic: config.stage === 'production' && shiftsTraffic(functionId),
      ...sizes(config)[functionId],
    });
    const answersBrowsers = config.allowedOrigins.length > 0 && servesClients(functionId);
    return answersBrowsers ? made.set({ ALLOWED_ORIGINS: config.allowedOrigins.join(',') }) : made;
  }

  /** Imports new files regularly. Off outside production, where an operator runs it. */
  #schedule({ stage, importIntervalMinutes }: Config, importMeshes: IFunction): void {
    new Rule(this, 'ImportSchedule', {
      description: 'Imports new meshes',
      schedule: Schedule.rate(Duration.minutes(importIntervalMinutes)),
      enabled: stage === 'production',
      targets: [
        new LambdaTarget(importMeshes, {
          event: RuleTargetInput.fromObject({ scheduled: true }),
          retryAttempts: 0,
        }),
      ],
    });
  }

  #applyOptions({ stage, auth, monthlyBudgetUsd, alarmEmail, ...config }: Config, meshBucket: Bucket): void {
    if (stage === 'production' && auth === 'none') {
      const warning =
        'auth is "none": everybody who knows the URL may use the API, and cancel and delete in it.';
      Annotations.of(this).addWarningV2('polynya:open-api', warning);
    }
    if (monthlyBudgetUsd && alarmEmail) addBudget(this, monthlyBudgetUsd, alarmEmail);
    if (config.meshWriterArn) {
      meshBucket.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ArnPrincipal(config.meshWriterArn)],
          actions: ['s3:PutObject'],
          resources: [config.meshPrefix, config.metadataPrefix].map((prefix) =>
            meshBucket.arnForObjects(`${prefix}*`),
          ),
        }),
      );
    }
  }
}

/** `meshes/import-file` as `MeshesImportFile`. */
function pascalCase(functionId: string): string {
  return functionId.replace(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
