import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { lastingChanges } from '../../lib/cli/check-changes.ts';

interface Job {
  readonly environment?: string;
  readonly permissions?: object;
  readonly steps: readonly { readonly run?: string; readonly uses?: string; readonly with?: object }[];
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

const workflow = load(
  readFileSync(new URL('../../.github/workflows/deploy.yml', import.meta.url), 'utf8'),
) as Workflow;

test('the code of others that a workflow runs is named by its commit, and gets no token from the checkout', () => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps.filter(({ uses }) => uses));
  expect(steps.length).toBeGreaterThan(6);
  for (const { uses, with: inputs } of steps) {
    expect(uses).toMatch(/@[0-9a-f]{40}$/);
    if (uses!.startsWith('actions/checkout')) expect(inputs).toEqual({ 'persist-credentials': false });
  }
});

test('the bill of materials names all that a release is made of', () => {
  const command = workflow.jobs.check!.steps.map(({ run = '' }) => run).find((run) => /npm sbom/.test(run))!;
  const bill = execSync(command.replace(/>.*/, ''), {
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const components: { group?: string; name: string }[] = JSON.parse(bill.toString()).components;
  const names = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys({ ...dependencies, 'swagger-ui-dist': '' }).filter((name) => !names.has(name))).toEqual(
    [],
  );
});

test('only the jobs that deploy may assume a role, and each checks before and after', () => {
  const { permissions, jobs } = workflow;
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
