import { afterAll, beforeAll, expect, test } from 'vitest';
import { gridMesh } from '../../local/grid-mesh.ts';
import { axeInEachLight, loadAxe } from './axe.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const ends = { start_lat: -62.5, start_lon: -58.5, end_lat: -61.5, end_lon: -52.5 };

/**
 * Runs in the page before its scripts: it asks for the list ten times as often. How often it does by itself, is in
 * test/console/batches.test.ts.
 */
function hasten(): void {
  const wait = setTimeout;
  globalThis.setTimeout = ((then: () => void, ms = 0) =>
    wait(then, ms > 1000 ? ms / 10 : ms)) as typeof setTimeout;
}

/** Many routes at once: how far they are, their files, and how sure a voyage is. */
export function testBatches(): void {
  let view: ConsolePage;
  /** Open; with ice on the straight way; closed from north to south. */
  let meshes: number[];
  let studyId: string;

  beforeAll(async () => {
    const isIce = (lon: number) => Math.floor(lon) === -56;
    const seas = [
      () => true,
      (lat: number, lon: number) => !isIce(lon) || lat < -63,
      (_: number, lon: number) => !isIce(lon),
    ];
    meshes = [];
    for (const [i, isOpen] of seas.entries()) {
      const mesh = gridMesh({ isOpen, speedKmh: 22 });
      meshes.push(await served.service.addMesh(`spread-${i}`, mesh, `20240603T00000${i}`));
    }
    view = await served.newPage();
    await view.page.setBypassCSP(true); // for axe, which is not of the page
    await view.page.evaluateOnNewDocument(hasten);
    await view.open();
    await view.clickButton('.panel [role=tablist]', 'Batches');
  });
  afterAll(async () => {
    await served.service.invokeImport({ remove: meshes });
    await view.close();
  });

  const make = async (body: object): Promise<string> => {
    const { status, body: made } = await served.service.post('/api/batch', body);
    expect([status, made.error]).toEqual([201, undefined]);
    return made.id;
  };
  const itemOf = (id: string, status: string) => `.batches li[data-batch="${id}"][data-status=${status}]`;
  const showSpread = async (item: string) => {
    await view.clickButton(item, 'Results');
    await view.clickButton(item, 'Spread on the map');
    await view.page.waitForSelector('.spread .percentiles');
  };
  const textOf = (selector: string) => view.page.$eval(selector, (each) => each.textContent ?? '');

  test('one is followed until it is over; its files and the line that failed are there', async () => {
    const requests = [
      { ...ends, mesh_id: meshes[0], key: 'out' },
      { ...ends, start_lat: 'x', key: 'typo' },
    ];
    const id = await make({ name: 'Season', requests, start: false });
    await view.page.waitForSelector(itemOf(id, 'PENDING'));
    expect((await served.service.post(`/api/batch/${id}/start`, {})).status).toBe(202);
    const item = itemOf(id, 'SUCCESS');
    await view.page.waitForSelector(item);
    expect(await textOf(item)).toMatch(/1 done, 1 failed of 2 lines · [\d.]+ a second/);
    const widths = await view.page.$$eval(`${item} .batch-bar span`, (all) =>
      all.map((each) => (each as HTMLElement).style.width),
    );
    expect(widths).toEqual(['50%', '0%', '50%']);
    await view.clickButton(item, 'Results');
    await view.page.waitForSelector(`${item} .files a`);
    const links = await view.page.$$eval(`${item} .files a`, (all) =>
      all.map((each) => [each.textContent, (each as HTMLAnchorElement).href] as const),
    );
    expect(links.map(([text]) => text)).toEqual(['Summary', 'Part 1', 'Part 2']);
    for (const [, url] of links) expect((await fetch(url)).status).toBe(200);
    await view.clickButton(item, 'The line that failed');
    await view.page.waitForSelector(`${item} .faults`);
    const faults = await textOf(`${item} .faults`);
    expect(faults).toMatch(/Line 2, typo.*start_lat/);
    expect(faults).not.toMatch(/start_lat.*start_lat/);
  });

  test('one is stopped once that is confirmed', async () => {
    const id = await make({ name: 'Not wanted', requests: [ends], start: false });
    const item = itemOf(id, 'PENDING');
    await view.page.waitForSelector(item);
    const answers = [false, true];
    const asked: string[] = [];
    view.page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      if (answers.shift()) dialog.accept();
      else dialog.dismiss();
    });
    await view.clickButton(item, 'Stop the batch Not wanted');
    await view.page.waitForSelector(item);
    await view.clickButton(item, 'Stop the batch Not wanted');
    await view.page.waitForSelector(itemOf(id, 'REVOKED'));
    expect(asked).toEqual(Array(2).fill('Stop the batch Not wanted? What is done stays.'));
  });

  test('a study is drawn: all routes, that of least regret, what closes them; its percentiles have units', async () => {
    studyId = await make({ name: 'Three winters', study: { request: ends, over: { meshes } } });
    const item = itemOf(studyId, 'SUCCESS');
    await showSpread(item);
    const drawn = () =>
      view.page.evaluate(() => {
        const features = polynya.map.spread.getSource()!.getFeatures();
        return features.map((feature) => feature.get('spread') as string).sort();
      });
    expect(await drawn()).toEqual(['chosen', 'closed', 'closed', 'member', 'member']);
    const closed = await view.page.evaluate(() => {
      const features = polynya.map.spread.getSource()!.getFeatures();
      return features.find((feature) => feature.get('share'))!.get('share') as number;
    });
    expect(closed).toBeCloseTo(1 / 3);
    const spread = await textOf('.spread');
    expect(spread.replaceAll('\u00a0', ' ')).toMatch(/P10.* h .* min.*P50.*P90.* h .* min/);
    expect(spread).toContain('No way on 33 % of the ice data.');
    expect(spread).toMatch(/spread-0[^%]*min.*closed on 1/);
    expect(spread).toMatch(/spread-1\S* · least regret.*≤ [1-9]\d*\.\d % more/);
    expect(await textOf('.spread-key')).toContain('Three winters');
    // it is seen as it is drawn
    const start = { lat: ends.start_lat, lon: ends.start_lon };
    expect(await view.page.evaluate((at) => polynya.map.sees([at]), start)).toBe(true);
    await view.screenshot('batches');
    await view.clickButton(item, 'Spread on the map');
    await view.page.waitForFunction(() => polynya.map.spread.getSource()!.getFeatures().length === 0);
    expect(view.errors).toEqual([]);
    expect(view.foreignRequests).toEqual([]);
  });

  test('axe finds nothing in a spread in any light', async () => {
    await view.clickButton(itemOf(studyId, 'SUCCESS'), 'Spread on the map');
    await view.page.waitForSelector('.spread .percentiles');
    await loadAxe(view.page);
    expect(await axeInEachLight(view.page, (light) => view.screenshot(`batches-${light}`))).toEqual([]);
  });
}
