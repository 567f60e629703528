import { afterAll, beforeAll, expect, test } from 'vitest';
import { closedStage } from '../../local/closed-stage.ts';
import { gridMesh } from '../../local/grid-mesh.ts';
import { type Service, startService } from '../../local/service.ts';
import { pageOf, served } from './served.ts';

/** A service that wants a key: its own, besides the one that all tests share. */
export function testAccess(): void {
  let service: Service;

  beforeAll(async () => {
    service = await startService(undefined, await closedStage('api-key'));
    await service.addMesh('grid', gridMesh({}));
  }, 120_000);

  afterAll(() => service?.end());

  test('a wrong key is refused with an explanation; the right key shows the mesh and is sent to the service only', async () => {
    const { stack } = service;
    const key = stack.apiKeys[0]!.value;
    const view = await pageOf(service, served.browser);
    const storeHost = new URL(stack.awsUrl).host;
    const storeRequests: Record<string, string>[] = [];
    view.page.on('request', (request) => {
      if (new URL(request.url()).host === storeHost) storeRequests.push(request.headers());
    });
    const enter = async (text: string) => {
      await view.page.waitForSelector('.dialog input');
      await view.page.type('.dialog input', text);
      await view.page.keyboard.press('Enter');
    };
    await view.open('', { sea: false });
    await view.page.waitForSelector('.dialog input');
    // nothing behind it has the focus
    for (let k = 0; k < 4; k++) {
      await view.page.keyboard.press('Tab');
      const focused = await view.page.evaluate(() => document.activeElement!.matches('body, .dialog *'));
      expect(focused).toBe(true);
    }
    await view.page.keyboard.press('Escape');
    await enter('wrong');
    await view.page.waitForFunction(() =>
      document.querySelector('.dialog')?.textContent?.includes('The service refused this key.'),
    );
    await view.page.keyboard.type(key); // the field has the focus again
    await view.page.keyboard.press('Enter');
    await view.seaShown();
    expect(storeRequests).toHaveLength(1);
    expect(storeRequests[0]).not.toHaveProperty('x-api-key');
    expect(await view.page.evaluate(() => sessionStorage.getItem('polynya-api-key'))).toBe(key);
    expect(view.errors).toEqual([]);
    expect(view.foreignRequests).toEqual([]);
    await view.close();
  });
}
