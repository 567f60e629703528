import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import { LocalStackError } from '../errors.ts';

type State = Record<string, unknown>;

/** Resources that invoke a Lambda: the optimised integration, or the ARN of a function. */
const LAMBDA_INVOKE = /^arn:aws:states:::lambda:invoke$/;
const LAMBDA_ARN = /^arn:aws:lambda:/;
/** Timeout in seconds of Tasks that have none on AWS; the maximum of a timer is 2^31 ms. */
const NO_TIMEOUT_SECONDS = 2_000_000;
/** Parts of the language that the interpreter silently ignores. */
const UNKNOWN_FIELDS = [
  'Assign',
  'Arguments',
  'Output',
  'QueryLanguage',
  'HeartbeatSeconds',
  'Credentials',
  'ItemReader',
];

/** Every Task state of a definition, by name, including those inside Map and Parallel states. */
export function taskStates(definition: StateMachineDefinition): Map<string, State> {
  const tasks = new Map<string, State>();
  const visit = ({ States }: { States?: object }) => {
    for (const [name, state] of Object.entries(States ?? {}) as [string, State][]) {
      if (state.Type === 'Task') tasks.set(name, state);
      for (const inner of [state.Iterator, state.ItemProcessor, state.Branches].flat()) {
        if (inner) visit(inner as { States?: object });
      }
    }
  };
  visit(definition);
  return tasks;
}

/** Parses a definition, and refuses one that cannot run here as it does on AWS. */
export function parseDefinition(machineName: string, text: string): StateMachineDefinition {
  const refuse = (what: string): never => {
    throw new LocalStackError(`The state machine ${machineName} has ${what}, which local mode cannot run.`);
  };
  const definition = JSON.parse(text) as StateMachineDefinition;
  const checkFields = (name: string, state: object) => {
    const unknown = UNKNOWN_FIELDS.find((field) => field in state);
    if (unknown && !(unknown === 'QueryLanguage' && (state as State).QueryLanguage === 'JSONPath')) {
      refuse(`"${unknown}" in ${name}`);
    }
  };
  checkFields('the definition', definition);
  for (const [name, state] of Object.entries(definition.States)) checkFields(`the state ${name}`, state);
  const contextPath = /\$\$\.(State|Task|Map)\b[^"]*/.exec(text)?.[0];
  if (contextPath) refuse(contextPath);
  for (const [name, state] of taskStates(definition)) {
    const resource = String(state.Resource);
    if (!LAMBDA_INVOKE.test(resource) && !LAMBDA_ARN.test(resource))
      refuse(`the resource ${resource} in ${name}`);
    if (!('TimeoutSecondsPath' in state)) state.TimeoutSeconds ??= NO_TIMEOUT_SECONDS;
  }
  return definition;
}

/** Resource of the Tasks that `scaleWaits` uses instead of Wait states. */
export const LOCAL_WAIT = 'local:wait';

/**
 * The definition with every wait and retry interval multiplied by `scale`. A Wait whose time is in its input
 * becomes a Task that waits (`LOCAL_WAIT`), because the interpreter itself reads that time.
 */
export function scaleWaits(definition: StateMachineDefinition, scale: number): StateMachineDefinition {
  if (scale === 1) return definition;
  const scaled = structuredClone(definition);
  const scaleRetries = (state: State) => {
    for (const retrier of (state.Retry ?? []) as State[]) {
      retrier.IntervalSeconds = Number(retrier.IntervalSeconds ?? 1) * scale;
      if (retrier.MaxDelaySeconds !== undefined)
        retrier.MaxDelaySeconds = Number(retrier.MaxDelaySeconds) * scale;
    }
  };
  for (const state of taskStates(scaled).values()) scaleRetries(state);
  for (const [name, state] of Object.entries(scaled.States) as unknown as [string, State][]) {
    if (state.Type !== 'Wait') continue;
    if (state.Seconds !== undefined) state.Seconds = Number(state.Seconds) * scale;
    const { SecondsPath, Type: _, ...rest } = state;
    if (SecondsPath === undefined) continue;
    (scaled.States as Record<string, unknown>)[name] = {
      ...rest,
      Type: 'Task',
      Resource: LOCAL_WAIT,
      Parameters: { 'seconds.$': SecondsPath },
      ResultPath: null,
      TimeoutSeconds: NO_TIMEOUT_SECONDS,
    };
  }
  return scaled;
}

/** The function that a Task invokes and the payload it sends, from the state's definition and input. */
export function lambdaCall(
  state: State,
  input: unknown,
): { functionName: string; payload: unknown; direct: boolean } {
  const resource = String(state.Resource);
  if (LAMBDA_ARN.test(resource)) return { functionName: resource, payload: input, direct: true };
  const { FunctionName, Payload } = input as { FunctionName: string; Payload?: unknown };
  return { functionName: FunctionName, payload: Payload ?? {}, direct: false };
}
