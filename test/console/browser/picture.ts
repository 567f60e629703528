import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { screenshotFolder } from './browser.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

/** With `npm run pictures` the README's picture is written here; otherwise it is stored with the screenshots. */
const folder = process.env.POLYNYA_PICTURES ?? screenshotFolder;
const MAX_BYTES = 300_000;
const SIZES = [
  [390, 844],
  [1024, 768],
  [1440, 900],
] as const;
const THEMES = ['day', 'dark', 'night'] as const;
const PLAN = '#?start=-60.72,-45.48,Signy&end=-69.5,-30&departure=2026-12-24T18:00';

/** Views by name: what is done to come to each, from a plan that is shown. */
const VIEWS: Readonly<Record<string, (view: ConsolePage) => Promise<void>>> = {
  plan: async () => {},
  passage: (view) =>
    view.page.evaluate(() => {
      polynya.state.panelOpen.value = true;
      requestAnimationFrame(() =>
        [...document.querySelectorAll<HTMLElement>('.drawer [role=tab]')].at(-1)?.click(),
      );
    }),
  vessels: (view) =>
    view.page.evaluate(() => {
      polynya.state.panelOpen.value = true;
      polynya.state.panelTab.value = 'vehicles';
    }),
};

/** The tests make the pictures, so that they show the present page. */
export function testPicture(): void {
  test('the picture shows routes that agree with the service, and is of moderate size', async () => {
    const view = await served.newPage();
    await view.open('#?start=-51.9,-57.5&end=-69.5,-30');
    const { difference } = await view.saved();
    expect(difference).toBeLessThanOrEqual(1e-9);
    await view.rendered();
    const picture = await view.page.screenshot({ type: 'webp', quality: 82 });
    expect(picture.length).toBeLessThan(MAX_BYTES);
    await writeFile(join(folder, 'map.webp'), picture);
    await view.close();
  });

  // for people to look at: only `npm run pictures` makes them
  describe.runIf(process.env.POLYNYA_PICTURES)('pictures of each view', () => {
    test.each(SIZES)('at %d × %d', async (width, height) => {
      await mkdir(screenshotFolder, { recursive: true });
      const view = await served.newPage();
      await view.page.setViewport({ width, height, hasTouch: width < 1100 });
      for (const theme of THEMES) {
        await view.open('');
        await view.page.evaluate((name) => {
          polynya.state.themeChoice.value = name;
        }, theme);
        await view.rendered();
        await view.screenshot(`empty-${width}-${theme}`);
        for (const [name, show] of Object.entries(VIEWS)) {
          await view.open(PLAN);
          await view.page.evaluate((chosen) => {
            polynya.state.themeChoice.value = chosen;
          }, theme);
          await view.page.waitForFunction(() => polynya.state.routes.value.length === 2);
          await show(view);
          await view.rendered();
          await view.screenshot(`${name}-${width}-${theme}`);
        }
      }
      expect(view.errors).toEqual([]);
      await view.close();
    });
  });
}
