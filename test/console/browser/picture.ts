import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sdaFields } from '../../vessel/vehicles.ts';
import { screenshotFolder } from './browser.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

/** With `npm run pictures` the README's picture is written here; otherwise it is stored with the screenshots. */
const folder = process.env.POLYNYA_PICTURES ?? screenshotFolder;
const MAX_BYTES = 300_000;
/** Thirty pictures each. */
const MANY_MS = 600_000;
const SIZES = [
  [390, 844, 'all'],
  [768, 1024, 'main'],
  [1024, 768, 'all'],
  [1100, 800, 'main'],
  [1440, 900, 'all'],
] as const;
const THEMES = ['day', 'dark', 'night'] as const;
const PLAN = '#?start=-60.72,-45.48,Signy&end=-69.5,-30&departure=2026-12-24T18:00';

const SHIP = 'Ship of the pictures';
const OF_SHIP = `&vehicle=${SHIP}`;

interface View {
  /** Whether it is looked at in sizes between the usual ones too. */
  readonly isMain?: true;
  /** What the link has besides the plan. */
  readonly link?: string;
  /** What is done to come to it from there. */
  show(view: ConsolePage): Promise<unknown>;
}

/** One tap to a part of the panel, and what is waited for there. */
const section = (name: string, shown: string) => async (view: ConsolePage) => {
  await view.clickButton('.section-bar', name);
  await view.page.waitForSelector(shown);
};

const tab = (name: string) => async (view: ConsolePage) => {
  await view.clickButton('.panel [role=tablist]', name);
  await view.page.waitForSelector('#panel-content:not(:has(> .loading))');
};

const VIEWS: Readonly<Record<string, View>> = {
  plan: { isMain: true, show: async () => {} },
  stops: {
    link: '&stops=-62,-42,6,,,,CTD 1;-64,-38,,,,,CTD 2',
    show: section('Stops', '.add-stops textarea'),
  },
  zones: {
    isMain: true,
    link: '&zones=c,,,-63,-42,-63,-38,-65,-38,-65,-42,Krill reserve',
    show: section('Zones', '.zone-effects'),
  },
  speed: { link: OF_SHIP, show: section('Speed', '.speed [role=slider]') },
  reach: { link: '&reach=hours,12,24', show: section('Reach', '.reach .areas li') },
  compare: {
    link: `&compared=least//${SHIP}`,
    show: section('Compare', '.comparison tr[data-line=variant1]'),
  },
  passage: {
    isMain: true,
    show: async (view) => {
      await view.clickButton('.drawer [role=tablist]', 'Passage');
      const passage = await view.page.waitForSelector('.waypoints');
      // on a phone it is at the end of the sheet
      await passage!.evaluate((each) => each.parentElement!.scrollIntoView());
    },
  },
  vessels: { show: tab('Vessels') },
  saved: {
    show: async (view) => {
      await tab('Saved')(view);
      await view.page.waitForSelector('.recent:not(.drafts, .waiting) li');
    },
  },
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
    beforeAll(async () => {
      const vehicle = { ...sdaFields, vessel_type: SHIP, ice_class: 'PC5', fuel_type: 'MGO' };
      expect((await served.service.post('/api/vehicle', vehicle)).status).toBe(201);
    });

    test.each(SIZES)(
      'at %d × %d: %s views',
      async (width, height, which) => {
        const views = Object.entries(VIEWS).filter(([, { isMain }]) => which === 'all' || isMain);
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
          for (const [name, { link = '', show }] of views) {
            await view.open(PLAN + link);
            await view.page.evaluate((chosen) => {
              polynya.state.themeChoice.value = chosen;
            }, theme);
            await view.page.waitForFunction(() => polynya.state.routes.value.length === 2);
            if (name !== 'plan') {
              await view.page.evaluate(() => {
                polynya.state.panelOpen.value = true;
              });
            }
            await show(view);
            await view.rendered();
            await view.screenshot(`${name}-${width}-${theme}`);
          }
        }
        expect(view.errors).toEqual([]);
        await view.close();
      },
      MANY_MS,
    );
  });
}
