import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

/** All that the page loads at first, and for a plan: its files, its first answers, the mesh, the engine. */
const FIRST_VIEW_BYTES = 600_000;
const VIEW = { lat: -66, lon: -42, zoom: 4.1, projection: 'south' as const };

/** The sea: what the first view costs, its fields and their values. */
export function testSea(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    view = await served.newPage('first');
  });
  afterAll(() => view.close());

  test('the first view shows the mesh, transfers little, and asks no other host', async () => {
    let bytes = 0;
    let meshBytes = 0;
    const session = await view.page.createCDPSession();
    await session.send('Network.enable');
    const isMesh = new Set<string>();
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.url.startsWith(served.service.stack.awsUrl)) isMesh.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (isMesh.has(requestId)) meshBytes += encodedDataLength;
      else bytes += encodedDataLength;
    });
    await view.open();
    const milliseconds = await view.page.evaluate(() => performance.now());
    console.log(
      `first view: ${Math.round(bytes / 1000)} kB, mesh ${Math.round(meshBytes / 1000)} kB, ` +
        `sea on the screen after ${Math.round(milliseconds)} ms`,
    );
    expect(meshBytes).toBeGreaterThan(0);
    // the fine coast of the south is the last of it; what the engine is made of comes with the first end
    await view.page.waitForNetworkIdle();
    expect(view.page.workers()).toEqual([]);
    expect(bytes + meshBytes).toBeLessThan(FIRST_VIEW_BYTES);
    expect(await view.page.title()).toBe('Polynya');
    // a plan needs the engine and no more
    let engineBytes = 0;
    view.page.once('workercreated', ({ client }) => {
      client.on('Network.loadingFinished', ({ encodedDataLength }) => {
        engineBytes += encodedDataLength;
      });
      client.send('Network.enable');
    });
    await view.page.evaluate(() => {
      polynya.state.start.value = { lat: -58, lon: -50 };
      polynya.state.end.value = { lat: -57, lon: -25 };
    });
    await view.page.waitForFunction(() => polynya.state.routes.value.length === 2);
    await view.page.waitForNetworkIdle();
    console.log(`engine: ${Math.round(engineBytes / 1000)} kB`);
    expect(engineBytes).toBeGreaterThan(10_000);
    expect(engineBytes).toBeLessThan(61_000); // no schema among it
    expect(bytes + meshBytes + engineBytes).toBeLessThan(FIRST_VIEW_BYTES);
    await session.detach();
    await view.open();
  });

  test('the sea shows its values under the pointer, with position in degrees and decimal minutes', async () => {
    const [x, y] = await view.pixelOf({ lat: -62.5, lon: -40 });
    await view.page.mouse.move(x, y);
    const text = await view.page.$eval('.readout', (element) => element.textContent ?? '');
    expect(text).toMatch(/62°\d\d\.\d{3}′S/);
    expect(text).toMatch(/Speed[\d.]+ kn/);
    expect(text).toMatch(/Ice concentration\d+ %/);
  });

  test('every field of the sea has its own picture, legend and unit', async () => {
    await view.look(VIEW);
    const ids = await view.page.evaluate(() => polynya.state.fields.value.map(({ id }) => id));
    expect(ids).toEqual(expect.arrayContaining(['ice', 'thickness', 'depth', 'speed', 'consumption']));
    const legends = new Set<string>();
    for (const id of ids) {
      await view.page.select('.view-controls select', id);
      await view.rendered();
      legends.add(await view.page.$eval('.legend', (element) => element.textContent ?? ''));
    }
    expect(legends.size).toBe(ids.length);
    await view.page.select('.view-controls select', 'ice');
  });

  test('no request went to another host, and there was no error in the log', () => {
    expect(view.foreignRequests).toEqual([]);
    expect(view.errors).toEqual([]);
  });
}
