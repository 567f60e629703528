import type { LocalStack } from 'template-runner';
import { expect, test } from 'vitest';
import { greeting } from '../../lib/local-mode/greeting.ts';
import { parseOptions } from '../../lib/local-mode/options.ts';

const stack = (keys: LocalStack['apiKeys']) =>
  ({
    apiUrl: 'http://127.0.0.1:8000',
    awsUrl: 'http://127.0.0.1:4566',
    outputs: {},
    environment: () => ({ MESH_PREFIX: 'meshes/' }),
    apiKeys: keys,
  }) as unknown as LocalStack;

const routeLine = (auth: string, keys: LocalStack['apiKeys'] = []) =>
  greeting(stack(keys), parseOptions(['-c', `auth=${auth}`]), 1)
    .split('\n')
    .find((line) => line.includes('request_route') && !line.includes('--vehicle'))!
    .trim();

test('the command that requests a route proves who calls, as the stage asks', () => {
  const command = 'npm run -s request_route -- -s falklands -e rothera -d 1';
  expect(routeLine('none')).toBe(command);
  expect(routeLine('iam')).toBe(`${command} --sign`);
  const [name, value] = ['first', 'a'.repeat(40)];
  expect(routeLine('api-key', [{ name, value } as LocalStack['apiKeys'][number]])).toBe(
    `${command} --api-key ${value}`,
  );
});
