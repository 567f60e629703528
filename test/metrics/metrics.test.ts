import { afterEach, expect, it, vi } from 'vitest';
import { metrics } from '../../lib/metrics/metrics.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it('are written as lines that CloudWatch reads, with the dimension and the unit of their definition', async () => {
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'polynya-test');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'polynya');
  vi.stubEnv('POWERTOOLS_DEV', 'true'); // writes through the console, where a test can read it
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const { record } = await import('../../lib/aws/metrics.ts');
  record('submissions', 1, 'reused');
  record('calculationTime', 41);
  const [submission, calculation] = log.mock.calls.map(([line]) => JSON.parse(line));
  expect(submission).toMatchObject({ service: 'polynya', outcome: 'reused', Submissions: 1 });
  expect(submission._aws.CloudWatchMetrics).toEqual([
    {
      Namespace: 'polynya-test',
      Dimensions: [['service', 'outcome']],
      Metrics: [{ Name: 'Submissions', Unit: 'Count' }],
    },
  ]);
  expect(calculation._aws.CloudWatchMetrics[0].Metrics).toEqual([
    { Name: metrics.calculationTime.name, Unit: 'Milliseconds' },
  ]);
  log.mockRestore();
});
