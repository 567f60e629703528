import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdaFields } from '../../vessel/vehicles.ts';
import { axeInEachLight, loadAxe } from './axe.ts';
import type { ConsolePage } from './console-page.ts';
import { downloadsOf } from './downloads.ts';
import { served } from './served.ts';

const PLAN = '#?start=-60,-50&end=-64,-15&departure=2026-12-24T18:00';
const SHIP = 'Ship of many speeds';

/** How fast the voyage is sailed: what it saves on the curve of fuel against time. */
export function testSpeed(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    const vehicle = { ...sdaFields, vessel_type: SHIP, fuel_type: 'MGO' };
    expect((await served.service.post('/api/vehicle', vehicle)).status).toBe(201);
    view = await served.newPage();
    // a link may come without a vessel, whose speed it chooses: the sea and the routes are shown, and why no other speed is
    await view.open(`${PLAN}&speed=hours%2099`);
    await view.alert('because no vessel is chosen');
    await view.follow(PLAN);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
  });
  afterAll(async () => {
    await view.close();
    await served.service.delete(`/api/vehicle/${encodeURIComponent(SHIP)}`);
  });

  /** Hours and tonnes of the voyage in the time given, once it takes longer than some. */
  const within = async (hours: number) => {
    await view.page.waitForFunction(
      (least) => {
        const route = polynya.state.routes.value.find(({ line }) => line === 'within');
        return route && 24 * route.timeDays.at(-1)! > least;
      },
      {},
      hours,
    );
    return view.page.evaluate(() => {
      const of = (wanted: string) => polynya.state.routes.value.find(({ line }) => line === wanted)!;
      const [fastest, chosen] = [of('traveltime'), of('within')];
      return {
        hours: 24 * chosen.timeDays.at(-1)!,
        tonnes: chosen.consumption!.at(-1)!,
        fastest: 24 * fastest.timeDays.at(-1)!,
        most: fastest.consumption!.at(-1)!,
      };
    });
  };

  test('without a vessel it says what to choose; with one the curve is drawn and a point on it is taken by keys', async () => {
    await view.unfold('.speed');
    await view.page.waitForSelector(
      '.speed ::-p-text(Choose a vessel whose consumption depends on its speed.)',
    );
    await view.clickButton('.speed', `Plan for ${SHIP}`);
    await view.clickButton('.speed', 'Use the data of the sea alone'); // the ready-made ones are for just this vessel
    const slider = (await view.page.waitForSelector('.speed [role=slider]'))!;
    await slider.focus();
    await view.page.keyboard.press('End');
    const { hours, tonnes, fastest, most } = await within(0);
    expect(hours).toBeGreaterThan(1.2 * fastest);
    expect(tonnes).toBeLessThan(0.95 * most);
    const saved = await view.page.waitForSelector('.savings ::-p-text(of CO₂ against full speed)');
    const text = await saved!.evaluate((each) => each.closest('.savings')!.textContent!);
    const [t, percent, co2] = /Saves ([\d.]+) t\s*\(([\d.]+) %\) and ([\d.]+) t of CO₂/
      .exec(text)!
      .slice(1)
      .map(Number);
    expect(t).toBeCloseTo(most - tonnes, 0);
    expect(percent).toBeCloseTo((100 * (most - tonnes)) / most, 0);
    expect(co2! / t!).toBeCloseTo(3.206, 1);
    const files = await downloadsOf(view);
    await view.clickButton('.curve-files', 'CSV');
    const lines = (await files.next()).trim().split('\r\n');
    expect(lines[0]).toMatch(/^days,fuel_tonnes,co2_tonnes,mean_speed_kn/);
    expect(lines).toHaveLength(10);
    expect(24 * Number.parseFloat(lines.at(-1)!)).toBeCloseTo(hours, 1);
    await view.clickButton('.curve-files', 'SVG');
    expect(await files.next()).toMatch(/^<svg [\s\S]*days under way/);
    await files.end();
    await view.page.keyboard.press('Home');
    await view.page.waitForFunction(() => polynya.state.routes.value.every(({ line }) => line !== 'within'));
  });

  test('the point is dragged: the route follows, and what is saved is the voyage of the preview', async () => {
    const box = (await (await view.page.$('.speed [role=slider]'))!.boundingBox())!;
    await view.page.mouse.move(box.x + 0.3 * box.width, box.y + 80);
    await view.page.mouse.down();
    const first = await within(0);
    await view.page.mouse.move(box.x + 0.5 * box.width, box.y + 80, { steps: 3 });
    const later = await within(first.hours + 1);
    expect(later.tonnes).toBeLessThan(first.tonnes);
    await view.page.mouse.up();
    await view.page.waitForFunction(() => location.hash.includes('speed=hours'));
    const { route, difference } = await view.saved();
    expect(difference).toBeLessThan(1e-9);
    const { body } = await served.service.get(`/api/route/${route}`);
    expect(body.routes.map(({ type }: { type: string }) => type)).toContain('within');
    await view.page.reload();
    await within(first.hours + 1);
  });

  test('a list that is dropped on the page is stops; they are saved with the time to keep', async () => {
    const asked = await view.page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['name,lat,lon\nCTD 1,-61,-44\nCTD 2,-62,-30\n'], 'stations.csv'));
      dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
      return polynya.state.voyage.value!.within_hours;
    });
    await view.page.waitForFunction(() => document.querySelectorAll('.stops > li').length === 2);
    await view.page.waitForFunction(() => polynya.state.preview.value?.routes[0]?.stops?.length === 4);
    const body = await view.wouldSave();
    expect(body.within_hours).toBe(asked);
    expect((body.stops as { name: string }[]).map(({ name }) => name)).toEqual(['CTD 1', 'CTD 2']);
    await view.clickButton('.tools', 'Undo');
    await view.page.waitForFunction(() => polynya.state.voyage.value!.stops === null);
    // what the saved route brought, which the page was loaded with, is still there
    expect(await view.page.evaluate(() => polynya.state.voyage.value!.within_hours)).toBe(asked);
  });

  test('an arrival and limits of speed are typed; a time too short is an alert beside the routes at full speed', async () => {
    await view.unfold('.speed');
    await view.page.waitForSelector('#within-hours');
    await view.page.type('#within-hours', 'soon\n');
    await view.page.waitForSelector('#within-hours-problem');
    await view.write('#within-hours', '30');
    expect(await view.alert("The voyage can't be made within 30.00 hours")).toContain('at full speed');
    expect(await view.page.$('.status button.save')).toBeNull();
    await view.page.type('#arrive-by', '29 Dec 2026 06:00\n');
    expect((await within(0)).hours).toBeLessThanOrEqual(108 + 1e-6);
    await view.page.type('#most-speed', '10\n');
    await view.page.waitForFunction(
      () => Math.max(...polynya.state.routes.value[0]!.speedKmh) < 10.01 * 1.852,
    );
  });

  test('where the fuel aboard would not last, slower speeds are chosen; a time to keep takes the place of that', async () => {
    await view.follow(`${PLAN}&vehicle=${encodeURIComponent(SHIP)}`);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    const tonnes = await view.page.evaluate(() =>
      Math.min(...polynya.state.routes.value.map(({ consumption }) => consumption!.at(-1)!)),
    );
    expect(await view.page.$('.bunkers .switch')).toBeNull();
    await view.write('#fuel-aboard', String(0.97 * tonnes));
    await view.alert('The fuel aboard does not last');
    await view.page.click('.bunkers .switch ::-p-text(Sail slower where the fuel would not last)');
    await view.page.waitForSelector('.comparison tr.chosen[data-line=within] ::-p-text(At chosen speeds)');
    expect((await view.wouldSave()).choose_speed).toBe(true);
    await view.write('#within-hours', '200');
    await view.page.waitForFunction(() => !document.querySelector('.bunkers .switch'));
    expect(await view.wouldSave()).not.toHaveProperty('choose_speed', true);
    await view.follow(PLAN);
  });

  const PRICE = { per_day: 20_000, per_tonne: 650 };
  const money = (on: ConsolePage) =>
    on.page.$$eval('.comparison tbody tr', (rows) =>
      rows.map((row) => [
        (row as HTMLElement).dataset.line!,
        Number.parseFloat(row.cells[4]!.textContent!.replaceAll(/\s/g, '')),
      ]),
    );

  test('with the price of a day and of a tonne the least money is a line, with its sum in the table; the link and the saved route have it', async () => {
    await view.page.evaluate((ship) => {
      polynya.state.vehicleType.value = ship;
    }, SHIP);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
    await view.write('#price-per-day', '20000');
    await view.page.waitForSelector('#price-per-tonne-problem ::-p-text(Needed beside the price of a day.)');
    await view.write('#price-per-tonne', '0');
    await view.page.waitForSelector('#price-per-tonne-problem ::-p-text(above 0, in the same currency)');
    await view.write('#price-per-tonne', '650');
    await view.page.waitForSelector('.comparison tr[data-line=cost]');
    const sums = Object.fromEntries(await money(view));
    expect(sums.cost).toBeLessThanOrEqual(Math.min(sums.traveltime, sums.fuel));
    await view.page.waitForFunction(() => location.hash.includes('price=20000,650'));
    await view.page.setBypassCSP(true); // for axe, which is not of the page
    const { route, difference } = await view.saved();
    expect(difference).toBeLessThan(1e-9);
    const { body } = await served.service.get(`/api/route/${route}`);
    expect(body.voyage.price).toEqual(PRICE);
    for (const { type, total_cost } of body.routes) expect(Math.round(total_cost)).toBe(sums[type]);
    await view.clickButton('.comparison tr[data-line=cost]', 'Least money');
    await view.page.waitForSelector('.answer dt ::-p-text(Money)');
    await view.screenshot('price');
  });

  test('on a phone the price is read, in any light, and taken away again', async () => {
    await view.openOn({ width: 390, height: 844, hasTouch: true }, `${PLAN}&price=20000,650`);
    await view.page.waitForSelector('.summary.answered');
    await view.page.click('.panel .fold');
    await view.page.waitForSelector('.comparison tr[data-line=cost]');
    expect((await money(view)).every(([, sum]) => Number(sum) > 0)).toBe(true);
    await view.unfold('.speed');
    await view.page.waitForSelector('#price-per-day');
    await loadAxe(view.page);
    expect(await axeInEachLight(view.page)).toEqual([]);
    const over = await view.page.$eval('.comparison', (each) => each.scrollWidth - each.clientWidth);
    expect(over).toBe(0);
    await view.page.$eval('.comparison', (each) => each.scrollIntoView({ block: 'start' }));
    await view.screenshot('price-phone');
    await view.write('#price-per-day', ' ');
    await view.page.waitForFunction(() => !document.querySelector('.comparison tr[data-line=cost]'));
    expect(view.errors).toEqual([]);
  });
}
