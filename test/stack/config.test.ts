import { describe, expect, test } from 'vitest';
import { ConfigurationError, readConfig } from '../../lib/stack/config.ts';
import { permissionsByRole } from './permissions.ts';
import { production, resources, templateOf } from './template.ts';

function refusal(context: Record<string, unknown>): string {
  try {
    readConfig(context);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
  throw new Error('It was accepted');
}

test('no folder of the mesh bucket that the service keeps for itself may be one where meshes are dropped', () => {
  const permissions = Object.values(permissionsByRole(resources(templateOf()))).flat();
  const folders = permissions.flatMap((line) => line.match(/ on mesh bucket\/([\w-]+\/)\*$/)?.[1] ?? []);
  const own = [...new Set(folders)].filter((folder) => folder !== 'meshes/' && folder !== 'metadata/');
  expect(own).toContain('compiled/');
  for (const folder of own) expect(refusal({ meshPrefix: folder })).toContain('must not be under');
});

describe('readConfig', () => {
  test('has a default for everything but the address and the concurrency', () => {
    expect(readConfig({})).toEqual({
      auditBuckets: false,
      stage: 'development',
      importIntervalMinutes: 10,
      meshPrefix: 'meshes/',
      metadataPrefix: 'metadata/',
      waypointDistanceToleranceNm: 1,
      waypointAdjustmentLimitNm: 300,
      auth: 'none',
      apiKeyRate: 50,
      apiKeyBurst: 100,
      apiKeyDailyQuota: 100_000,
      meshAlarmHours: 24,
      startedHoldSeconds: 5,
      locations: [],
      allowedOrigins: [],
      vehiclesPerRequester: 100,
      zonesPerRequester: 100,
      throttleRate: 200,
      throttleBurst: 400,
      calculatorMemoryMb: 1769,
      calculationSeconds: 120,
      calculatorConcurrency: 0,
      batchConcurrency: 50,
      watchConcurrency: 5,
      batchReservedConcurrency: 0,
      importsAtOnce: 1,
      logRetentionDays: 30,
      routeRetentionDays: 365,
    });
  });

  test('keeps calculations from taking the whole account in production', () => {
    expect(readConfig(production)).toMatchObject({ calculatorConcurrency: 200, importsAtOnce: 5 });
    expect(readConfig({ ...production, calculatorConcurrency: 0 }).calculatorConcurrency).toBe(0);
  });

  test('accepts text from the command line and JSON from cdk.json', () => {
    const fromCommandLine = readConfig({
      ...production,
      importIntervalMinutes: '30',
      waypointDistanceToleranceNm: '0.5',
      allowedOrigins: 'https://a.example,http://localhost:5173',
      calculatorConcurrency: '20',
    });
    const fromFile = readConfig({
      ...production,
      importIntervalMinutes: 30,
      waypointDistanceToleranceNm: 0.5,
      allowedOrigins: ['https://a.example', 'http://localhost:5173'],
      calculatorConcurrency: 20,
    });
    expect(fromCommandLine).toEqual(fromFile);
  });

  test('the route of the canary has two locations, or four numbers', () => {
    const ends = { start_lat: -51.731, start_lon: -57.706, end_lat: -67.764, end_lon: -68.02 };
    expect(readConfig({ canary: 'falklands/rothera' }).canary).toEqual(ends);
    expect(readConfig({ canary: '-51.731,-57.706,-67.764,-68.02' }).canary).toEqual(ends);
    for (const canary of [
      'falklands',
      'falklands/nowhere',
      '1,2,3',
      '1,2,3,',
      '91,0,0,0',
      '0,0,0,181',
      'true',
    ]) {
      expect(refusal({ canary })).toContain('canary: must be two locations such as "falklands/rothera"');
    }
  });

  test('production requires auth and alarmEmail', () => {
    expect(refusal({ stage: 'production' })).toBe(
      'Bad configuration: auth: production needs it: "api-key", "iam", or "none" if everybody may use the API; ' +
        'alarmEmail: production needs it: the address to which alarms are sent.',
    );
    expect(readConfig({ ...production, auth: 'none' }).auth).toBe('none');
  });

  test.each([
    [{ domainName: 'routes.example.org' }, 'domainName: must be given together with certificateArn'],
    [{ domainName: 'https://x.org', certificateArn: 'x' }, 'domainName: must be a domain name such as'],
    [{ meshWriterArn: '210987654321' }, 'meshWriterArn: must be an ARN such as "arn:aws:iam::…"'],
    [
      { kmsKeyArn: 'arn:aws:kms:eu-west-2:123456789012:alias/mine' },
      'kmsKeyArn: must be an ARN such as "arn:aws:kms::…:key/…"',
    ],
    [
      { webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/polynya/1' },
      'webAclArn: must be an ARN such as "arn:aws:wafv2::…:regional/webacl/…"',
    ],
    [{ monthlyBudgetUsd: '100' }, 'monthlyBudgetUsd: needs alarmEmail'],
    [{ apiKeyDailyQuota: '0' }, 'apiKeyDailyQuota: '],
  ])('refuses %j', (context, sentence) => {
    expect(refusal(context)).toContain(sentence);
  });

  test("ignores the CDK's own keys", () => {
    const cdkKeys = { 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:x': true, 'cli-telemetry': false };
    expect(readConfig(cdkKeys)).toEqual(readConfig({}));
  });

  test('names every unknown key and the known ones', () => {
    expect(refusal({ importInterval: 5, 'mesh-prefix': 'x/' })).toMatch(
      /^Bad configuration: unknown context key "importInterval", "mesh-prefix" \(known: stage, .*\)\.$/,
    );
  });

  test('names every bad key at once', () => {
    expect(refusal({ importIntervalMinutes: 'often', throttleRate: '0' })).toBe(
      'Bad configuration: importIntervalMinutes: expected number, received NaN; ' +
        'throttleRate: Too small: expected number to be >=1.',
    );
  });

  test.each([
    ['stage', 'prod'],
    ['importIntervalMinutes', ''],
    ['importIntervalMinutes', 1.5],
    ['importIntervalMinutes', null],
    ['meshPrefix', 'meshes'],
    ['meshPrefix', '/meshes/'],
    ['meshPrefix', 'compiled/'],
    ['meshPrefix', 'geojson/new/'],
    ['metadataPrefix', 'meshes/'],
    ['metadataPrefix', 'meshes/metadata/'],
    ['waypointDistanceToleranceNm', '0'],
    ['waypointAdjustmentLimitNm', 'Infinity'],
    ['auth', 'password'],
    ['allowedOrigins', 'example.org'],
    ['allowedOrigins', 'https://example.org/'],
    ['throttleBurst', -1],
    ['calculatorMemoryMb', 100],
    ['calculatorConcurrency', -1],
    ['logRetentionDays', 8],
    ['routeRetentionDays', 0],
    ['alarmEmail', 'nobody'],
    ['watchEmail', 'nobody'],
  ])('refuses %s = %j in one sentence', (key, value) => {
    expect(refusal({ [key]: value })).toMatch(new RegExp(`^Bad configuration: (?!.*;).*${key}.*\\.$`));
  });
});
