import { describe, expect, test } from 'vitest';
import { transientFailureNamed, transientNames } from '../../lib/jobs/transient-failures.ts';
import { functionOf, type Json, resourcesOf, templateOf } from './template.ts';

const template = templateOf();
const [machine] = Object.values(resourcesOf(template, 'AWS::StepFunctions::StateMachine'));

/** The definition, with each reference replaced by the logical id that it names. */
const definition: Json = JSON.parse(
  machine!.Properties.DefinitionString['Fn::Join'][1]
    .map((part: Json) => (typeof part === 'string' ? part : (part['Fn::GetAtt']?.[0] ?? part.Ref)))
    .join(''),
);
const states: Record<string, Json> = definition.States;

/** Every state that can follow a state. */
function successors(state: Json): string[] {
  const choices = (state.Choices ?? []).map(({ Next }: Json) => Next);
  const catches = (state.Catch ?? []).map(({ Next }: Json) => Next);
  return [state.Next, state.Default, ...choices, ...catches].filter(Boolean);
}

/** Waits of half a minute on average, so that throttling is waited out for two hours. */
const forTwoHours = {
  IntervalSeconds: 2,
  BackoffRate: 2,
  MaxDelaySeconds: 60,
  MaxAttempts: 240,
  JitterStrategy: 'FULL',
};

describe('the workflow', () => {
  test('is the graph of the design', () => {
    expect(definition.StartAt).toBe('CalculateRoute');
    const graph = Object.fromEntries(
      Object.entries(states).map(([name, state]) => [name, successors(state).sort()]),
    );
    expect(graph).toEqual({
      CalculateRoute: ['RecoverFromFailure', 'RouteStored'],
      RecoverFromFailure: ['ChooseRecovery'],
      ChooseRecovery: ['CalculateRoute', 'NoRoute', 'WaitBeforeRetry'],
      WaitBeforeRetry: ['CalculateRoute'],
      RouteStored: [],
      NoRoute: [],
    });
  });

  test('is standard, JSONPath, traced, logged and over after twelve hours', () => {
    expect(machine!.Properties).toMatchObject({
      StateMachineType: 'STANDARD',
      TracingConfiguration: { Enabled: true },
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
    });
    expect(definition.TimeoutSeconds).toBe(12 * 3600);
    expect(definition.QueryLanguage ?? 'JSONPath').toBe('JSONPath');
    for (const state of Object.values(states)) expect(state).not.toHaveProperty('Assign');
  });

  test('catches every error of a calculation, and keeps the state beside it', () => {
    const { Catch, Retry, ResultPath } = states.CalculateRoute;
    expect(Catch).toEqual([
      { ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'RecoverFromFailure' },
    ]);
    expect(Retry).toEqual([{ ErrorEquals: ['Lambda.TooManyRequestsException'], ...forTwoHours }]);
    expect(ResultPath).toBeNull();
  });

  test('gives a calculation as long as its function has', () => {
    const [, calculate] = functionOf(template, 'jobs/calculate');
    expect(states.CalculateRoute.TimeoutSeconds).toBe(calculate.Properties.Timeout);
  });

  test.each([
    ['CalculateRoute', 'jobs/calculate'],
    ['RecoverFromFailure', 'jobs/recover'],
  ])('%s hands its whole state to %s', (name, handlerId) => {
    expect(states[name].Resource).toMatch(/:states:::lambda:invoke$/);
    expect(states[name].Parameters).toEqual({
      // a version, so that a running execution keeps its code
      FunctionName: expect.stringMatching(
        `^${functionOf(template, handlerId)[0].slice(0, -8)}CurrentVersion`,
      ),
      'Payload.$': '$',
    });
  });

  test('continues with the state that recovery answers, and repeats recovery after a transient failure', () => {
    const { OutputPath, Retry } = states.RecoverFromFailure;
    expect(OutputPath).toBe('$.Payload');
    expect(Retry).toHaveLength(1);
    const { ErrorEquals } = Retry[0];
    expect(ErrorEquals).toEqual(expect.arrayContaining(['Lambda.ServiceException', 'Lambda.Unknown']));
    // A throttled table fails a calculation and then its recovery: neither may fail the job.
    expect(ErrorEquals).toEqual(expect.arrayContaining([...transientNames]));
    expect(transientNames).toContain('ProvisionedThroughputExceededException');
    for (const name of ErrorEquals) expect(transientFailureNamed(name)).not.toBeNull();
    expect(Retry[0]).toMatchObject(forTwoHours);
  });

  test('waits for as long as recovery answers', () => {
    expect(states.WaitBeforeRetry.SecondsPath).toBe('$.wait_seconds');
    expect(states.ChooseRecovery.Choices).toEqual([
      { Variable: '$.next', StringEquals: 'retry', Next: 'WaitBeforeRetry' },
      { Variable: '$.next', StringEquals: 'next_mesh', Next: 'CalculateRoute' },
    ]);
    expect(states.ChooseRecovery.Default).toBe('NoRoute');
  });
});
