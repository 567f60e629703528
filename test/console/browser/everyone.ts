import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdaFields } from '../../vessel/vehicles.ts';
import { axeFindings, loadAxe } from './axe.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const LONG_NAME = 'Antarctic research and supply vessel number 14, of very long name';
const PLAN = `#?departure=2031-12-24T18:00&start=-60.72,-45.48,Signy&end=-69.5,-30,${'An anchorage of a long name '.repeat(3).trim()}&stops=-61,-42,6,,,,CTD 1&zones=r,,,-61,-46,-61,-40,-63,-40,-63,-46,Whale bank`;
const SIZES = [
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const;

/** Read by everyone: in every light, at every size, on paper. */
export function testEveryone(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    const vehicle = { ...sdaFields, vessel_type: LONG_NAME, ice_class: 'PC5' };
    expect((await served.service.post('/api/vehicle', vehicle)).status).toBe(201);
    view = await served.newPage();
    await view.page.setBypassCSP(true); // for axe, which is not of the page
    await view.open(PLAN);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    await view.clickButton('.chips', 'Depth'); // as many charts as vessels with a risk index have
    await loadAxe(view.page);
  });
  afterAll(async () => {
    await view.close();
    await served.service.delete(`/api/vehicle/${encodeURIComponent(LONG_NAME)}`);
  });

  const planShown = () =>
    view.page.waitForFunction(() => (globalThis.polynya?.state.routes.value.length ?? 0) > 0);

  const showTab = (tab: string) =>
    view.page.evaluate(async (name) => {
      polynya.state.panelOpen.value = true;
      polynya.state.panelTab.value = name as 'route';
      do await new Promise(requestAnimationFrame);
      while (document.querySelector('#panel-content > .loading'));
      for (const section of document.querySelectorAll<HTMLDetailsElement>('.tool-section'))
        section.open = true;
      do await new Promise(requestAnimationFrame);
      while (document.querySelector('#panel-content .loading'));
    }, tab);

  test.each(['day', 'dark', 'night'] as const)('axe finds nothing by %s, in any tab', async (theme) => {
    await view.page.evaluate((name) => {
      polynya.state.themeChoice.value = name;
    }, theme);
    for (const tab of ['route', 'recent', 'vehicles', 'meshes', 'batches', 'watches']) {
      await showTab(tab);
      expect(await axeFindings(view.page), tab).toEqual([]);
    }
  });

  test.each(SIZES)(
    'at %d × %d nothing is wider than its panel, and nothing is cut',
    async (width, height) => {
      await view.page.setViewport({ width, height });
      await view.page.waitForFunction(
        (isNarrow) => (document.querySelector('.page > .drawer') === null) === isNarrow,
        {},
        width < 900,
      );
      for (const tab of ['route', 'recent', 'vehicles', 'meshes', 'batches', 'watches']) {
        await showTab(tab);
        const wide = await view.page.evaluate(async () => {
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          const found: string[] = [];
          for (const box of document.querySelectorAll<HTMLElement>(
            '.panel, .view-controls, .drawer, .alerts, .comparison',
          )) {
            const { left, right } = box.getBoundingClientRect();
            if (left < 0 || right > innerWidth + 0.5) found.push(`${box.className} is outside the screen`);
            for (const each of box.querySelectorAll<HTMLElement>('*')) {
              const edge = each.getBoundingClientRect();
              const isScrolled = each.closest(
                '.waypoints, [role=tablist], .uplot, details, .visually-hidden',
              );
              if (edge.width > 0 && edge.right > right + 0.5 && !isScrolled)
                found.push(`${each.tagName}.${each.className}: ${each.textContent?.slice(0, 40)}`);
            }
          }
          return found;
        });
        expect(wide, tab).toEqual([]);
      }
      // the drawer holds what is in it, and nothing that has the focus scrolls the page away
      const { tooLow, scrolled: away } = await view.page.evaluate(() => {
        const bottomOf = (part: Element) => part.getBoundingClientRect().bottom;
        const low = [...document.querySelectorAll('.page > .drawer > *, .page > .drawer .profile > *')];
        const drawer = document.querySelector('.page > .drawer');
        document.querySelector('.place-slider')?.scrollIntoView({ block: 'start' });
        return {
          tooLow: low
            .filter((part) => bottomOf(part) > bottomOf(drawer!) + 0.5)
            .map((part) => part.className),
          scrolled: document.querySelector('.page')!.scrollTop,
        };
      });
      expect(tooLow).toEqual([]);
      expect(away).toBe(0);
      await showTab('route');
      const cut = await view.page.$eval('.alerts', (card) => card.scrollHeight - card.clientHeight);
      expect(cut, 'pixels of the alerts that are hidden').toBeLessThanOrEqual(0);
      // all of the passage
      await view.clickButton('.drawer [role=tablist]', 'Passage');
      const passage = await view.page.waitForSelector('.waypoints');
      const hidden = await passage!.evaluate((each) => each.scrollWidth - each.clientWidth);
      expect(hidden).toBe(0);
      await view.clickButton('.drawer [role=tablist]', 'Profile');
      const [answer, plan] = await view.page.$$eval('.part > .answer, .part > .ends', (all) =>
        all.map((each) => each.getBoundingClientRect().toJSON()),
      );
      if (width === 768) {
        // side by side, from one height
        expect(plan.left).toBeGreaterThanOrEqual(answer.right);
        expect(Math.abs(plan.top - answer.top)).toBeLessThan(8);
        // and the profile below both
        const over = await view.page.$eval('.part.plan', (part) => part.scrollHeight - part.clientHeight);
        expect(over).toBeLessThanOrEqual(0);
      } else expect(plan.top).toBeGreaterThanOrEqual(answer.bottom);
      const scrolled = await view.page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrolled).toBeLessThanOrEqual(width);
    },
  );

  test('paper has the chart, the vessel, the times, the data and every waypoint, on one or two pages', async () => {
    await view.page.setViewport({ width: 1280, height: 760 });
    await showTab('route');
    await view.page.evaluate(() => {
      globalThis.print = () => document.body.classList.add('would-print');
    });
    await view.clickButton('.downloads', 'Print');
    await view.page.waitForSelector('body.would-print');
    const sheet = await getDocumentProxy(await view.page.pdf({ format: 'A4', printBackground: true }));
    const { totalPages, text } = await extractText(sheet, { mergePages: true });
    expect(totalPages).toBeLessThanOrEqual(2);
    const waypoints = await view.page.evaluate(
      () => polynya.state.chosenRoute.value!.entry.waypoints.sailing.points.length,
    );
    for (const part of [
      'Signy',
      '24 Dec',
      '18:00 UTC',
      'Ice data of 01 Jan 2000',
      'The ice data end on',
      '100 NM',
      'CTD 1',
      'Whale bank, report',
      'Remarks', // the last column
      'waypoints are as few as can be steered', // why their totals are not those above
    ]) {
      expect(text).toContain(part);
    }
    expect(text.match(/\d\d°\d\d\.\d{3}′S \d{3}°\d\d\.\d{3}′W/g)!.length).toBeGreaterThanOrEqual(waypoints);
  });

  test('paper is white to its margins from the night theme too, nothing of its head is cut, no heading is alone, and it is there when it is printed again', async () => {
    const theme = await view.page.evaluate(() => document.documentElement.dataset.theme);
    await view.page.emulateMediaType('print');
    const { scheme, over, head, breaks, spare } = await view.page.evaluate(() => {
      document.documentElement.dataset.theme = 'night';
      dispatchEvent(new Event('beforeprint'));
      const paper = document.querySelector<HTMLElement>('.sheet')!;
      paper.style.width = '186mm'; // of A4 without its margins
      const { left, right } = paper.getBoundingClientRect();
      const parts = [...document.querySelectorAll('.sheet header > *')].map((part) =>
        part.getBoundingClientRect(),
      );
      const heightOf = (within: Node) => {
        const content = document.createRange();
        content.selectNodeContents(within);
        return content.getBoundingClientRect().height;
      };
      return {
        // of each row of the schedule, beside the highest of its cells
        spare: [...document.querySelectorAll<HTMLTableRowElement>('.sheet .calls tbody tr')].map(
          (row) => row.offsetHeight - Math.max(...[...row.cells].map(heightOf)),
        ),
        scheme: getComputedStyle(document.documentElement).colorScheme,
        head: getComputedStyle(document.querySelector('.sheet .calls th')!).backgroundColor,
        breaks: [...document.querySelectorAll('.sheet h2')].map((h2) => getComputedStyle(h2).breakAfter),
        over: parts.filter((part) => part.left < left - 1 || part.right > right + 1).length,
      };
    });
    await view.page.emulateMediaType('screen');
    await view.page.evaluate((before) => {
      dispatchEvent(new Event('afterprint'));
      document.querySelector<HTMLElement>('.sheet')!.style.width = '';
      document.documentElement.dataset.theme = before;
    }, theme);
    expect([scheme, over, head]).toEqual(['light', 0, 'rgb(255, 255, 255)']);
    expect(new Set(breaks)).toEqual(new Set(['avoid']));
    expect(Math.max(...spare)).toBeLessThan(12);
  });

  test('at 1,024 pixels every quantity of the profile is seen', async () => {
    await view.page.setViewport({ width: 1024, height: 768 });
    const cut = await view.page.$$eval(
      '.page > .drawer .chips',
      (rows) =>
        rows.flatMap((row) => {
          const { right } = row.getBoundingClientRect();
          return [...row.querySelectorAll('button')].filter(
            (chip) => chip.getBoundingClientRect().right > right + 1,
          );
        }).length,
    );
    expect(await view.page.$$eval('.page > .drawer .chips button', (chips) => chips.length)).toBeGreaterThan(
      3,
    );
    expect(cut).toBe(0);
  });

  test('fingers have 44 pixels for each control of a tablet', async () => {
    await view.page.setViewport({ width: 768, height: 1024, hasTouch: true }); // which loads the page again
    await planShown();
    await showTab('route');
    const small = await view.page.$$eval(
      '.panel :is(button, summary, select, input:not([type=file])), .view-controls :is(button, select)',
      (all) =>
        all
          .filter((each) => each.checkVisibility() && !each.matches('th button, .note'))
          // a finger takes a box by what is written beside it
          .map((each) => (each.matches('[type=checkbox]') ? each.closest('label')! : each))
          .filter((each) => each.getBoundingClientRect().height < 43.5)
          .map((each) => `${each.tagName}.${each.className} ${each.getBoundingClientRect().height}`),
    );
    expect(small).toEqual([]);
    expect(view.errors).toEqual([]);
  });
}
