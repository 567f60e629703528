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
import { bindHandlers } from './bindings.ts';
import { addBudget } from './budget.ts';
import { Canary } from './canary.ts';
import type { Config } from './config.ts';
import { addDashboard } from './dashboard.ts';
import { GradualDeployment } from './gradual-deployment.ts';
import { Handler, type HandlerDefaults } from './handler.ts';
import { apiHandlerIds, CANARY, handlerIds, workerIds } from './handler-ids.ts';
import { sizes } from './handler-sizes.ts';
import { JobWatch } from './job-watch.ts';
import { addOutput } from './output.ts';
import { saveQueries } from './saved-queries.ts';
import { Storage } from './storage.ts';
import { RouteWorkflow } from './workflow.ts';

export interface PolynyaStackProps extends StackProps {
  readonly config: Config;
  readonly code: HandlerDefaults['code'];
}

/** The whole service. */
export class PolynyaStack extends Stack {
  readonly #handlers: ReadonlyMap<string, Handler>;

  constructor(scope: Construct, id: string, { config, code, ...props }: PolynyaStackProps) {
    super(scope, id, {
      description: `Polynya (${config.stage}): routes and vehicles for ships in polar waters`,
      terminationProtection: config.stage === 'production',
      ...props,
    });
    const ids = handlerIds.filter((handlerId) => handlerId !== CANARY || config.canary);
    this.#handlers = new Map(ids.map((handlerId) => [handlerId, this.#makeHandler(handlerId, config, code)]));
    const storage = new Storage(this, 'Storage', config);
    const workflow = new RouteWorkflow(this, 'RouteWorkflow', {
      calculate: this.#handlers.get('jobs/calculate')!.version,
      recover: this.#handlers.get('jobs/recover')!.version,
      logRetentionDays: config.logRetentionDays,
      keepLogs: config.stage === 'production',
    });
    bindHandlers({ handler: (handlerId) => this.#handlers.get(handlerId)!, storage, workflow, config });
    this.#schedule(config);
    const { lostEvents } = new JobWatch(this, 'JobWatch', {
      workflow: workflow.stateMachine,
      settle: this.#handlers.get('jobs/settle')!.function,
      sweep: this.#handlers.get('jobs/sweep')!.function,
    });
    const { api, accessLogs, canaryKeyId } = new HttpApi(this, 'HttpApi', {
      config,
      handlers: this.#handlers,
    });
    const canary = this.#handlers.get(CANARY);
    if (canary) new Canary(this, 'CanarySchedule', { config, handler: canary, api, apiKeyId: canaryKeyId });
    if (config.stage === 'production') {
      const alarms = new Alarms(this, 'Alarms', {
        api,
        accessLogs: accessLogs!,
        tables: [storage.vehicles, storage.zones, storage.meshes, storage.requests],
        indexes: storage.indexes,
        workflow: workflow.stateMachine,
        functionOf: (handlerId) => this.#handlers.get(handlerId)!.function,
        // of two runs of the import the second is refused, which is no lack of capacity
        workers: ids
          .filter((id) => workerIds.includes(id) && id !== 'meshes/import')
          .map((id) => this.#function(id)),
        canary: canary?.function,
        lostEvents,
        meshAlarmHours: config.meshAlarmHours,
        importIntervalMinutes: config.importIntervalMinutes,
        email: config.alarmEmail!,
      });
      addDashboard(this, {
        name: this.stackName,
        api,
        calculate: this.#function('jobs/calculate'),
        request: this.#function('routes/request'),
        tables: [storage.vehicles, storage.zones, storage.meshes, storage.requests],
      });
      const handlers = [...this.#handlers.values()];
      const logs = handlers.map((handler) => handler.function.logGroup.logGroupName);
      saveQueries(this, logs);
      new GradualDeployment(this, 'Deployment', {
        handlers,
        alarms: [alarms.serverErrors],
        workflow: workflow.alias,
        workflowAlarms: alarms.ofExecutions,
      });
    }
    this.#applyOptions(config, storage.meshBucket);
    if (config.auditBuckets) addAudit(this, [storage.meshBucket, storage.routeBucket]);
    addOutput(this, 'ApiUrl', api.url, 'Where the API answers');
    addOutput(this, 'MeshBucketName', storage.meshBucket.bucketName, 'Where meshes are dropped');
    addOutput(this, 'ZonesTableName', storage.zones.tableName, 'Where zones are made standing');
    addOutput(this, 'ImportFunctionName', this.#function('meshes/import').functionName, 'Imports meshes now');
    Tags.of(this).add('service', 'polynya');
    Tags.of(this).add('stage', config.stage);
  }

  #makeHandler(handlerId: string, config: Config, code: PolynyaStackProps['code']): Handler {
    const handler = new Handler(this, pascalCase(handlerId), {
      handlerId,
      code,
      logRetentionDays: config.logRetentionDays,
      keepLogs: config.stage === 'production',
      shiftsTraffic: config.stage === 'production' && apiHandlerIds.includes(handlerId),
      ...sizes(config)[handlerId],
    });
    const answersBrowsers = config.allowedOrigins.length > 0 && apiHandlerIds.includes(handlerId);
    return answersBrowsers ? handler.set({ ALLOWED_ORIGINS: config.allowedOrigins.join(',') }) : handler;
  }

  /** Imports new files regularly. Off outside production, where an operator runs it. */
  #schedule({ stage, importIntervalMinutes }: Config): void {
    new Rule(this, 'ImportSchedule', {
      description: 'Imports new meshes',
      schedule: Schedule.rate(Duration.minutes(importIntervalMinutes)),
      enabled: stage === 'production',
      targets: [
        new LambdaTarget(this.#function('meshes/import'), {
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

  #function(handlerId: string): IFunction {
    return this.#handlers.get(handlerId)!.function;
  }
}

/** `vehicles/list-types` as `VehiclesListTypes`. */
function pascalCase(handlerId: string): string {
  return handlerId.replace(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
