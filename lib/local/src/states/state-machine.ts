import { setTimeout as sleep } from 'node:timers/promises';
import {
  ExecutionAbortedError,
  ExecutionTimeoutError,
  StateMachine as Interpreter,
  type RunOptions,
  type StateMachineDefinition,
} from 'aws-local-stepfunctions';
import { AwsError } from '../errors.ts';
import { denial, missingPermission, type Principal } from '../iam/principals.ts';
import type { Functions } from '../lambda/functions.ts';
import { LOCAL_WAIT, lambdaCall, parseDefinition, scaleWaits, taskStates } from './definition.ts';
import type { ExecutionRecord, ExecutionStore } from './execution-store.ts';

export interface StateMachineOptions {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  /** The definition's JSON text. */
  readonly definition: string;
  readonly principal: Principal;
  readonly functions: Functions;
  readonly store: ExecutionStore;
  /** Factor that shortens waits and retry intervals. */
  readonly timeScale: number;
  /** Called at every change of an execution's status. */
  readonly onStatus: (execution: ExecutionRecord) => void;
  /** Called when an execution enters a state. */
  readonly onState: (execution: ExecutionRecord, state: string) => void;
}

type Json = Parameters<Interpreter['run']>[0];
type Context = NonNullable<RunOptions['context']>;

/** An error of a Task, with the name that Retry and Catch match. */
class TaskError extends Error {
  // The interpreter reads this: the error that ends an aborted execution is neither retried nor caught.
  readonly isRetryable: boolean;
  readonly isCatchable: boolean;

  constructor(name: string, cause: string, final = false) {
    super(cause);
    this.name = name;
    this.isRetryable = !final;
    this.isCatchable = !final;
  }
}

/** A state machine: starts and stops executions, and keeps them across restarts. */
export class StateMachine {
  readonly name: string;
  readonly arn: string;
  readonly definition: StateMachineDefinition;
  readonly #options: StateMachineOptions;
  readonly #scaled: StateMachineDefinition;
  readonly #running = new Map<string, { stopped: boolean; abort: () => void }>();

  constructor(options: StateMachineOptions) {
    this.name = options.name;
    this.arn = options.arn;
    this.#options = options;
    this.definition = parseDefinition(options.name, options.definition);
    this.#scaled = scaleWaits(this.definition, options.timeScale);
  }

  get executions(): ExecutionStore {
    return this.#options.store;
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
    const run = this.#running.get(name);
    if (run) {
      run.stopped = true;
      run.abort();
    }
    await this.#close(name, 'ABORTED', { ...(error && { error }), ...(cause && { cause }) });
    return this.executions.get(name)!;
  }

  /** Stops working on all executions; in the store they are still running. */
  async halt(): Promise<void> {
    for (const run of this.#running.values()) {
      run.stopped = true;
      run.abort();
    }
    this.#running.clear();
    await this.executions.flush();
  }

  #run(execution: ExecutionRecord): void {
    const { name, position } = execution;
    const run = { stopped: false, abort: () => {} };
    const interpreter = new Interpreter(this.#remaining(execution), {
      validationOptions: { noValidate: true },
    });
    const { result, abort, eventLogs } = interpreter.run(
      (position?.input ?? JSON.parse(execution.input)) as Json,
      {
        context: this.#context(execution),
        overrides: { taskResourceLocalHandlers: this.#handlers(run) },
      },
    );
    run.abort = abort;
    this.#running.set(name, run);
    void this.#follow(execution, run, eventLogs);
    const ended = result.then(
      (output) =>
        run.stopped ? undefined : this.#close(name, 'SUCCEEDED', { output: JSON.stringify(output) }),
      (error: Error) => (run.stopped ? undefined : this.#fail(name, error)),
    );
    void ended.finally(() => this.#running.delete(name));
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

  #context({ name, executionArn, input }: ExecutionRecord): Context {
    return {
      Execution: { Id: executionArn, Name: name, Input: JSON.parse(input), RoleArn: this.#options.roleArn },
      StateMachine: { Id: this.arn, Name: this.name },
    };
  }

  async #follow(
    { name }: ExecutionRecord,
    run: { stopped: boolean },
    events: ReturnType<Interpreter['run']>['eventLogs'],
  ): Promise<void> {
    for await (const event of events) {
      // Inside Map and Parallel there is no single position to continue from: those states start again.
      if (
        event.type !== 'StateEntered' ||
        event.index !== undefined ||
        !(event.state.name in this.definition.States)
      )
        continue;
      const execution = this.executions.get(name);
      if (run.stopped || execution?.status !== 'RUNNING') return;
      this.#options.onState(execution, event.state.name);
      void this.executions.change({
        ...execution,
        position: { state: event.state.name, input: event.state.input },
      });
    }
  }

  #handlers(run: { stopped: boolean }): Record<string, (input: Json) => Promise<Json>> {
    const handler = (state: Record<string, unknown>) => async (input: Json) => {
      if (run.stopped) throw new TaskError('States.Runtime', 'The execution was stopped', true);
      return (await this.#invoke(state, input)) as Json;
    };
    return Object.fromEntries([...taskStates(this.#scaled)].map(([name, state]) => [name, handler(state)]));
  }

  /** Invokes a Task's Lambda; its errors get the names that Step Functions uses. */
  async #invoke(state: Record<string, unknown>, input: unknown): Promise<unknown> {
    const { principal, functions, timeScale } = this.#options;
    if (state.Resource === LOCAL_WAIT) {
      return sleep((input as { seconds: number }).seconds * 1000 * timeScale, null, { ref: false });
    }
    const { functionName, payload, direct } = lambdaCall(state, input);
    const target = await attempt(() => functions.get(functionName));
    const missing = missingPermission(principal, [
      { action: 'lambda:InvokeFunction', resource: functions.arnOf(functionName) },
    ]);
    if (missing) throw new TaskError('Lambda.AWSLambdaException', denial(principal, missing));
    const result = await attempt(() => target.invoke(JSON.stringify(payload)));
    const value = JSON.parse(result.payload);
    if (!result.ok) throw new TaskError(value?.errorType ?? 'Lambda.Unknown', result.payload);
    return direct ? value : { ExecutedVersion: '$LATEST', Payload: value, StatusCode: 200 };
  }

  async #fail(name: string, error: Error): Promise<void> {
    if (error instanceof ExecutionTimeoutError) return this.#close(name, 'TIMED_OUT', {});
    if (error instanceof ExecutionAbortedError) return this.#close(name, 'ABORTED', {});
    const { name: code, message } = (error.cause ?? error) as Error;
    return this.#close(name, 'FAILED', { error: code, cause: message });
  }

  async #close(
    name: string,
    status: ExecutionRecord['status'],
    outcome: Pick<ExecutionRecord, 'output' | 'error' | 'cause'>,
  ): Promise<void> {
    const { position: _, ...execution } = this.executions.get(name)!;
    if (execution.status !== 'RUNNING') return;
    const closed: ExecutionRecord = { ...execution, ...outcome, status, stopDate: Date.now() };
    await this.executions.change(closed);
    this.#options.onStatus(closed);
  }
}

/** Lambda's own errors, with the names that Step Functions uses: `Lambda.TooManyRequestsException`. */
async function attempt<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AwsError) throw new TaskError(`Lambda.${error.code}`, error.message);
    throw error;
  }
}
