import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdaFields } from '../../vessel/vehicles.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const SLOW = 'Slow ship';

/** The same voyage by other vessels. */
export function testCompare(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    const vehicle = { ...sdaFields, vessel_type: SLOW, max_speed: 12 };
    expect((await served.service.post('/api/vehicle', vehicle)).status).toBe(201);
    view = await served.newPage();
    await view.open('#?start=-61,-50&end=-62,-35');
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
  });
  afterAll(async () => {
    await view.close();
    await served.service.delete(`/api/vehicle/${encodeURIComponent(SLOW)}`);
  });

  /** The lines on the map. */
  const drawn = () =>
    view.page.evaluate(() =>
      polynya.map.lines
        .getSource()!
        .getFeatures()
        .map((feature) => feature.get('line') as string),
    );

  test('another vessel is a row of the table, a line on the map and a part of the link; a slower one takes longer', async () => {
    await view.page.focus('.compare summary');
    await view.page.keyboard.press('Enter');
    await view.page.waitForFunction(
      (name) =>
        [...document.querySelectorAll('.compare option')].some(({ textContent }) => textContent === name),
      {},
      SLOW,
    );
    await view.page.select('.compare ::-p-xpath(.//label[span="Vessel"]/select)', SLOW);
    await view.page.focus('.add-variant');
    await view.page.keyboard.press('Enter');
    await view.page.waitForSelector('.comparison tr[data-line=variant1]');
    const days = await view.page.evaluate(() =>
      Object.fromEntries(polynya.state.lines.value.map(({ line, timeDays }) => [line, timeDays.at(-1)!])),
    );
    expect(days.variant1).toBeGreaterThan(1.1 * days.traveltime!);
    expect(await drawn()).toContain('variant1');
    await view.page.waitForFunction(() => location.hash.includes('compared=fastest//Slow'));
    const remarks = await view.page.$eval('.comparison .remarks', (each) => each.textContent!);
    expect(remarks).toContain('are the same route.');
    await view.page.focus('.variants button');
    await view.page.keyboard.press('Enter');
    await view.page.waitForFunction(() => !document.querySelector('[data-line=variant1]'));
    expect(await view.page.evaluate(() => document.activeElement!.textContent)).toContain('Compare');
  });

  test('other ways are rows and lines, little dearer than the best; the link and what is saved ask for them', async () => {
    await view.follow('#?start=-67.8,-68.6&end=-54.25,-36.4&alternatives=1');
    await view.page.waitForSelector('.comparison tr[data-line=traveltime1]');
    const days = await view.page.evaluate(() =>
      Object.fromEntries(polynya.state.lines.value.map(({ line, timeDays }) => [line, timeDays.at(-1)!])),
    );
    expect(days.traveltime1).toBeGreaterThanOrEqual(days.traveltime!);
    expect(days.traveltime1).toBeLessThan(1.1 * days.traveltime!);
    expect(await drawn()).toContain('traveltime1');
    expect((await view.wouldSave()).alternatives).toBe(1);
    await view.unfold('.compare');
    await view.page.select('.compare select', '0');
    await view.page.waitForFunction(() => !document.querySelector('[data-line=traveltime1]'));
    await view.page.waitForFunction(() => !location.hash.includes('alternatives'));
    expect(view.errors).toEqual([]);
  });
}
