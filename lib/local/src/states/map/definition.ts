/** What a Map state whose mode is DISTRIBUTED may have: what is not known here is refused, as a whole. */
import type { StateMachineDefinition } from 'aws-local-stepfunctions';

type State = Record<string, unknown>;

/** Refuses a definition: `"Odd" in ItemReader of the state Plan`. */
type Refuse = (what: string) => never;

/** Resource of the Task that the interpreter runs instead of such a state. */
export const LOCAL_MAP = 'local:map';

/** Fields that only such a state has. */
export const DISTRIBUTED_FIELDS = [
  'ItemReader',
  'ItemBatcher',
  'ResultWriter',
  'Label',
  'ToleratedFailurePercentage',
  'ToleratedFailurePercentagePath',
  'ToleratedFailureCount',
  'ToleratedFailureCountPath',
];
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ItemReader: ['Resource', 'Parameters', 'ReaderConfig'],
  ReaderConfig: ['InputType', 'MaxItems', 'MaxItemsPath', 'CSVHeaderLocation', 'CSVHeaders', 'CSVDelimiter'],
  ReaderParameters: ['Bucket', 'Bucket.$', 'Key', 'Key.$'],
  ItemBatcher: [
    'BatchInput',
    'MaxItemsPerBatch',
    'MaxItemsPerBatchPath',
    'MaxInputBytesPerBatch',
    'MaxInputBytesPerBatchPath',
  ],
  ResultWriter: ['Resource', 'Parameters', 'WriterConfig'],
  WriterConfig: ['Transformation', 'OutputType'],
  WriterParameters: ['Bucket', 'Bucket.$', 'Prefix', 'Prefix.$'],
  ProcessorConfig: ['Mode', 'ExecutionType'],
};
/** Fields of which the state may have one. */
const EITHER = [
  ['MaxConcurrency', 'MaxConcurrencyPath'],
  ['ToleratedFailurePercentage', 'ToleratedFailurePercentagePath'],
  ['ToleratedFailureCount', 'ToleratedFailureCountPath'],
];
const INPUT_TYPES = ['JSON', 'JSONL', 'CSV'];
const LABEL = /^[^\s?*<>{}[\]:;,\\|^~$#%&`"]{1,40}$/;
/** The interpreter gives these of its own input, not of the execution's. */
const OTHER_CONTEXT = /\$\$\.Execution\.(Input|StartTime)\b[^"]*/;

export const isDistributed = (state: State): boolean =>
  state.Type === 'Map' && processorOf(state).ProcessorConfig?.Mode === 'DISTRIBUTED';

type Processor = StateMachineDefinition & { readonly ProcessorConfig?: { readonly Mode?: string } };
const processorOf = (state: State) => (state.ItemProcessor ?? {}) as Processor;

/** What each child runs. */
export function childDefinition(state: State): StateMachineDefinition {
  const { StartAt, States } = processorOf(state);
  return { StartAt, States };
}

/** Checks the fields that such a state has beyond those of every Map. */
export function checkDistributed(name: string, state: State, refuse: Refuse): void {
  const where = `the state ${name}`;
  const check = (field: string, object: unknown, known = FIELDS[field]!) => {
    const unknown = Object.keys((object ?? {}) as object).find((each) => !known.includes(each));
    if (unknown) refuse(`"${unknown}" in ${field.replace(/^(Reader|Writer)P/, 'P')} of ${where}`);
  };
  const value = (field: string, given: unknown, known: readonly unknown[]) => {
    if (!known.includes(given)) refuse(`the ${field} ${given} in ${where}`);
  };
  const { ProcessorConfig } = processorOf(state) as { ProcessorConfig?: State };
  check('ProcessorConfig', ProcessorConfig);
  value('ExecutionType', ProcessorConfig?.ExecutionType, ['STANDARD']);
  for (const pair of EITHER)
    if (pair.every((field) => field in state)) refuse(`both ${pair.join(' and ')} in ${where}`);
  if (state.Label !== undefined && !LABEL.test(String(state.Label)))
    refuse(`the Label ${state.Label} in ${where}`);
  if (state.ItemReader) {
    const { Resource, Parameters, ReaderConfig = {} } = state.ItemReader as Record<string, State>;
    check('ItemReader', state.ItemReader);
    check('ReaderParameters', Parameters);
    check('ReaderConfig', ReaderConfig);
    value('Resource of ItemReader', Resource, ['arn:aws:states:::s3:getObject']);
    value('InputType', ReaderConfig.InputType, INPUT_TYPES);
    if (state.ItemsPath) refuse(`both ItemReader and ItemsPath in ${where}`);
    if (ReaderConfig.InputType === 'CSV')
      value('CSVHeaderLocation', ReaderConfig.CSVHeaderLocation, ['FIRST_ROW', 'GIVEN']);
  }
  if (state.ItemBatcher) {
    check('ItemBatcher', state.ItemBatcher);
    const limits = Object.keys(state.ItemBatcher).filter((field) => field !== 'BatchInput');
    if (limits.length === 0) refuse(`an ItemBatcher without a limit in ${where}`);
  }
  if (state.ResultWriter) {
    const { Resource, Parameters, WriterConfig = {} } = state.ResultWriter as Record<string, State>;
    check('ResultWriter', state.ResultWriter);
    check('WriterParameters', Parameters);
    check('WriterConfig', WriterConfig);
    value('Resource of ResultWriter', Resource, ['arn:aws:states:::s3:putObject']);
    value('Transformation', WriterConfig.Transformation ?? 'NONE', ['NONE', 'COMPACT', 'FLATTEN']);
    value('OutputType', WriterConfig.OutputType ?? 'JSON', ['JSON', 'JSONL']);
  }
  const { ItemProcessor: _, ...own } = state;
  const other = OTHER_CONTEXT.exec(JSON.stringify(own))?.[0];
  if (other) refuse(`${other} in ${where}`);
}

/** The Task that stands for such a state in the definition that the interpreter runs. */
export function asTask(state: State, timeoutSeconds: number): State {
  const kept = ['InputPath', 'OutputPath', 'ResultPath', 'ResultSelector', 'Retry', 'Catch', 'Next', 'End'];
  const fields = Object.fromEntries(
    kept.filter((field) => field in state).map((field) => [field, state[field]]),
  );
  return { Type: 'Task', Resource: LOCAL_MAP, TimeoutSeconds: timeoutSeconds, ...fields };
}
