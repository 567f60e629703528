import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEVELOPER } from 'template-runner';
import { expect, test } from 'vitest';
import { addSample } from '../../lib/local-mode/sample-meshes.ts';
import { requestSigner } from '../../lib/signing/sign-request.ts';
import { closedStage } from '../local/closed-stage.ts';
import { startService } from '../local/service.ts';

test('sample meshes of which everything was lost are made again, and nothing else of the sample is', async () => {
  const service = await startService();
  const steps: string[] = [];
  const add = () => addSample(service.stack, service.dataFolder, (step) => steps.push(step));
  const sample = { start_lat: -51.731, start_lon: -57.706, end_lat: -67.764, end_lon: -68.02 };
  const route = async () => (await service.route({ ...sample, force_new_route: true })).job.status;
  try {
    await add();
    expect(await service.delete('/api/vehicle/research-ship')).toMatchObject({ status: 204 });
    const before = (await service.get('/api/mesh')).body;
    const blobs = join(service.dataFolder, 's3', service.stack.outputs.MeshBucketName!, 'blobs');
    await rm(blobs, { recursive: true });
    await mkdir(blobs);
    await add();
    expect(await route()).toBe('SUCCESS');
    expect((await service.get('/api/mesh')).body).toEqual(before);
    expect((await service.get('/api/vehicle/research-ship')).status).toBe(404);
    await add();
    expect(steps).toEqual([
      'Making and importing the sample meshes and vehicles.',
      'Making the sample meshes again: files of them are lost.',
    ]);
  } finally {
    await service.end();
  }
});

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
