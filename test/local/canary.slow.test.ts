import { afterEach, expect, test } from 'vitest';
import { closedStage } from './closed-stage.ts';
import { gridMesh } from './grid-mesh.ts';
import { type Service, startService } from './service.ts';

let service: Service;
afterEach(() => service?.end());

test.each(['api-key', 'iam'] as const)(
  'the canary has a route calculated through an API that asks for %s, and fails where there is none',
  async (auth) => {
    service = await startService(undefined, await closedStage(auth, { canary: '-69,-59,-61,-51' }));
    const run = () => service.stack.invoke(service.functionOf('canary'), {});
    await expect(run()).rejects.toThrow('POST /api/route answered 404');
    await service.addMesh('sea', gridMesh());
    await run();
    const unused = service.stack.unused().filter((each) => /Canary/.test(each));
    const acknowledged = /(logs:\w+|xray:\w+) on |NODE_OPTIONS$/;
    expect(unused.filter((each) => !acknowledged.test(each))).toEqual([]);
  },
);
