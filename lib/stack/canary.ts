/** A route that is requested regularly, end to end, through the API. */
import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { jobs } from '../api/jobs.ts';
import { routes } from '../api/routes.ts';
import type { Config } from './config.ts';
import type { HandlerFunction } from './handler-function.ts';

/** Half of the period in which its alarm looks for a route. */
export const CANARY_INTERVAL = Duration.minutes(10);

export interface CanaryProps {
  readonly config: Config;
  readonly handler: HandlerFunction;
  readonly api: RestApi;
  /** The key that it calls with, where the API asks for one. */
  readonly apiKeyId: string | undefined;
}

export class Canary extends Construct {
  constructor(scope: Construct, id: string, { config, handler, api, apiKeyId }: CanaryProps) {
    super(scope, id);
    handler.set({ API_URL: api.url, AUTH: config.auth, CANARY_ROUTE: JSON.stringify(config.canary) });
    if (config.auth === 'iam') {
      const operations = [routes.request, jobs.get, routes.get];
      handler.callApi(
        operations.map(({ method, path }) =>
          api.arnForExecuteApi(method, path.replace(/\{\w+\}/g, '*'), config.stage),
        ),
      );
    }
    if (apiKeyId !== undefined) handler.readApiKey('CANARY_KEY_ID', apiKeyId);
    new Rule(this, 'Schedule', {
      description: 'Requests a route end to end',
      schedule: Schedule.rate(CANARY_INTERVAL),
      targets: [new LambdaTarget(handler.function, { retryAttempts: 0 })],
    });
  }
}
