import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import { LocalStackError } from '../errors.ts';

type State = Record<string, unknown>;

/** What invokes a Lambda: the optimised integration, or a function's ARN itself. */
const LAMBDA_INVOKE = /^arn:aws:states:::lambda:invoke$/;
const LAMBDA_ARN = /^arn:aws:lambda:/;
/** The longest Task there may be, in seconds: as good as none, where AWS has none. (A timer holds 2^31 ms.) */
const NO_TIMEOUT_SECONDS = 2_000_000;
/** Parts of the language that the interpreter would leave out without a word. */
const UNKNOWN_FIELDS = [
  'Assign',
  'Arguments',
  'Output',
  'QueryLanguage',
  'HeartbeatSeconds',
  'Credentials',
  'ItemReader',
];

/** Every Task state of a definition, by name, with those inside Map and Parallel states. */
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

/** Parses a definition and refuses what can't be run here as it would on AWS. */
export function parseDefinition(machineName: string, text: string): StateMachineDefinition {
  const refuse = (what: string): never => {
    throw new LocalStackError(`The state machine ${machineName} has ${what}, which local mode can't run.`);
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

/** The function that a Task invokes and what it sends, from the state's definition and its input. */
export function lambdaCall(
  state: State,
  input: unknown,
): { functionName: string; payload: unknown; direct: boolean } {
  const resource = String(state.Resource);
  if (LAMBDA_ARN.test(resource)) return { functionName: resource, payload: input, direct: true };
  const { FunctionName, Payload } = input as { FunctionName: string; Payload?: unknown };
  return { functionName: FunctionName, payload: Payload ?? {}, direct: false };
}
