import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { lastingChanges } from '../../lib/cli/check-changes.ts';

interface Job {
  readonly environment?: string;
  readonly permissions?: object;
  readonly steps: readonly { readonly run?: string }[];
}

interface Workflow {
  readonly permissions: object;
  readonly jobs: Record<string, Job>;
}

test('names tables that a deployment replaces, may replace or removes; not what every deployment makes anew', () => {
  const lost = [
    '[~] AWS::DynamoDB::Table Storage/Meshes StorageMeshesED9A7A1B replace',
    '[~] AWS::ApiGateway::RestApi HttpApi/Api HttpApi9292168F may be replaced',
    '[-] AWS::S3::Bucket Storage/RouteBucket StorageRouteBucketEA0D254B destroy',
    '[-] AWS::DynamoDB::Table Storage/Vehicles StorageVehiclesA8707C62 orphan',
  ];
  const harmless = [
    '[~] AWS::DynamoDB::Table Storage/Requests StorageRequests29BB4971',
    ' ├─ [~] AttributeDefinitions',
    '[+] AWS::S3::Bucket Storage/Other StorageOther123',
    '[-] AWS::Lambda::Version JobsSweep/Function/CurrentVersion JobsSweep4 orphan',
    '[~] AWS::StepFunctions::StateMachineVersion RouteWorkflow/Version RouteWorkflowVersion replace',
  ];
  expect(lastingChanges([...harmless, ...lost].join('\n'))).toEqual(lost);
});

test('only the jobs that deploy may assume a role, and each checks before and after', () => {
  const file = new URL('../../.github/workflows/deploy.yml', import.meta.url);
  const { permissions, jobs } = load(readFileSync(file, 'utf8')) as Workflow;
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.check!.permissions).toBeUndefined();
  for (const name of ['development', 'production']) {
    const { environment, permissions, steps } = jobs[name]!;
    expect([environment, permissions]).toEqual([name, { contents: 'read', 'id-token': 'write' }]);
    const runs = steps.map(({ run = '' }) => run);
    const at = (command: string) => runs.findIndex((run) => run.includes(command));
    expect(at('check_changes')).toBeGreaterThan(at('cdk diff'));
    expect(at('cdk deploy')).toBeGreaterThan(at('check_changes'));
    expect(at('acceptance')).toBeGreaterThan(at('cdk deploy'));
    expect(at('remove_old_versions')).toBeGreaterThan(at('acceptance'));
  }
});
