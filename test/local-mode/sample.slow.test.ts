import { DEVELOPER } from 'template-runner';
import { expect, test } from 'vitest';
import { addSample } from '../../lib/local-mode/sample-meshes.ts';
import { requestSigner } from '../../lib/signing/sign-request.ts';
import { closedStage } from '../local/closed-stage.ts';
import { startService } from '../local/service.ts';

test.each(['api-key', 'iam'] as const)('the sample gets its vehicles where auth is %s', async (auth) => {
  const service = await startService(undefined, await closedStage(auth));
  try {
    const { apiUrl, apiKeys } = service.stack;
    await addSample(service.stack, service.dataFolder, () => {});
    const url = `${apiUrl}/api/vehicle`;
    expect((await fetch(url)).status).toBe(401);
    const key: Record<string, string> = auth === 'iam' ? {} : { 'X-Api-Key': apiKeys[0]!.value };
    const sign = requestSigner(async () => DEVELOPER);
    const headers = auth === 'iam' ? await sign({ method: 'GET', url, headers: {}, body: undefined }) : key;
    const vehicles = (await (await fetch(url, { headers })).json()) as object[];
    expect(vehicles).toHaveLength(2);
  } finally {
    await service.end();
  }
});
