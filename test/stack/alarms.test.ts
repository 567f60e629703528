import { describe, expect, test } from 'vitest';
import { workerIds } from '../../lib/stack/functions.ts';
import { type Data, isRaised, metricsOf } from './alarm-state.ts';
import { functionOf, type Json, production, resourcesOf, templateOf } from './template.ts';

const alarmsOf = (context: Record<string, unknown>): Record<string, Json> =>
  Object.fromEntries(
    Object.values(resourcesOf(templateOf(context), 'AWS::CloudWatch::Alarm')).map(({ Properties }) => [
      Properties.AlarmDescription,
      Properties,
    ]),
  );
const alarms = alarmsOf({ ...production, canary: 'falklands/rothera' });

const aDay = Array.from({ length: 24 }, () => undefined);

/** By alarm: data that must raise it, and data that must not; what is not named has no data. */
const cases: Record<string, { readonly raised: Data[]; readonly quiet: Data[] }> = {
  'The API answered 5xx': {
    raised: [
      { '5XXError': [5], Count: [6] },
      { '5XXError': [200], Count: [10_000] },
    ],
    quiet: [{ Count: [1000] }, { '5XXError': [4], Count: [4] }, { '5XXError': [9], Count: [10_000] }],
  },
  'The API answered mostly 5xx for an hour': {
    raised: [
      { '5XXError': [3], Count: [3] },
      { '5XXError': [4], Count: [8] },
    ],
    quiet: [{ Count: [9] }, { '5XXError': [2], Count: [2] }, { '5XXError': [4], Count: [9] }],
  },
  'The API refuses requests with 429': {
    raised: [{ RefusedRequests: [20, 500], Count: [100, 2000] }],
    quiet: [
      { RefusedRequests: [undefined, 500], Count: [100, 2000] },
      { RefusedRequests: [500, undefined, 500], Count: [2000, 2000, 2000] },
      { RefusedRequests: [19, 19], Count: [20, 20] },
      { RefusedRequests: [20, 20], Count: [3000, 3000] },
    ],
  },
  'Nobody has called the API for a day': {
    raised: [{ Count: aDay }, { Count: [7, ...aDay] }, { Count: [7, ...aDay.map(() => 0)] }],
    quiet: [{ Count: [1, ...aDay.slice(1)] }],
  },
  'Route requests are answered slowly': {
    raised: [{ Duration: [3000, 9000, 3001] }],
    quiet: [{ Duration: [2999, 9000, 9000] }, { Duration: [9000, 9000, undefined, 9000] }],
  },
  'Route calculations ended without an answer': {
    raised: [{ ExecutionsFailed: [1] }, { ExecutionsTimedOut: [1] }],
    quiet: [{}, { ExecutionsFailed: [0], ExecutionsTimedOut: [0] }],
  },
  'Route calculations failed and were given up': {
    raised: [{ GivenUpRoutes: [1] }],
    quiet: [{}, { GivenUpRoutes: [1, undefined] }],
  },
  'Batches ended without an answer': {
    raised: [{ ExecutionsFailed: [1] }, { ExecutionsTimedOut: [1] }],
    quiet: [{}, { ExecutionsFailed: [0], ExecutionsTimedOut: [0] }],
  },
  'Calculations of batches crash': {
    raised: [{ Errors: [10, 300] }],
    quiet: [{}, { Errors: [9, 9] }, { Errors: [10, undefined] }],
  },
  'Watches could not be checked': {
    raised: [{ FailedWatchChecks: [1] }, { ExecutionsFailed: [1] }, { ExecutionsTimedOut: [1] }],
    quiet: [{}, { FailedWatchChecks: [0], ExecutionsFailed: [0] }],
  },
  'Watches are not through ten minutes after new data came': {
    raised: [{ ExecutionTime: [600_000] }],
    quiet: [{}, { ExecutionTime: [599_999] }],
  },
  'DynamoDB refuses reads of batches or watches': {
    raised: [{ ReadThrottleEvents: [50, 50] }],
    quiet: [{}, { ReadThrottleEvents: [50, undefined] }],
  },
  'DynamoDB refuses writes of batches or watches': {
    raised: [{ WriteThrottleEvents: [50, 50] }],
    quiet: [{}, { WriteThrottleEvents: [50, undefined] }],
  },
  'Jobs wait long for their calculation': {
    raised: [{ QueueTime: [600_000] }],
    quiet: [{}, { QueueTime: [599_999] }, { QueueTime: [600_000, undefined] }],
  },
  'The sweep of stuck jobs fails': {
    raised: [{ Errors: [1, 1] }],
    quiet: [{ Errors: [1, 0] }, { Errors: [undefined, 1] }, { Errors: [1, undefined, 1] }],
  },
  'The sweep of stuck jobs does not run': {
    raised: [{}, { Invocations: [0, undefined] }, { Invocations: [5, 5, undefined, undefined] }],
    quiet: [{ Invocations: [undefined, 1] }, { Invocations: [5, 5] }],
  },
  'DynamoDB refuses reads': {
    raised: [
      { 'ReadThrottleEvents similar': [50, 50] },
      { ReadThrottleEvents: [17, 17], 'ReadThrottleEvents active': [undefined, 60] },
    ],
    quiet: [{}, { ReadThrottleEvents: [9000, undefined] }, { WriteThrottleEvents: [90, 90] }],
  },
  'DynamoDB refuses writes': {
    raised: [{ WriteThrottleEvents: [20, 20] }, { 'WriteThrottleEvents by-created': [50, 50] }],
    quiet: [{}, { ReadThrottleEvents: [90, 90] }],
  },
  'Events about executions could not be handled': {
    raised: [{ ApproximateNumberOfMessagesVisible: [1] }],
    quiet: [{}, { ApproximateNumberOfMessagesVisible: [0] }],
  },
  'The import of meshes failed': {
    raised: [{ Errors: [1] }, { 'ImportedFiles failed': [1] }],
    quiet: [{}, { Errors: [0] }, { 'ImportedFiles refused': [3] }],
  },
  'Mesh or metadata files were refused': {
    raised: [{ 'ImportedFiles refused': [1] }],
    quiet: [{}, { 'ImportedFiles failed': [1] }, { 'ImportedFiles refused': [1, undefined] }],
  },
  'The newest mesh is older than 24 hours': {
    raised: [{ NewestMeshAge: [24, 25] }, {}, { NewestMeshAge: [1, 1, undefined, undefined] }],
    quiet: [{ NewestMeshAge: [23, 25] }, { NewestMeshAge: [undefined, 1] }],
  },
  'A route that is requested end to end does not come': {
    raised: [
      {},
      { Invocations: [2, 2], Errors: [2, 2] },
      { Invocations: [undefined, 1], Errors: [undefined, 1] },
      { Invocations: [2, 2, undefined, undefined] },
    ],
    quiet: [
      { Invocations: [2, 2] },
      { Invocations: [2, 2], Errors: [2, 1] },
      { Invocations: [2, 0], Errors: [0, 0] },
    ],
  },
  'Lambda refused to start workers': {
    raised: [{ Throttles: [1] }],
    quiet: [{}, { Throttles: [0] }],
  },
};

describe('alarms', () => {
  test('every one is tried', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(alarms).sort());
  });

  test.each(Object.entries(cases))('%s', (description, { raised, quiet }) => {
    for (const data of raised) expect([data, isRaised(alarms[description], data)]).toEqual([data, true]);
    for (const data of quiet) expect([data, isRaised(alarms[description], data)]).toEqual([data, false]);
  });

  test('each looks at one metric at least and at ten at most, which is what CloudWatch takes', () => {
    for (const [description, { Metrics }] of Object.entries(alarms)) {
      const count = Metrics.filter(({ MetricStat }: Json) => MetricStat).length;
      expect([description, count >= 1 && count <= 10]).toEqual([description, true]);
    }
  });

  test('each worker alone may be refused', () => {
    const { Metrics } = alarms['Lambda refused to start workers'];
    const workers = Metrics.filter(({ MetricStat }: Json) => MetricStat);
    expect(workers.length).toBeGreaterThan(3);
    for (const { Id, MetricStat } of workers) {
      const only = Metrics.map((metric: Json) =>
        metric.MetricStat && metric.Id !== Id
          ? { ...metric, MetricStat: { Metric: { MetricName: 'none' } } }
          : metric,
      );
      expect(MetricStat.Metric.MetricName).toBe('Throttles');
      expect(
        isRaised({ ...alarms['Lambda refused to start workers'], Metrics: only }, { Throttles: [1] }),
      ).toBe(true);
    }
  });

  test('a run of the import that finds another one running is no reason for an alarm', () => {
    const template = templateOf({ ...production, canary: 'falklands/rothera' });
    const watched = alarms['Lambda refused to start workers'].Metrics.flatMap(
      ({ MetricStat }: Json) => MetricStat?.Metric.Dimensions[0].Value.Ref ?? [],
    );
    const others = workerIds.filter((id) => id !== 'meshes/import' && !/^(batches|watches)\//.test(id));
    expect(watched.sort()).toEqual(others.map((id) => functionOf(template, id)[0]).sort());
  });

  test.each([
    [60, 1],
    [90, 2],
    [360, 6],
    [1440, 24],
  ])('with an import every %i minutes, %i hours without one are no reason for an alarm', (minutes, hours) => {
    const alarm = alarmsOf({ ...production, importIntervalMinutes: minutes })[
      'The newest mesh is older than 24 hours'
    ];
    const none = Array.from({ length: hours }, () => undefined);
    expect(isRaised(alarm, { NewestMeshAge: [1, ...none] })).toBe(false);
    expect(isRaised(alarm, { NewestMeshAge: [1, ...none, undefined] })).toBe(true);
  });

  test('reads of each table and index count', () => {
    expect(metricsOf(alarms['DynamoDB refuses reads']).sort()).toEqual([
      'ReadThrottleEvents',
      'ReadThrottleEvents active',
      'ReadThrottleEvents by-created',
      'ReadThrottleEvents by-name',
      'ReadThrottleEvents similar',
    ]);
  });
});
