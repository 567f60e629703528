import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../src/states/definition.ts';

const task = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };
const machine = (state: object, more: object = {}) =>
  JSON.stringify({ StartAt: 'A', States: { A: state }, ...more });
const parallel = (state: object) => ({
  Type: 'Parallel',
  End: true,
  Branches: [{ StartAt: 'B', States: { B: state } }],
});

const choice = (rule: object) => ({ Type: 'Choice', Choices: [{ Next: 'B', ...rule }] });
const choosing = (rule: object) => JSON.stringify({ StartAt: 'A', States: { A: choice(rule), B: task } });
const isIce = { Variable: '$.ice', IsPresent: true };
const map = (config: object) => ({
  Type: 'Map',
  End: true,
  ItemProcessor: { ProcessorConfig: { Mode: 'INLINE', ...config }, StartAt: 'B', States: { B: task } },
});

const distributed = (more: object = {}) => ({
  ...map({ Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' }),
  ItemReader: {
    Resource: 'arn:aws:states:::s3:getObject',
    ReaderConfig: { InputType: 'JSONL' },
    Parameters: { Bucket: 'b', 'Key.$': '$.key' },
  },
  ItemBatcher: { MaxItemsPerBatch: 5 },
  ...more,
});

describe('a definition', () => {
  it('of known fields is taken, with branches and retries', () => {
    const retry = { ErrorEquals: ['States.ALL'], IntervalSeconds: 1, MaxAttempts: 2, BackoffRate: 2 };
    const state = { ...task, Retry: [retry], Catch: [{ ErrorEquals: ['States.ALL'], Next: 'B' }] };
    expect(() => parseDefinition('m', machine(parallel(state)))).not.toThrow();
    expect(() => parseDefinition('m', machine(task, { QueryLanguage: 'JSONPath' }))).not.toThrow();
    const open = { Variable: '$.concentration', NumericLessThanEqualsPath: '$.limit' };
    expect(() => parseDefinition('m', choosing({ Or: [{ Not: isIce }, open] }))).not.toThrow();
    expect(() => parseDefinition('m', machine(map({})))).not.toThrow();
    expect(() => parseDefinition('m', machine(distributed()))).not.toThrow();
  });

  it.each([
    ['ResultWriter', machine({ Type: 'Map', End: true, ResultWriter: {} }), 'the state A'],
    ['HeartbeatSeconds', machine(parallel({ ...task, HeartbeatSeconds: 5 })), 'the state B'],
    ['TimeoutSecond', machine({ ...task, TimeoutSecond: 5 }), 'the state A'],
    [
      'States.TaskFailed',
      machine({ ...task, Catch: [{ ErrorEquals: ['States.TaskFailed'], Next: 'A' }] }),
      'the state A',
    ],
    ['Assign', machine(parallel(task), { Assign: {} }), 'the definition'],
    [
      'BackofRate',
      machine({ ...task, Retry: [{ ErrorEquals: ['X'], BackofRate: 2 }] }),
      'Retry of the state A',
    ],
    ['QueryLanguage', machine(task, { QueryLanguage: 'JSONata' }), 'the definition'],
    [
      'InvocationType',
      machine({ ...task, Parameters: { 'FunctionName.$': '$.f', Payload: {}, InvocationType: 'Event' } }),
      'Parameters of the state A',
    ],
    ['Assign', choosing({ ...isIce, Assign: {} }), 'Choices of the state A'],
    ['Odd', choosing({ And: [{ Not: { ...isIce, Odd: 1 } }] }), 'Choices of the state A'],
    ['ExecutionType', machine(map({ ExecutionType: 'EXPRESS' })), 'ProcessorConfig of the state A'],
    [
      'TimeoutSeconds',
      machine({
        Type: 'Parallel',
        End: true,
        Branches: [{ ...JSON.parse(machine(task)), TimeoutSeconds: 5 }],
      }),
      'a branch of the state A',
    ],
  ])('with %s is refused when it is loaded', (field, text, where) => {
    expect(() => parseDefinition('m', text)).toThrow(
      `The state machine m has "${field}" in ${where}, which local mode cannot run.`,
    );
  });

  const reader = distributed().ItemReader;
  it.each([
    [{ ItemReader: { ...reader, Odd: 1 } }, '"Odd" in ItemReader of the state A'],
    [
      { ItemReader: { ...reader, ReaderConfig: { InputType: 'PARQUET' } } },
      'the InputType PARQUET in the state A',
    ],
    [
      { ItemReader: { ...reader, Resource: 'arn:aws:states:::s3:listObjectsV2' } },
      'the Resource of ItemReader',
    ],
    [
      { ItemReader: { ...reader, Parameters: { Bucket: 'b', Key: 'k', VersionId: 'v' } } },
      '"VersionId" in Parameters of',
    ],
    [{ ItemReader: { ...reader, ReaderConfig: { InputType: 'CSV' } } }, 'the CSVHeaderLocation undefined'],
    [{ ItemBatcher: { BatchInput: {} } }, 'an ItemBatcher without a limit'],
    [
      { ResultWriter: { WriterConfig: { Transformation: 'COMPACT' } } },
      'the Resource of ResultWriter undefined',
    ],
    [{ MaxConcurrency: 1, MaxConcurrencyPath: '$.m' }, 'both MaxConcurrency and MaxConcurrencyPath'],
    [{ ItemsPath: '$.i' }, 'both ItemReader and ItemsPath'],
    [{ Label: 'a label' }, 'the Label a label'],
    [{ ItemSelector: { 'a.$': '$$.Execution.Input.a' } }, '$$.Execution.Input.a'],
    [
      {
        ItemProcessor: {
          ...distributed().ItemProcessor,
          ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' },
        },
      },
      'the ExecutionType EXPRESS',
    ],
  ])('with a distributed Map with %j is refused', (more, message) => {
    expect(() => parseDefinition('m', machine(distributed(more)))).toThrow(message);
  });

  it('with a distributed Map inside of another state is refused', () => {
    expect(() => parseDefinition('m', machine(parallel(distributed())))).toThrow(
      'inside of another state, B',
    );
  });

  it('with a state that follows none is refused each time', () => {
    const text = machine({ ...task, End: undefined, Next: 'B' });
    for (let i = 0; i < 2; i++) expect(() => parseDefinition('m', text)).toThrow(/MISSING_TRANSITION_TARGET/);
  });

  it('with a type of state that does not exist is refused', () => {
    expect(() => parseDefinition('m', machine({ Type: 'Loop' }))).toThrow('the type Loop in the state A');
  });
});
