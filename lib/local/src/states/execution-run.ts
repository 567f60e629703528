import {
  ExecutionAbortedError,
  ExecutionTimeoutError,
  StateMachine as Interpreter,
  type RunOptions,
  type StateMachineDefinition,
} from 'aws-local-stepfunctions';
import { taskStates } from './definition.ts';
import type { ExecutionRecord } from './execution-store.ts';
import { TaskError } from './task.ts';

type Json = Parameters<Interpreter['run']>[0];

export interface ExecutionRunOptions {
  readonly definition: StateMachineDefinition;
  readonly input: unknown;
  readonly context: NonNullable<RunOptions['context']>;
  /** What a Task does; not called once the run is stopped. */
  readonly onTask: (name: string, state: Record<string, unknown>, input: unknown) => Promise<unknown>;
  /** Called when a state is entered, unless it is inside of a Map or Parallel state: those start again as a whole. */
  readonly onState: (name: string, input: unknown, time: number) => void;
}

/** How an execution ended. */
export type Outcome = Pick<ExecutionRecord, 'status' | 'output' | 'error' | 'cause'>;

/** The interpretation of a definition: of an execution, or of a child of a Map Run. */
export class ExecutionRun {
  /** Never rejects. Of a run that was stopped it says nothing of use. */
  readonly outcome: Promise<Outcome>;
  readonly #abort: () => void;
  #isStopped = false;

  constructor({ definition, input, context, onTask, onState }: ExecutionRunOptions) {
    const handler = (name: string, state: Record<string, unknown>) => async (taskInput: Json) => {
      if (this.#isStopped) throw new TaskError('States.Runtime', 'The execution was stopped', true);
      return (await onTask(name, state, taskInput)) as Json;
    };
    const interpreter = new Interpreter(definition, { validationOptions: { noValidate: true } });
    const { result, abort, eventLogs } = interpreter.run(input as Json, {
      context,
      overrides: {
        taskResourceLocalHandlers: Object.fromEntries(
          [...taskStates(definition)].map(([name, state]) => [name, handler(name, state)]),
        ),
      },
    });
    this.#abort = abort;
    this.outcome = outcomeOf(result);
    void this.#follow(definition, eventLogs, onState);
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Enters no further state. */
  stop(): void {
    this.#isStopped = true;
    this.#abort();
  }

  async #follow(
    definition: StateMachineDefinition,
    events: ReturnType<Interpreter['run']>['eventLogs'],
    onState: ExecutionRunOptions['onState'],
  ): Promise<void> {
    for await (const event of events) {
      if (this.#isStopped) return;
      if (event.type !== 'StateEntered' || event.index !== undefined) continue;
      if (event.state.name in definition.States)
        onState(event.state.name, event.state.input, event.timestamp);
    }
  }
}

async function outcomeOf(result: Promise<unknown>): Promise<Outcome> {
  try {
    return { status: 'SUCCEEDED', output: JSON.stringify(await result) };
  } catch (error) {
    if (error instanceof ExecutionTimeoutError) return { status: 'TIMED_OUT' };
    if (error instanceof ExecutionAbortedError) return { status: 'ABORTED' };
    const { name, message } = ((error as Error).cause ?? error) as Error;
    return { status: 'FAILED', error: name, cause: message };
  }
}

/** The values of a payload template: paths, the context and intrinsic functions. @throws TaskError */
export async function evaluateTemplate(template: object, input: unknown, context: object): Promise<unknown> {
  const state = { Type: 'Pass', Parameters: template, End: true };
  const definition = { StartAt: 'Template', States: { Template: state } } as StateMachineDefinition;
  const interpreter = new Interpreter(definition, { validationOptions: { noValidate: true } });
  try {
    return await interpreter.run(input as Json, { context: { ...context } }).result;
  } catch (error) {
    const { name, message } = ((error as Error).cause ?? error) as Error;
    throw new TaskError(name, message);
  }
}
