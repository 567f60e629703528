import { expect, test } from 'vitest';
import { served } from './served.ts';

/** How the page begins where things are not as usual. */
export function testStarting(): void {
  test('it starts in a browser whose language Intl refuses', async () => {
    const view = await served.newPage();
    await view.page.evaluateOnNewDocument(() => {
      Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' });
    });
    await view.open();
    expect(view.errors).toEqual([]);
    await view.close();
  });

  test('where its code can not be loaded it says so, with a button, and by night not on white', async () => {
    const page = await (await fetch(served.service.stack.apiUrl)).text();
    const [, script] = /rel="modulepreload" href="([^"]+)"/.exec(page)!;
    const view = await served.newPage();
    await view.page.evaluateOnNewDocument(() => localStorage.setItem('theme', 'night'));
    await view.page.setRequestInterception(true);
    view.page.on('request', (request) => {
      if (request.url().endsWith(script!)) request.abort();
      else request.continue();
    });
    await view.page.goto(served.service.stack.apiUrl);
    const sentence = await view.page.waitForSelector('.boot [role=alert]');
    expect(await sentence!.evaluate((element) => element.textContent)).toMatch(
      /^The planner could not start: /,
    );
    expect(await view.page.$('.boot button')).not.toBeNull();
    const paper = await view.page.$eval('body', (body) => getComputedStyle(body).backgroundColor);
    expect(paper).toBe('rgb(14, 8, 5)');
    await view.close();
  });

  test('HEAD is answered for the page', async () => {
    const { status, headers } = await fetch(served.service.stack.apiUrl, { method: 'HEAD' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/html');
  });

  test('once opened it opens without a network, with the last sea, and plans', async () => {
    const view = await served.newPage('kept');
    const hash = '#?start=-61.25,-50&end=-62,-35';
    await view.open();
    await view.page.waitForFunction(async () => {
      const { active } = await navigator.serviceWorker.ready;
      const kept = await (await caches.open('polynya-meshes')).keys();
      return active?.state === 'activated' && kept.length > 0;
    });
    await view.open(); // now its answers are kept
    const worker = await served.browser.waitForTarget((target) => target.type() === 'service_worker');
    const session = await worker.createCDPSession();
    await session.send('Network.enable');
    const conditions = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
    await session.send('Network.emulateNetworkConditions', conditions);
    await view.page.setOfflineMode(true);
    await view.open(hash);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    expect(await view.notice()).toContain('There is no connection to the service.');
    // what is saved now outlives the page, and is sent once
    const answers: number[] = [];
    view.page.on('response', (response) => {
      if (response.request().method() === 'POST') answers.push(response.status());
    });
    await view.clickButton('.status', 'Save');
    await view.page.waitForSelector('.status ::-p-text(stays in this browser)');
    await view.open();
    expect(answers).toEqual([]);
    await view.clickButton('.panel [role=tablist]', 'Saved');
    await view.page.waitForSelector('.waiting li');
    await session.send('Network.emulateNetworkConditions', { ...conditions, offline: false });
    await view.page.setOfflineMode(false);
    await view.page.waitForFunction(() => !document.querySelector('.waiting'));
    await view.page.waitForSelector('.notice ::-p-text(saved without a connection, was sent)');
    await view.open();
    expect(answers).toHaveLength(1);
    const { body } = await served.service.get('/api/recent_routes');
    const ofPlan = body.routes.filter(({ start_lat }: { start_lat: number }) => start_lat === -61.25);
    expect(ofPlan).toHaveLength(1);
    await session.detach();
    await view.close();
  });
}
