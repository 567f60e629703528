import { afterAll, beforeAll, expect, test } from 'vitest';
import { PALETTES } from '../../../lib/console/map/palette.ts';
import { axeInEachLight, loadAxe } from './axe.ts';
import { type ConsolePage, isNear } from './console-page.ts';
import { served } from './served.ts';

const VIEW = { lat: -61, lon: -42, zoom: 4.3, projection: 'south' as const };
const PLAN = '#?start=-60,-50&end=-62,-30';

/** Lines and boxes that are stops, and stops that may be left out. */
export function testWork(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    view = await served.newPage();
    await view.page.setBypassCSP(true); // for axe, which is not of the page
    await view.open(PLAN);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    await view.look(VIEW);
    await view.showDrawer(false);
  });
  afterAll(() => view.close());

  const workOf = (stop: string) =>
    view.page.evaluate(
      (name) => polynya.state.routes.value[0]!.stops!.find((each) => each.name === name)?.work,
      stop,
    );

  test('a line is drawn and sailed at its speed; the schedule and the saved route have its hours', async () => {
    await view.unfold('.add-stops');
    await view.clickButton('.add-stops', 'Draw a line');
    await view.click({ lat: -61, lon: -46 });
    const [x, y] = await view.pixelOf({ lat: -61, lon: -42 });
    await view.page.mouse.click(x, y, { count: 2 });
    await view.sailed('Line');
    const fast = (await workOf('Line'))!;
    await view.writeOfStop('At most, knots', '5');
    await view.page.waitForFunction(
      (hours) => polynya.state.routes.value[0]!.stops![1]!.work!.hours > hours,
      {},
      fast.hours,
    );
    const slow = (await workOf('Line'))!;
    expect(slow.nm).toBeCloseTo(fast.nm, 6);
    // the sample sea has currents of less than half a knot here
    expect(slow.nm / slow.hours).toBeGreaterThan(4.5);
    expect(slow.nm / slow.hours).toBeLessThan(5.5);
    const { route, difference } = await view.saved();
    expect(difference).toBeLessThan(1e-9);
    const { body } = await served.service.get(`/api/route/${route}`);
    expect(body.routes[0].stops[1].work.hours).toBeCloseTo(slow.hours, 9);
    await view.follow(`#route/${route}`);
    await view.page.waitForSelector('.stops > li ::-p-text(line:)');
  });

  test('the click that closes a box may be a double click; the click after it is one on the map', async () => {
    await view.follow(PLAN);
    await view.look(VIEW);
    await view.showDrawer(false);
    await view.closeNotice();
    await view.unfold('.add-stops');
    await view.clickButton('.add-stops', 'Draw a box');
    const corners = [
      [-61, -46],
      [-61, -42],
      [-62.5, -42],
    ] as const;
    for (const [lat, lon] of corners) await view.click({ lat, lon });
    const [x, y] = await view.pixelOf({ lat: -61, lon: -46 });
    await view.page.mouse.click(x, y, { count: 2 });
    await view.sailed('Box');
    expect(await view.page.$('.notice')).toBeNull();
    await view.click({ lat: -62.8, lon: -46 });
    expect(await view.notice()).toContain('Both ends are set.');
    await view.closeNotice();
  });

  test('the name of a short line is not on its hours', async () => {
    await view.follow(`${PLAN}&stops=-61,-46,,,,,A short line,s5,l-61 -46 -61 -42.6`);
    await view.sailed('A short line');
    await view.look({ ...VIEW, lon: -44, zoom: 7 });
    const isClear = await view.page.waitForFunction(() => {
      const { works, markers } = polynya.map;
      if (works.texts.length === 0 || markers.names.length === 0) return null;
      const isOn = (name: (typeof markers.names)[number]) =>
        works.texts.some(
          ({ left, right, top, bottom }) =>
            name.left < right && left < name.right && name.top < bottom && top < name.bottom,
        );
      return { isOn: markers.names.some(isOn) };
    });
    await view.screenshot('short-line');
    expect(await isClear.jsonValue()).toEqual({ isOn: false });
  });

  test('the hours of a line stand clear of the route that sails it', async () => {
    await view.follow(`${PLAN}&stops=-61,-46,,,,,Line,s5,l-61 -46 -61 -42`);
    await view.sailed('Line');
    await view.look({ ...VIEW, lon: -44, zoom: 7 });
    const [x, y] = await view.pixelOf({ lat: -61, lon: -44 });
    const above = Array.from(
      { length: 100 * 20 },
      (_, k) => [x - 50 + (k % 100), y - 1 - Math.floor(k / 100)] as const,
    );
    const written = async () => {
      await view.rendered();
      return (await view.colours(above)).filter((colour) => isNear(colour, PALETTES.day.label, 100)).length;
    };
    const withRoute = await written();
    await view.page.evaluate(() => polynya.map.lines.setVisible(false));
    const alone = await written();
    await view.page.evaluate(() => polynya.map.lines.setVisible(true));
    expect(alone).toBeGreaterThan(30);
    expect(withRoute).toBeGreaterThan(0.95 * alone);
  });

  test('with too few days what is worth least is left out, and comes back on the slider', async () => {
    await view.follow(`${PLAN}&stops=-61,-46,6,,,,A,v2;-66,-40,24,,,,B,v1;-61.5,-38,,,,,C`);
    await view.sailed('A', 'B', 'C');
    const days = await view.page.evaluate(() => polynya.state.routes.value[0]!.timeDays.at(-1)!);
    await view.write('#days-limit', String(days - 0.1));
    await view.sailed('A', 'C');
    await view.page.waitForSelector('.left-out ::-p-text(Left out: B)');
    await view.page.waitForSelector('.stops > li ::-p-text(left out)');
    await view.page.waitForFunction(() => location.hash.includes('speed=hours'));
    await view.page.focus('.days-limit input[type=range]');
    await view.page.keyboard.press('End');
    await view.sailed('A', 'B', 'C');
  });

  test('work that needs daylight waits for the morning, which the schedule says', async () => {
    // about midnight at the stop
    await view.follow(`${PLAN}&departure=2026-11-21T15:00&stops=-61,-46,4,,,,Net`);
    await view.sailed('Net');
    await view.clickButton('.stops', 'Net');
    await view.page.waitForSelector('.stop-editor select[aria-label=Daylight]');
    await view.page.select('.stop-editor select[aria-label=Daylight]', 'sun');
    const waits = await view.page.waitForFunction(() => {
      const { waits_for, wait_hours } = polynya.state.routes.value[0]!.stops![1]!;
      return waits_for === 'daylight' ? wait_hours : null;
    });
    expect(await waits.jsonValue()).toBeGreaterThan(3);
  });

  test('the schedule has the light over each stay, drawn and in words', async () => {
    await view.follow(`${PLAN}&departure=2026-11-21T15:00&stops=-61,-46,24,,,,Mooring`);
    await view.sailed('Mooring');
    await view.showDrawer(true);
    await view.clickButton('.drawer', 'Schedule');
    await view.page.waitForSelector('.calls .light-strip rect.night');
    const strip = await view.page.$eval('.calls tbody tr:nth-child(2) .light', (cell) => ({
      seen: cell.querySelector('span:not(.visually-hidden) [aria-hidden=true]:not(svg)')?.textContent,
      read: cell.querySelector('.visually-hidden')!.textContent,
      bands: [...cell.querySelectorAll('rect')].map((rect) => rect.getAttribute('class')),
      width: [...cell.querySelectorAll('rect')].reduce((sum, rect) => sum + rect.width.baseVal.value, 0),
    }));
    // a day at 61° S in November: the night between its two twilights is short
    expect(strip.bands.join()).toMatch(/(day|twilight),night,twilight/);
    expect(strip.width).toBeCloseTo(100, 3);
    expect(strip.seen?.replaceAll(/\s/g, ' ')).toMatch(/^day 1\d h \d+ min$/);
    expect(strip.read).toMatch(/^(\w+ until 2\d Nov( 2026)? \d\d:\d\d UTC, )+then \w+$/);
    await view.screenshot('light');
    await view.page.setViewport({ width: 390, height: 844 });
    await view.page.waitForSelector('.calls .light-strip rect.night');
    await loadAxe(view.page);
    expect(await axeInEachLight(view.page)).toEqual([]);
    await view.page.$eval('.calls', (each) => each.scrollIntoView({ block: 'start' }));
    await view.screenshot('light-phone');
  });

  test('the widest schedule fits below the map of a laptop, and says when a window opens as all times are said', async () => {
    await view.page.setViewport({ width: 1280, height: 720 });
    await view.follow(
      `${PLAN}&departure=2026-11-29T06:00&fuel=300,20,400&stops=-61,-46,14,,,,A mooring with a name,gsun,p;-61.5,-44,3,2026-12-03T10:00,,,CTD;-62,-42,2,,,,Bunker,r20;-61,-40,,,,,Line,s5,l-61 -40 -61 -38;-62,-36,,,,,Box,s6,w4,a-36 -62 -35.5 -62 -35.5 -62.2 -36 -62.2`,
    );
    await view.sailed('A mooring with a name', 'CTD', 'Bunker', 'Line', 'Box');
    await view.clickButton('.drawer', 'Schedule');
    const calls = await view.page.waitForSelector('.calls:has(tbody)');
    const titles = await calls!.$$eval('thead th', (all) => all.map((each) => each.textContent));
    expect(titles.join()).toBe(
      '#,Stop,Position,NM to it,Time to it,t to it,t left aboard,t taken,"Arrive, UTC",Wait,Stay,Of it paused,Light,Of it sailed,"Leave, UTC"'.replaceAll(
        '"',
        '',
      ),
    );
    expect(await calls!.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    const waits = await calls!.$$eval('.sentence', (all) => all.map((each) => each.textContent).join(''));
    expect(waits).toMatch(/^\d.*: its window opens at 03 Dec (2026 )?10:00 UTC$/);
    await view.screenshot('widest-schedule');
    // where the table has no room, each stop is a card
    for (const width of [1199, 960, 600]) {
      await view.page.setViewport({ width, height: 720 });
      await view.page.evaluate(() => {
        polynya.state.panelOpen.value = true;
      });
      // it is measured again after the change of width
      await view.page.waitForFunction(() => {
        const calls = document.querySelector('.calls[data-cards]');
        return calls && calls.scrollWidth <= calls.clientWidth;
      });
    }
    await view.page.setViewport({ width: 1280, height: 720 });
    await view.page.waitForSelector('.calls:not([data-cards])');
  });

  test('windows and limits of weather are written at a stop, each with its fault at the field; the link and the request have them', async () => {
    await view.page.setViewport({ width: 1280, height: 900 });
    await view.follow(`${PLAN}&departure=2026-11-21T15:00&stops=-61,-46,4,,,,Trawl`);
    await view.sailed('Trawl');
    await view.clickButton('.stops', 'Trawl');
    await view.clickButton('.stop-editor', 'Windows that it is done within');
    const field = (name: string) => `#stop-1-${name}`;
    const problem = (name: string, text: string) =>
      view.page.waitForSelector(`${field(name)}-problem ::-p-text(${text})`);
    await view.write(field('window-1-from'), '22 Nov 2026 10:00');
    await view.write(field('window-1-to'), '22 Nov 2026 09:00');
    await problem('window-1-to', 'It is not later than its from.');
    await view.write(field('window-1-to'), '22 Nov 2026 16:00');
    const begins = () =>
      view.page.evaluate(() => {
        const { waits_for, arrives_days, wait_hours } = polynya.state.routes.value[0]!.stops![1]!;
        const hours = 24 * arrives_days + wait_hours;
        return [waits_for, new Date(Date.parse('2026-11-21T15:00Z') + 3_600_000 * hours).toISOString()];
      });
    await expect.poll(begins).toEqual(['window', '2026-11-22T10:00:00.000Z']);
    await view.clickButton('.stop-editor', 'Another window');
    await view.write(field('window-2-from'), '22 Nov 2026 15:00');
    await view.write(field('window-2-to'), '23 Nov 2026 15:00');
    await problem('window-2-from', 'It overlaps the window before: make them one.');
    await view.write(field('window-2-from'), '23 Nov 2026 09:00');
    await view.write(field('wave'), '-1');
    await problem('wave', 'Write metres from 0 to 30.');
    await view.write(field('wave'), '0');
    await view.page.waitForSelector(`${field('wave')}-problem ::-p-text(stop "Trawl")`);
    await view.screenshot('openings');
    await view.write(field('wave'), ' ');
    await view.write(field('ice'), '90');
    await view.clickButton('.stop-editor', 'Remove window 1');
    await view.page.waitForSelector('.stop-editor ::-p-text(May be laid down)');
    await view.page.$eval('.stop-editor .switch:last-of-type input', (box) => (box as HTMLElement).click());
    await expect.poll(begins).toEqual(['window', '2026-11-23T09:00:00.000Z']);
    await view.page.waitForFunction(() =>
      location.hash.includes('t2026-11-23T09:00 2026-11-23T15:00'.replace(' ', '+')),
    );
    const link = await view.page.evaluate(() => location.hash);
    const { stops } = await view.wouldSave();
    const asked = {
      windows: [{ from: '2026-11-23T09:00:00.000Z', to: '2026-11-23T15:00:00.000Z' }],
      ...{ most_ice_percent: 90, may_pause: true, not_before: null, not_after: null },
    };
    expect(stops).toMatchObject([asked]);
    // the same from the link, on a phone
    await view.openOn({ width: 390, height: 844, hasTouch: true }, link);
    await view.sailed('Trawl');
    expect(await view.page.evaluate(() => polynya.state.voyage.value!.stops)).toMatchObject([asked]);
    await view.page.click('.panel .fold');
    await view.clickButton('.stops', 'Trawl');
    await view.page.waitForSelector(field('window-1-from'));
    await loadAxe(view.page);
    expect(await axeInEachLight(view.page)).toEqual([]);
    const wide = await view.page.$$eval(
      '.stop-editor *',
      (all) => all.filter((each) => each.getBoundingClientRect().right > innerWidth).length,
    );
    expect(wide).toBe(0);
    await view.page.$eval(field('window-1-from'), (each) => each.scrollIntoView({ block: 'center' }));
    await view.screenshot('openings-phone');
    expect(view.errors).toEqual([]);
  });
}
