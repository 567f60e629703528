import { AwsError } from './errors.ts';
import { arn } from './identities.ts';
import type { FunctionLogs } from './logs.ts';
import type { ResolvedStack } from './resolved-stack.ts';

type Input = Readonly<Record<string, unknown>>;

/** Maximum number of events in one response, as on AWS. */
const MOST_EVENTS = 10_000;

/** CloudWatch Logs: the functions' logs, by log group, for `aws logs tail`. */
export class LogsApi {
  readonly #logs: FunctionLogs;
  /** The function that writes to each group. */
  readonly #functions: ReadonlyMap<string, string>;

  constructor(stack: ResolvedStack, logs: FunctionLogs) {
    this.#logs = logs;
    this.#functions = new Map(
      stack
        .ofType('AWS::Lambda::Function')
        .map(({ identity, properties }) => [
          properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${identity.ref}`,
          identity.ref,
        ]),
    );
  }

  /** The permissions that the request requires. */
  permissions(operation: string) {
    return [{ action: `logs:${operation}`, resource: '*' }];
  }

  call(operation: string, input: Input): object {
    switch (operation) {
      case 'DescribeLogGroups': {
        const prefix = String(input.logGroupNamePrefix ?? '');
        const names = [...this.#functions.keys()].filter((name) => name.startsWith(prefix));
        return {
          logGroups: names.map((logGroupName) => ({
            logGroupName,
            arn: arn('logs', `log-group:${logGroupName}:*`),
          })),
        };
      }
      case 'FilterLogEvents':
        return { events: this.#events(input), searchedLogStreams: [] };
      default:
        throw new AwsError(
          'UnknownOperationException',
          `Of CloudWatch Logs, local mode has DescribeLogGroups and FilterLogEvents, not ${operation}.`,
        );
    }
  }

  #events({ logGroupName, logGroupIdentifier, startTime = 0, endTime = Infinity, filterPattern }: Input) {
    const group = String(logGroupName ?? String(logGroupIdentifier).split(':log-group:')[1] ?? '').replace(
      /:\*$/,
      '',
    );
    const name = this.#functions.get(group) ?? group.replace('/aws/lambda/', '');
    if (![...this.#functions.values()].includes(name)) {
      throw new AwsError('ResourceNotFoundException', 'The specified log group does not exist.');
    }
    if (filterPattern) {
      throw new AwsError('InvalidParameterException', 'Local mode has no filter patterns: use grep.');
    }
    return this.#logs
      .read(name)
      .filter(({ timestamp }) => timestamp >= Number(startTime) && timestamp <= Number(endTime))
      .slice(-MOST_EVENTS)
      .map(({ timestamp, line, index }) => ({
        logStreamName: 'local',
        timestamp,
        ingestionTime: timestamp,
        message: line,
        eventId: `${name}-${index}`,
      }));
  }
}
