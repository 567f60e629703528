import type { ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const ENDS = [
  { lat: -58, lon: -50 },
  { lat: -57, lon: -25 },
];

const SCREENS = {
  'a phone': [{ width: 390, height: 844 }],
  tablets: [
    { width: 1024, height: 768 },
    { width: 820, height: 1180 },
  ],
};

/** Other screens than a laptop's. */
export function testScreens(on: keyof typeof SCREENS): void {
  let view: ConsolePage;

  beforeAll(async () => {
    view = await served.newPage();
  });
  afterAll(() => view.close());

  /** What is seen of some parts of the page: their edges, pixels. */
  const boxes = (...selectors: string[]) =>
    view.page.evaluate(
      (all) =>
        all.map((selector) => {
          const { left, top, right, bottom } = document.querySelector(selector)!.getBoundingClientRect();
          return { left, top, right, bottom };
        }),
      selectors,
    );

  test.each(SCREENS[on])('two taps are a route: $width × $height, by finger', async ({ width, height }) => {
    await view.openOn({ width, height, hasTouch: true });
    for (const point of ENDS) await view.page.touchscreen.tap(...(await view.pixelOf(point)));
    await view.page.waitForFunction(() => polynya.state.start.value && polynya.state.end.value);
    await view.page.waitForFunction(() => polynya.state.routes.value.length === 2);
    await view.clickButton('.tools', 'Fit to the route');
    const isFree = async () => {
      for (const point of ENDS) {
        const [x, y] = await view.pixelOf(point);
        const seen = await view.page.evaluate(
          ([left, top]) => document.elementFromPoint(left!, top!)?.closest('#map') !== null,
          [x, y],
        );
        expect(seen, `${width}: ${point.lat} ${point.lon}`).toBe(true);
        // the legend lets fingers through
        const [legend] = await boxes('.legend');
        const isBelow = x > legend!.left && x < legend!.right && y > legend!.top && y < legend!.bottom;
        expect(isBelow).toBe(false);
      }
    };
    await isFree();
    // what the sheet says while it is folded opens it
    if (width < 900) await view.page.tap('.panel .summary');
    await view.page.waitForSelector('.panel:not(.folded)');
    // the answer, not the part whose name came to lie below the finger
    await view.page.waitForSelector('.answer');
    expect(await view.page.$eval('#panel-content', ({ scrollTop }) => scrollTop)).toBe(0);
    await isFree();
    await view.page.waitForSelector('.drawer:not(.folded)');
    const [panel, drawer, map] = await boxes('.panel', '.drawer', '#map');
    for (const { left, right } of [panel!, drawer!]) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    }
    expect(panel!.bottom).toBeLessThanOrEqual(height);
    expect(map).toEqual({ left: 0, top: 0, right: width, bottom: height });
    // the drawer is beside the panel, or in the sheet
    if (width >= 900) expect(panel!.right).toBeLessThanOrEqual(drawer!.left);
    expect(await view.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  const scrollTo = (part: ElementHandle<Node>, block: 'start' | 'center') =>
    part.evaluate(async (element, where) => {
      (element as Element).scrollIntoView({ block: where, inline: 'center' });
      // where it is once the page has been laid out
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }, block);

  /** A finger on a button of the sheet, wherever it has been scrolled. */
  const tap = async (selector: string, text = '') => {
    const button = await view.page.waitForSelector(
      `${selector}${text && ` ::-p-xpath(.//button[contains(., "${text}")])`}`,
    );
    await scrollTo(button!, 'center');
    await button!.tap();
  };

  /** Up or down, from the middle of a part of its head. */
  const pullSheet = async (part: string, by: number) => {
    const handle = await view.page.waitForSelector(part);
    const { x, y, width, height } = (await handle!.boundingBox())!;
    const [middle, from] = [x + width / 2, y + height / 2];
    await view.page.touchscreen.touchStart(middle, from);
    for (let k = 1; k <= 3; k++) await view.page.touchscreen.touchMove(middle, from + (k / 3) * by);
    await view.page.touchscreen.touchEnd();
  };

  /** Across a chart and at once, as to a browser a fling ends, on the tab above it. */
  const tapAfterQuickDrag = async () => {
    const tab = await view.page.waitForSelector('.drawer .tabs ::-p-text(Passage)');
    await scrollTo(tab!, 'start');
    const { x, y, width, height } = (await (await view.page.$('.drawer .u-over'))!.boundingBox())!;
    const box = (await tab!.boundingBox())!;
    await view.page.evaluate(() => {
      const note = ({ defaultPrevented }: Event) =>
        document.body.classList.add(defaultPrevented ? 'kept' : 'flung');
      document.addEventListener('touchmove', note);
    });
    await view.page.touchscreen.touchStart(x + 0.2 * width, y + height / 2);
    for (let k = 1; k <= 8; k++)
      await view.page.touchscreen.touchMove(x + (0.2 + 0.05 * k) * width, y + height / 2);
    await view.page.touchscreen.touchEnd();
    // the page keeps every move from the browser, whatever that would make of them
    await view.page.waitForSelector('body.kept:not(.flung)');
    await view.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };

  test.runIf(on === 'a phone')(
    'a finger picks a ship, compares a vessel, moves the place in the profile',
    async () => {
      await tap('.section-bar', 'Reach');
      await view.page.waitForSelector('.section-bar [aria-current] ::-p-text(Reach)');
      await view.page.$eval('#panel-content', (content) => {
        content.dispatchEvent(new WheelEvent('wheel')); // as a hand does
        content.scrollTo(0, 0);
      });
      await view.page.waitForSelector('.section-bar:not(:has([aria-current]))');
      await tap('.reach', 'Pick');
      await view.page.waitForSelector('.panel.folded');
      await view.page.touchscreen.tap(...(await view.pixelOf({ lat: -58, lon: -40 })));
      await view.page.waitForFunction(() => location.hash.includes('reach='));
      await pullSheet('.panel > header', -60);
      await view.page.waitForSelector('.ships li');
      await view.page.waitForSelector('.reach .areas li');
      await tap('.section-bar', 'Compare');
      await tap('.add-variant');
      await view.page.waitForSelector('.comparison tr[data-line=variant1]');
      await tap('.variants', 'Remove');
      await tap('.section-bar', 'Profile');
      const chart = await view.page.waitForSelector('.drawer .u-over');
      await chart!.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const { x, y, width, height } = (await chart!.boundingBox())!;
      await view.page.touchscreen.touchStart(x + 0.2 * width, y + height / 2);
      const metres = () => view.page.evaluate(() => polynya.state.pointed.value?.metres ?? 0);
      await view.page.waitForFunction(() => polynya.state.pointed.value);
      const before = await metres();
      await view.page.touchscreen.touchMove(x + 0.4 * width, y + height / 2);
      await view.page.touchscreen.touchMove(x + 0.6 * width, y + height / 2);
      await view.page.touchscreen.touchEnd();
      await view.page.waitForFunction((least) => polynya.state.pointed.value!.metres > least, {}, 2 * before);
      await tapAfterQuickDrag();
      await view.page.waitForSelector('.drawer .waypoints');
      await tap('.waypoints input[aria-label="Name of waypoint 2"]');
      await view.page.keyboard.type('Gate');
      await view.page.keyboard.press('Enter');
      await view.page.waitForFunction(() => location.hash.includes('Gate'));
      // a finger has no pointer: the values are those of the place that it taps
      await pullSheet('.panel > .tabs', 60);
      await view.page.waitForSelector('.panel.folded');
      await view.page.touchscreen.tap(...(await view.pixelOf({ lat: -59, lon: -40 })));
      const values = await view.page.waitForSelector('.readout dl');
      expect(await values!.evaluate((each) => each.parentElement!.textContent)).toMatch(
        /^(59°0|58°5)\d\.\d{3}′S .*Speed[\d.]+ kn/,
      );
      expect(view.errors).toEqual([]);
    },
  );
}
