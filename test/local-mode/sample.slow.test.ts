import { DEVELOPER } from 'template-runner';
import { expect, test } from 'vitest';
import { addSample } from '../../lib/local-mode/sample-meshes.ts';
import { requestSigner } from '../../lib/signing/sign-request.ts';
import { closedStage } from '../local/closed-stage.ts';
import { startService } from '../local/service.ts';

test.each(['api-key', 'iam'] as const)(
  'the sample gets its vehicles and areas where auth is %s',
  async (auth) => {
    const service = await startService(undefined, await closedStage(auth));
    try {
      const { apiUrl, apiKeys } = service.stack;
      await addSample(service.stack, service.dataFolder, () => {});
      const url = `${apiUrl}/api/vehicle`;
      expect((await fetch(url)).status).toBe(401);
      const key: Record<string, string> = auth === 'iam' ? {} : { 'X-Api-Key': apiKeys[0]!.value };
      const sign = requestSigner(async () => DEVELOPER);
      const read = async (path: string) => {
        const request = { method: 'GET', url: apiUrl + path, headers: {}, body: undefined };
        return await (
          await fetch(request.url, { headers: auth === 'iam' ? await sign(request) : key })
        ).json();
      };
      expect(await read('/api/vehicle')).toHaveLength(2);
      const { zones } = (await read('/api/zone')) as { zones: { standing?: true }[] };
      expect(zones).toHaveLength(23);
      expect(zones.some(({ standing }) => standing)).toBe(false);
    } finally {
      await service.end();
    }
  },
);
