import type { RunOptions, StateMachineDefinition } from 'aws-local-stepfunctions';
import { AwsError } from '../errors.ts';
import type { S3Api } from '../s3/api.ts';
import {
  distributedMaps,
  parseDefinition,
  scaleWaits,
  withMapsAsTasks,
  withOwnTimeouts,
} from './definition.ts';
import { ExecutionRun, type Outcome } from './execution-run.ts';
import type { ExecutionRecord, ExecutionStore } from './execution-store.ts';
import type { MapRuns } from './map/map-runs.ts';
import { runTask, type TaskParts } from './task.ts';

export interface StateMachineOptions extends TaskParts {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  /** The definition's JSON text. */
  readonly definition: string;
  readonly store: ExecutionStore;
  /** The Map Runs of its distributed Map states. */
  readonly mapRuns: MapRuns;
  readonly s3: S3Api;
  /** Called at every change of an execution's status. */
  readonly onStatus: (execution: ExecutionRecord) => void;
  /** Called when an execution enters a state. */
  readonly onState: (execution: ExecutionRecord, state: string) => void;
}

/** A state machine: starts and stops executions, and keeps them across restarts. */
export class StateMachine {
  readonly name: string;
  readonly arn: string;
  readonly definition: StateMachineDefinition;
  readonly #options: StateMachineOptions;
  readonly #scaled: StateMachineDefinition;
  /** By name; as `withMapsAsTasks` knows them. */
  readonly #maps: ReadonlyMap<string, Record<string, unknown>>;
  readonly #running = new Map<string, ExecutionRun>();

  constructor(options: StateMachineOptions) {
    this.name = options.name;
    this.arn = options.arn;
    this.#options = options;
    this.definition = parseDefinition(options.name, options.definition);
    const scaled = withOwnTimeouts(scaleWaits(this.definition, options.timeScale));
    this.#maps = distributedMaps(scaled);
    this.#scaled = withMapsAsTasks(scaled);
  }

  get executions(): ExecutionStore {
    return this.#options.store;
  }

  get mapRuns(): MapRuns {
    return this.#options.mapRuns;
  }

  /** @throws AwsError `ExecutionAlreadyExists`, unless the existing one is running with the same input */
  async start(name: string, input: string): Promise<ExecutionRecord> {
    const before = this.executions.get(name);
    if (before) {
      if (before.status === 'RUNNING' && before.input === input) return before;
      throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${before.executionArn}'`);
    }
    const executionArn = `${this.arn.replace(':stateMachine:', ':execution:')}:${name}`;
    const execution: ExecutionRecord = {
      name,
      executionArn,
      stateMachineArn: this.arn,
      input,
      startDate: Date.now(),
      status: 'RUNNING',
    };
    await this.executions.add(execution);
    this.#options.onStatus(execution);
    if (this.executions.get(name)?.status === 'RUNNING') this.#run(execution); // it may be stopped already
    return execution;
  }

  /** Continues the executions that were running when the process ended, each from its last state. */
  resume(): void {
    for (const execution of this.executions.all()) {
      if (execution.status === 'RUNNING') this.#run(execution);
    }
  }

  /** Aborts an execution; does nothing if it is already over. */
  async stop(name: string, error?: string, cause?: string): Promise<ExecutionRecord> {
    const execution = this.executions.get(name);
    if (!execution) throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${name}'`);
    if (execution.status !== 'RUNNING') return execution;
    this.#running.get(name)?.stop();
    await this.#close(name, { status: 'ABORTED', ...(error && { error }), ...(cause && { cause }) });
    return this.executions.get(name)!;
  }

  /** Stops working on all executions; in the store they are still running. */
  async halt(): Promise<void> {
    for (const run of this.#running.values()) run.stop();
    this.#running.clear();
    await Promise.all([this.executions.flush(), this.mapRuns.halt()]);
  }

  #run(execution: ExecutionRecord): void {
    const { name, position } = execution;
    /** The state that the process left, until it is entered again, and until its Task begins again. */
    let [reentered, left] = [position, position];
    const run = new ExecutionRun({
      definition: this.#remaining(execution),
      input: position?.input ?? JSON.parse(execution.input),
      context: this.#context(execution),
      onTask: (stateName, state, input) => {
        const enteredAt = left?.enteredAt;
        left = undefined;
        return this.#onTask(execution, stateName, state, input, enteredAt);
      },
      onState: (state, input, time) => {
        const enteredAt = reentered?.enteredAt ?? time;
        reentered = undefined;
        this.#onState(name, { state, input, enteredAt });
      },
    });
    this.#running.set(name, run);
    void run.outcome
      .then((outcome) => (run.isStopped ? undefined : this.#close(name, outcome)))
      .finally(() => this.#running.delete(name));
  }

  /** The definition from the execution's current state on, with the remaining time. */
  #remaining({ position, startDate }: ExecutionRecord): StateMachineDefinition {
    const { TimeoutSeconds, StartAt } = this.#scaled;
    const elapsed = (Date.now() - startDate) / 1000;
    return {
      ...this.#scaled,
      StartAt: position?.state ?? StartAt,
      ...(TimeoutSeconds !== undefined && { TimeoutSeconds: Math.max(0, TimeoutSeconds - elapsed) }),
    };
  }

  #context({ name, executionArn, input }: ExecutionRecord): NonNullable<RunOptions['context']> {
    return {
      Execution: { Id: executionArn, Name: name, Input: JSON.parse(input), RoleArn: this.#options.roleArn },
      StateMachine: { Id: this.arn, Name: this.name },
    };
  }

  #onTask(
    execution: ExecutionRecord,
    stateName: string,
    state: Record<string, unknown>,
    input: unknown,
    enteredAt: number | undefined,
  ): Promise<unknown> {
    const map = this.#maps.get(stateName);
    if (!map) return runTask(this.#options, state, input);
    const { executionArn, stateMachineArn } = execution;
    const context = this.#context(execution);
    const of = { executionArn, stateMachineArn, machineName: this.name, stateName };
    return this.mapRuns.run({ ...this.#options, ...of, state: map, input, context, enteredAt });
  }

  #onState(name: string, position: NonNullable<ExecutionRecord['position']>): void {
    const execution = this.executions.get(name);
    if (execution?.status !== 'RUNNING') return;
    this.#options.onState(execution, position.state);
    void this.executions.change({ ...execution, position });
  }

  async #close(name: string, outcome: Outcome): Promise<void> {
    const { position: _, ...execution } = this.executions.get(name)!;
    if (execution.status !== 'RUNNING') return;
    const closed: ExecutionRecord = { ...execution, ...outcome, stopDate: Date.now() };
    const stored = this.executions.change(closed);
    await this.mapRuns.abort(execution.executionArn);
    await stored;
    this.#options.onStatus(closed);
  }
}
