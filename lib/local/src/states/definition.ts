import { StateMachine as Interpreter, type StateMachineDefinition } from 'aws-local-stepfunctions';
import { LocalStackError } from '../errors.ts';
import {
  asTask,
  checkDistributed,
  childDefinition,
  DISTRIBUTED_FIELDS,
  isDistributed,
} from './map/definition.ts';

type State = Record<string, unknown>;

/** Resources that invoke a Lambda: the optimised integration, or the ARN of a function. */
const LAMBDA_INVOKE = /^arn:aws:states:::lambda:invoke$/;
const LAMBDA_ARN = /^arn:aws:lambda:/;
/** Timeout in seconds of Tasks that have none on AWS; the maximum of a timer is 2^31 ms. */
const NO_TIMEOUT_SECONDS = 2_000_000;
/** The fields that the interpreter knows: it silently ignores every other one. */
const DEFINITION_FIELDS = ['Comment', 'StartAt', 'States', 'TimeoutSeconds', 'Version', 'QueryLanguage'];
const STATE_FIELDS = ['Type', 'Comment', 'InputPath', 'OutputPath', 'QueryLanguage'];
const NEXT = ['Next', 'End'];
const RESULT = ['Parameters', 'ResultPath', 'ResultSelector', 'Retry', 'Catch', ...NEXT];
const FIELDS_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  Task: ['Resource', 'TimeoutSeconds', 'TimeoutSecondsPath', ...RESULT],
  Parallel: ['Branches', ...RESULT],
  Map: [
    'Iterator',
    'ItemProcessor',
    'ItemsPath',
    'ItemSelector',
    'MaxConcurrency',
    'MaxConcurrencyPath',
    ...RESULT,
  ],
  Pass: ['Result', 'ResultPath', 'Parameters', ...NEXT],
  Wait: ['Seconds', 'SecondsPath', 'Timestamp', 'TimestampPath', ...NEXT],
  Choice: ['Choices', 'Default'],
  Succeed: [],
  Fail: ['Error', 'Cause', 'ErrorPath', 'CausePath'],
};
const RETRY_FIELDS = [
  'ErrorEquals',
  'IntervalSeconds',
  'MaxAttempts',
  'BackoffRate',
  'MaxDelaySeconds',
  'JitterStrategy',
];
/** Of an invocation: without a version, and always waiting for the result. */
const INVOKE_FIELDS = ['FunctionName', 'FunctionName.$', 'Payload', 'Payload.$'];
const CATCH_FIELDS = ['ErrorEquals', 'Next', 'ResultPath'];
const BRANCH_FIELDS = ['Comment', 'StartAt', 'States', 'ProcessorConfig'];
/** Of a Map whose mode is INLINE; map/definition.ts has those of the other mode. */
const PROCESSOR_FIELDS = ['Mode'];
const CHOICE_FIELDS = ['Comment', 'Variable', 'And', 'Or', 'Not', 'Next'];
const COMPARISON =
  /^((String|Numeric|Timestamp)(Equals|(Less|Greater)Than(Equals)?)(Path)?|BooleanEquals(Path)?|StringMatches|Is[A-Z][a-z]+)$/;

/** Every state of a definition, by name, including those inside Map and Parallel states, and what they are inside of. */
function visitStates(
  definition: object,
  onState: (name: string, state: State) => void,
  onBranch: (name: string, branch: object) => void = () => {},
): void {
  const { States = {} } = definition as { States?: object };
  for (const [name, state] of Object.entries(States) as [string, State][]) {
    onState(name, state);
    for (const inner of [state.Iterator, state.ItemProcessor, state.Branches].flat()) {
      if (!inner) continue;
      onBranch(name, inner);
      visitStates(inner, onState, onBranch);
    }
  }
}

/** Every Task state of a definition, by name. */
export function taskStates(definition: StateMachineDefinition): Map<string, State> {
  const tasks = new Map<string, State>();
  visitStates(definition, (name, state) => state.Type === 'Task' && tasks.set(name, state));
  return tasks;
}

/** Definitions that were found valid in this process: each takes a third of a second. */
const valid = new Set<string>();

/** @throws Error that says what is wrong with the definition */
function validate(definition: StateMachineDefinition, text: string): void {
  if (valid.has(text)) return;
  new Interpreter(structuredClone(definition), { validationOptions: { checkArn: false } });
  valid.add(text);
}

/** Parses a definition, and refuses one that is not valid, or cannot run here as it does on AWS. */
export function parseDefinition(machineName: string, text: string): StateMachineDefinition {
  const refuse = (what: string): never => {
    throw new LocalStackError(`The state machine ${machineName} has ${what}, which local mode cannot run.`);
  };
  const definition = JSON.parse(text) as StateMachineDefinition;
  const checkFields = (where: string, object: object, known: readonly string[]) => {
    const unknown = Object.keys(object).find((field) => !known.includes(field));
    if (unknown) refuse(`"${unknown}" in ${where}`);
    const { QueryLanguage: language = 'JSONPath' } = object as { QueryLanguage?: string };
    if (language !== 'JSONPath') refuse(`"QueryLanguage" in ${where}`);
  };
  const checkChoice = (where: string, choice: State) => {
    const fields = Object.keys(choice).filter((field) => COMPARISON.test(field));
    checkFields(where, choice, [...CHOICE_FIELDS, ...fields]);
    for (const inner of [choice.And ?? [], choice.Or ?? [], choice.Not ?? []].flat() as State[])
      checkChoice(where, inner);
  };
  const checkState = (name: string, state: State) => {
    const where = `the state ${name}`;
    const ofType = FIELDS_OF_TYPE[String(state.Type)] ?? refuse(`the type ${state.Type} in ${where}`);
    const distributed = isDistributed(state);
    checkFields(where, state, [...STATE_FIELDS, ...ofType, ...(distributed ? DISTRIBUTED_FIELDS : [])]);
    if (distributed) {
      if (definition.States[name] !== (state as unknown))
        refuse(`a distributed Map inside of another state, ${name}`);
      checkDistributed(name, state, refuse);
    }
    // it does not stand for a timeout, which the interpreter could not tell from other errors
    if (/"States\.TaskFailed"/.test(JSON.stringify([state.Retry, state.Catch])))
      refuse(`"States.TaskFailed" in ${where}`);
    for (const retrier of (state.Retry ?? []) as object[])
      checkFields(`Retry of ${where}`, retrier, RETRY_FIELDS);
    for (const catcher of (state.Catch ?? []) as object[])
      checkFields(`Catch of ${where}`, catcher, CATCH_FIELDS);
    if (LAMBDA_INVOKE.test(String(state.Resource)))
      checkFields(`Parameters of ${where}`, state.Parameters ?? {}, INVOKE_FIELDS);
    for (const choice of (state.Choices ?? []) as State[]) checkChoice(`Choices of ${where}`, choice);
  };
  const checkBranch = (name: string, branch: object) => {
    checkFields(`a branch of the state ${name}`, branch, BRANCH_FIELDS);
    const { ProcessorConfig = {} } = branch as { ProcessorConfig?: { Mode?: string } };
    if (ProcessorConfig.Mode === 'DISTRIBUTED') return;
    if ((ProcessorConfig.Mode ?? 'INLINE') !== 'INLINE') refuse(`"ProcessorConfig" in the state ${name}`);
    checkFields(`ProcessorConfig of the state ${name}`, ProcessorConfig, PROCESSOR_FIELDS);
  };
  checkFields('the definition', definition, DEFINITION_FIELDS);
  visitStates(definition, checkState, checkBranch);
  const contextPath = /\$\$\.(State|Task|Map(?!\.Item\.(Value|Index)))\b[^"]*/.exec(text)?.[0];
  if (contextPath) refuse(contextPath);
  for (const [name, state] of taskStates(definition)) {
    const resource = String(state.Resource);
    if (!LAMBDA_INVOKE.test(resource) && !LAMBDA_ARN.test(resource))
      refuse(`the resource ${resource} in ${name}`);
    if (!('TimeoutSecondsPath' in state)) state.TimeoutSeconds ??= NO_TIMEOUT_SECONDS;
  }
  validate(definition, text);
  return definition;
}

/** Resource of the Tasks that `scaleWaits` uses instead of Wait states. */
export const LOCAL_WAIT = 'local:wait';

/** Field of a Task that invokes a function: the seconds that it may run. */
export const LOCAL_TIMEOUT = 'SecondsToRun';

/**
 * The definition with the timeouts of its Tasks left to `runTask`: the interpreter would also count the time in which an
 * invocation waits for a thread, which AWS does not know.
 */
export function withOwnTimeouts(definition: StateMachineDefinition): StateMachineDefinition {
  const own = structuredClone(definition);
  for (const state of taskStates(own).values()) {
    if (state.TimeoutSeconds === undefined || state.Resource === LOCAL_WAIT) continue;
    state[LOCAL_TIMEOUT] = state.TimeoutSeconds;
    state.TimeoutSeconds = NO_TIMEOUT_SECONDS;
  }
  return own;
}

/**
 * The definition with every wait and retry interval multiplied by `scale`. A Wait whose time is in its input
 * becomes a Task that waits (`LOCAL_WAIT`), because the interpreter itself reads that time.
 */
export function scaleWaits(definition: StateMachineDefinition, scale: number): StateMachineDefinition {
  if (scale === 1) return definition;
  const scaled = structuredClone(definition);
  visitStates(scaled, (_, { Retry = [] }) => {
    for (const retrier of Retry as State[]) {
      retrier.IntervalSeconds = Number(retrier.IntervalSeconds ?? 1) * scale;
      if (retrier.MaxDelaySeconds !== undefined)
        retrier.MaxDelaySeconds = Number(retrier.MaxDelaySeconds) * scale;
    }
  });
  const children = [...distributedMaps(scaled).values()].map(childDefinition);
  for (const each of [scaled, ...children]) scaleWaitStates(each, scale);
  return scaled;
}

/** Every Map state whose mode is DISTRIBUTED, by name. */
export function distributedMaps(definition: StateMachineDefinition): Map<string, State> {
  const states = Object.entries(definition.States) as unknown as [string, State][];
  return new Map(states.filter(([, state]) => isDistributed(state)));
}

/** The definition as the interpreter runs it: it knows no distributed Map. */
export function withMapsAsTasks(definition: StateMachineDefinition): StateMachineDefinition {
  const maps = [...distributedMaps(definition)].map(([name, state]) => [
    name,
    asTask(state, NO_TIMEOUT_SECONDS),
  ]);
  return { ...definition, States: { ...definition.States, ...Object.fromEntries(maps) } };
}

/** Its own Wait states, not those inside of Map and Parallel states. */
function scaleWaitStates(scaled: StateMachineDefinition, scale: number): void {
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
