import '../environment.ts';
import { expect, it } from 'vitest';
import { handler } from '../../../lambdas/watches/position.ts';
import { invoke } from '../invoke.ts';

const path = '/api/watch/4c0f3a52-6d1e-4b57-9a2f-0f9f6f6f2d11/position';

it('a track of a million points is too large, and is not read', async () => {
  const body = `lat,lon,eta\n${'-52.1,-57,2026-11-20T00:00Z\n'.repeat(1e6)}`;
  const { status, json } = await invoke(handler, `POST ${path}`, {
    body,
    headers: { 'Content-Type': 'text/csv' },
  });
  expect([status, json.error]).toEqual([413, expect.stringMatching(/at most .*(1 MB|1048576|1,048,576)/)]);
});
