import { randomUUID } from 'node:crypto';
import { AwsError } from '../errors.ts';
import type { Permission } from '../iam/policy.ts';
import type { ExecutionRecord } from './execution-store.ts';
import type { MapRun, MapRunRecord } from './map/map-run.ts';
import type { StateMachine } from './state-machine.ts';

type Input = Record<string, unknown>;

const seconds = (epochMs: number | undefined) => epochMs && epochMs / 1000;

/** The Step Functions protocol for the stack's state machines. */
export class StatesApi {
  readonly #machines: ReadonlyMap<string, StateMachine>;
  readonly #qualified: ReadonlySet<string>;

  /** @param qualified the ARNs of aliases and versions; all of a machine run its one definition */
  constructor(machines: readonly StateMachine[], qualified: readonly string[] = []) {
    this.#machines = new Map(machines.map((machine) => [machine.arn, machine]));
    this.#qualified = new Set(qualified);
  }

  /** The permissions that the request requires: those of an alias or a version are its state machine's. */
  permissions(operation: string, input: Input): Permission[] {
    const resource = input.executionArn ?? input.mapRunArn ?? this.#unqualified(input.stateMachineArn ?? '*');
    return [{ action: `states:${operation}`, resource: String(resource) }];
  }

  async call(operation: string, input: Input): Promise<object> {
    switch (operation) {
      case 'StartExecution':
        return this.#start(input);
      case 'StopExecution': {
        const [error, cause] = [input.error as string, input.cause as string];
        const child = await this.#child(input);
        if (child) {
          await child.run.stopChild(child.execution, error, cause);
          return { stopDate: seconds(Date.now()) };
        }
        const { machine, name } = this.#execution(input);
        const { stopDate } = await machine.stop(name, error, cause);
        return { stopDate: seconds(stopDate) };
      }
      case 'DescribeExecution': {
        const child = await this.#child(input);
        if (child) return { ...describe(child.execution), mapRunArn: child.run.record.mapRunArn };
        const { machine, name } = this.#execution(input);
        return describe(machine.executions.get(name)!);
      }
      case 'ListExecutions': {
        const executions = input.mapRunArn
          ? await this.#mapRun(input).children()
          : this.#machine(input.stateMachineArn).executions.all();
        const filter = input.statusFilter;
        return { executions: executions.filter(({ status }) => !filter || status === filter).map(summary) };
      }
      case 'DescribeMapRun':
        return describeMapRun(this.#mapRun(input));
      case 'ListMapRuns': {
        const { machine, name } = this.#execution(input);
        const { executionArn } = machine.executions.get(name)!;
        const runs = machine.mapRuns.all().filter(({ record }) => record.executionArn === executionArn);
        return { mapRuns: runs.map(({ record }) => mapRunSummary(record)) };
      }
      case 'UpdateMapRun': {
        const { maxConcurrency, toleratedFailurePercentage, toleratedFailureCount } = input;
        const given = Object.entries({ maxConcurrency, toleratedFailurePercentage, toleratedFailureCount });
        await this.#mapRun(input).update(
          Object.fromEntries(given.filter(([, value]) => value !== undefined)),
        );
        return {};
      }
      case 'ListStateMachines':
        return {
          stateMachines: [...this.#machines.values()].map(({ arn, name }) => machineSummary(arn, name)),
        };
      case 'DescribeStateMachine': {
        const { arn, name, definition } = this.#machine(this.#unqualified(input.stateMachineArn));
        return { ...machineSummary(arn, name), status: 'ACTIVE', definition: JSON.stringify(definition) };
      }
      case 'GetExecutionHistory':
        throw new AwsError(
          'UnknownOperationException',
          'Local mode keeps no history of executions: DescribeExecution gives status, input, output and error.',
        );
      default:
        throw new AwsError(
          'UnknownOperationException',
          `Local mode has no Step Functions operation ${operation}.`,
        );
    }
  }

  async #start(input: Input): Promise<object> {
    const machine = this.#machine(this.#unqualified(input.stateMachineArn));
    const name = String(input.name ?? randomUUID());
    if (!/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/]{1,80}$/.test(name)) {
      throw new AwsError('InvalidName', `Invalid Name: '${name}'`);
    }
    const text = String(input.input ?? '{}');
    try {
      JSON.parse(text);
    } catch {
      throw new AwsError('InvalidExecutionInput', 'Invalid State Machine Execution Input: not JSON');
    }
    const { executionArn, startDate } = await machine.start(name, text);
    return { executionArn, startDate: seconds(startDate) };
  }

  #unqualified(arn: unknown): string {
    const text = String(arn);
    return this.#qualified.has(text) ? text.slice(0, text.lastIndexOf(':')) : text;
  }

  #machine(arn: unknown): StateMachine {
    const machine = this.#machines.get(String(arn));
    if (!machine) throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    return machine;
  }

  #mapRun({ mapRunArn }: Input): MapRun {
    for (const { mapRuns } of this.#machines.values()) {
      const run = mapRuns.get(String(mapRunArn));
      if (run && run.record.mapRunArn === mapRunArn) return run;
    }
    throw new AwsError('ResourceNotFound', `Resource not found: '${mapRunArn}'`);
  }

  /** The child of a Map Run, if an ARN is that of one. */
  async #child({ executionArn }: Input) {
    const arn = String(executionArn);
    const machine =
      arn.includes('/') &&
      this.#machines.get(arn.replace(':execution:', ':stateMachine:').replace(/\/.*/, ''));
    return machine ? machine.mapRuns.child(arn) : undefined;
  }

  #execution(input: Input): { machine: StateMachine; name: string } {
    const arn = String(input.executionArn);
    const name = arn.split(':').at(-1)!;
    const machine = this.#machines.get(
      arn.replace(':execution:', ':stateMachine:').slice(0, -name.length - 1),
    );
    if (!machine?.executions.get(name))
      throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return { machine, name };
  }
}

const machineSummary = (stateMachineArn: string, name: string) => ({
  stateMachineArn,
  name,
  type: 'STANDARD',
});

function summary({
  executionArn,
  stateMachineArn,
  name,
  status,
  startDate,
  stopDate,
}: ExecutionRecord): object {
  return {
    executionArn,
    stateMachineArn,
    name,
    status,
    startDate: seconds(startDate),
    stopDate: seconds(stopDate),
  };
}

const describe = (execution: ExecutionRecord): object => ({
  ...summary(execution),
  input: execution.input,
  output: execution.output,
  error: execution.error,
  cause: execution.cause,
});

const mapRunSummary = ({ executionArn, mapRunArn, stateMachineArn, startDate, stopDate }: MapRunRecord) => ({
  executionArn,
  mapRunArn,
  stateMachineArn: stateMachineArn.replace(/\/.*/, ''),
  startDate: seconds(startDate),
  stopDate: seconds(stopDate),
});

function describeMapRun(run: MapRun): object {
  const { settings, status } = run.record;
  const counts = (of: 'items' | 'children') => {
    const counted = run.counts(of);
    const resultsWritten = status === 'RUNNING' ? 0 : counted.total - counted.pending;
    return { ...counted, resultsWritten, failuresNotRedrivable: counted.failed, pendingRedrive: 0 };
  };
  const { mapRunArn, executionArn, startDate, stopDate } = mapRunSummary(run.record);
  return {
    mapRunArn,
    executionArn,
    status,
    startDate,
    stopDate,
    maxConcurrency: settings?.maxConcurrency ?? 0,
    toleratedFailurePercentage: settings?.toleratedFailurePercentage ?? 0,
    toleratedFailureCount: settings?.toleratedFailureCount ?? 0,
    itemCounts: counts('items'),
    executionCounts: counts('children'),
    redriveCount: 0,
  };
}
