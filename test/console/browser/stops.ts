import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsolePage } from './console-page.ts';
import { downloadsOf } from './downloads.ts';
import { served } from './served.ts';

const VIEW = { lat: -63, lon: -42, zoom: 4.3, projection: 'south' as const };
const PLAN = '#?start=-60,-50&end=-62,-30&departure=2026-12-24T18:00';

/** In the way of the open cruise planner: a recovery and a deployment at one place, in the order that sails furthest. */
const CRUISE = `
default_vessel_speed: 10
ports:
  - { name: a, display_name: Port A, latitude: -60, longitude: -50 }
  - { name: b, display_name: Port B, latitude: -62, longitude: -30 }
points:
  - { name: East, latitude: -62.5, longitude: -34, action: profile, duration: 90 }
  - { name: West, latitude: -61.5, longitude: -46, action: profile }
legs:
  - { name: Leg 1, departure_port: a, arrival_port: b, activities: [East, West, Nowhere] }
`;

/** Where a voyage calls: pulled out of the route, from lists and files; their order; what the service makes of them. */
export function testStops(): void {
  let view: ConsolePage;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stops-'));
    view = await served.newPage();
    await view.open(PLAN);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    await view.look(VIEW);
    await view.showDrawer(false);
  });
  afterAll(async () => {
    await view.close();
    await rm(folder, { recursive: true });
  });

  const listed = () => view.page.$$eval('.stops > li', (all) => all.map(({ id }) => id.replace('stop ', '')));
  const legs = () =>
    view.page.evaluate(() => polynya.state.routes.value[0]!.legs!.map(({ metres }) => metres));

  test('the route is pulled to a stop, which is one step; moving it changes the two legs beside it', async () => {
    const [x, y] = await view.middleOfRoute();
    await view.page.mouse.move(x, y);
    await view.page.mouse.down();
    await view.page.mouse.move(x + 15, y + 30, { steps: 4 });
    await view.sailed('Stop 1'); // while the hand still holds it
    await view.page.mouse.up();
    await view.page.click('button[aria-label=Undo]');
    expect(await listed()).toEqual([]);
    await view.page.click('button[aria-label=Redo]');
    expect(await listed()).toEqual(['Stop 1']);
    await view.page.focus('#map');
    await view.page.keyboard.press('c'); // a stop at the middle of the map, by keyboard
    await view.sailed('Stop 2', 'Stop 1');
    const before = await legs();
    const stop = await view.page.evaluate(() => polynya.state.routes.value[0]!.stops![2]!);
    const [sx, sy] = await view.pixelOf(stop);
    await view.page.mouse.move(sx, sy);
    await view.page.mouse.down();
    await view.page.mouse.move(sx + 25, sy - 5, { steps: 3 });
    await view.page.mouse.up();
    await view.page.waitForFunction(
      (metres) => polynya.state.routes.value[0]!.legs![1]!.metres !== metres,
      {},
      before[1]!,
    );
    const after = await legs();
    expect(after[0]).toBe(before[0]);
    expect(after[2]).not.toBe(before[2]);
  });

  test('a list is pasted; the best order says what it saves, and is kept by undo, link and reload', async () => {
    await view.unfold('.add-stops');
    await view.page.waitForSelector('.add-stops textarea');
    await view.page.type('.add-stops textarea', 'CTD 5  61°00.0′S 046°00.0′W\nsomewhere');
    await view.page.waitForSelector('.add-stops .field-problem ::-p-text(Line 2 is no position: somewhere)');
    await view.clickButton('.add-stops', 'Add 1 stop');
    await view.sailed('Stop 2', 'Stop 1', 'CTD 5');
    await view.clickButton('.stop-order', 'Best order');
    await view.sailed('CTD 5', 'Stop 2', 'Stop 1');
    expect(await listed()).toEqual(['CTD 5', 'Stop 2', 'Stop 1']);
    expect(await view.page.$eval('.saving', (each) => each.textContent)).toMatch(
      /Saves .*\sh\s\d+\smin and [\d.]+\st against the order listed\./,
    );
    await view.page.waitForFunction(() => location.hash.includes('order=best'));
    await view.page.reload();
    await view.sailed('CTD 5', 'Stop 2', 'Stop 1');
    await view.clickButton('.stop-order', 'Keep this order');
    await view.page.focus('[aria-label^="Move Stop 1"]');
    await view.page.keyboard.press('ArrowUp');
    await view.sailed('CTD 5', 'Stop 1', 'Stop 2');
    const handle = (await view.page.$('[aria-label^="Move CTD 5"]'))!;
    await dragTo(handle, (await view.page.$$('.stops > li'))[1]!);
    await view.sailed('Stop 1', 'CTD 5', 'Stop 2');
  });

  async function dragTo(handle: ElementHandle, row: ElementHandle): Promise<void> {
    const [from, to] = [await handle.clickablePoint(), (await row.boundingBox())!];
    await view.page.mouse.move(from.x, from.y);
    await view.page.mouse.down();
    await view.page.mouse.move(from.x, to.y + to.height - 2, { steps: 4 });
    await view.page.mouse.up();
  }

  test('a stop has a name, a stay and a window; one that is missed is an alert with a pin at the stop', async () => {
    await view.clickButton('.stops', 'CTD 5');
    await view.writeOfStop('Name', 'Stop 2');
    await view.page.waitForSelector('.stop-editor [role=alert]');
    await view.writeOfStop('Name', 'Mooring');
    await view.page.keyboard.press('Tab'); // the focus is where it was, whatever the stop is called
    expect(await view.page.evaluate(() => document.activeElement!.id)).toBe('stop-2-position');
    await view.writeOfStop('Stay, hours', '6,5');
    await view.sailed('Stop 1', 'Mooring', 'Stop 2');
    await view.writeOfStop('Not after', '24 Dec 2026 20:00');
    const text = await view.alert('Mooring is reached on');
    expect(text).toMatch(/after its window ends/);
    await view.rendered();
    expect(await view.alertPins()).toContain('window Mooring');
    await view.writeOfStop('Not after', '29 Dec 2026 20:00');
    await view.page.waitForFunction(
      () => !document.querySelector('.alerts')?.textContent?.includes('Mooring'),
    );
  });

  test('a position that is typed stays where it is seen while the answer goes, and comes back with undo', async () => {
    const position = (await view.page.$('#stop-2-position'))!;
    await position.evaluate((each) => each.scrollIntoView({ block: 'start' }));
    const isSeen = () =>
      position.evaluate((each) => {
        const [{ top, bottom }, seen] = [each, each.closest('.panel-content')!].map((one) =>
          one.getBoundingClientRect(),
        ) as [DOMRect, DOMRect];
        return each.isConnected && top > seen.top - 1 && bottom < seen.bottom + 1;
      });
    const text = await position.evaluate((each) => (each as HTMLInputElement).value);
    await view.write('#stop-2-position', '-89, -64');
    await view.page.waitForFunction(() => polynya.state.previewProblem.value);
    await view.page.waitForFunction(() => !document.querySelector('.answer'));
    expect(await isSeen()).toBe(true);
    await view.page.click('.tools [aria-label=Undo]');
    await view.page.waitForSelector('.answer');
    expect(await position.evaluate((each) => (each as HTMLInputElement).value)).toBe(text);
    expect(await isSeen()).toBe(true);
  });

  test('the saved route shows the same stops as the preview', async () => {
    await view.showDrawer(true);
    await view.clickButton('.drawer', 'Schedule');
    await view.page.waitForSelector('.calls table');
    const table = () => view.page.$eval('.calls table', (each) => (each as HTMLElement).innerText);
    const before = await table();
    expect(before).toMatch(/6\sh\s30\smin/);
    const { route, difference } = await view.saved();
    expect(difference).toBeLessThan(1e-9);
    expect(await table()).toBe(before);
    const { body } = await served.service.get(`/api/route/${route}`);
    expect(body.routes[0].stops.map(({ name }: { name: string }) => name)).toEqual([
      'Start',
      'Stop 1',
      'Mooring',
      'Stop 2',
      'End',
    ]);
    await view.page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        Object.assign(globalThis, { copied: text });
      };
    });
    await view.clickButton('.schedule-tools', 'Copy the table');
    expect(await view.notice()).toBe('The schedule is in the clipboard, as a table for a spreadsheet.');
    const copied = await view.page.evaluate(() => (globalThis as unknown as { copied: string }).copied);
    const downloads = await downloadsOf(view);
    const objective = await view.page.evaluate(() => polynya.state.chosenRoute.value!.entry.type);
    await view.clickButton('.schedule-tools', 'CSV');
    // the same as the service writes
    const answer = await fetch(
      `${served.service.stack.apiUrl}/api/route/${route}?format=csv&part=schedule&objective=${objective}`,
    );
    const file = await answer.text();
    expect(await downloads.next()).toBe(file);
    expect(copied.split('\n')).toEqual(file.trim().replaceAll('"', '').replaceAll(',', '\t').split('\r\n'));
    await view.clickButton('.schedule-tools', 'Calendar (ics)');
    expect((await downloads.next()).match(/^SUMMARY:.*/gm)!.map((line) => line.trim())).toEqual(
      ['Start', 'Stop 1', 'Mooring', 'Stop 2', 'End'].map((name) => `SUMMARY:${name}`),
    );
    await downloads.end();
    await view.follow(`#route/${route}`);
    await view.page.waitForFunction(() => document.querySelectorAll('.stops > li').length === 3);
  });

  test('a cruise plan becomes the plan, and says what it leaves out', async () => {
    const file = join(folder, 'cruise.yaml');
    await writeFile(file, CRUISE);
    await view.closeNotice();
    await view.follow(PLAN);
    await view.page.$eval('.add-stops', (section) => {
      (section as HTMLDetailsElement).open = true;
    });
    const input = await view.page.waitForSelector('.add-stops input[type=file]');
    await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
    expect(await view.notice()).toContain('Left out, because they name no place: Nowhere.');
    await view.sailed('East', 'West');
    expect(await view.page.evaluate(() => polynya.state.start.value?.name)).toBe('Port A');
    await writeFile(file, 'legs: 5');
    await view.closeNotice();
    await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
    expect(await view.notice()).toContain("cruise.yaml can't be used: not a cruise plan");
    expect(view.errors).toEqual([]);
  });
}
