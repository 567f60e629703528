import type { ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gridMesh } from '../../local/grid-mesh.ts';
import { axeInEachLight, loadAxe } from './axe.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const DEPARTURE = '2026-11-20T06:00';
const STOPS = '-62.5,131.5,6,,,,CTD 1;-62.5,133.5,6,,,,CTD 2;-62.5,135.5,6,,,,CTD 3';
const PLAN = `#?start=-62.5,130.5&end=-61.5,137.5&departure=${DEPARTURE}&stops=${STOPS}`;

/** A saved voyage goes on from where the ship is: its rest takes its place, with what was planned and what is left. */
export function testShipHere(): void {
  let view: ConsolePage;
  let phone: ConsolePage | undefined;
  let mesh: number;
  let route: string;

  const open = async (screen: { width: number; height: number; hasTouch?: boolean }, fragment: string) => {
    const page = await served.newPage();
    await page.page.setBypassCSP(true); // for axe, which is not of the page
    await page.openOn(screen, fragment);
    return page;
  };

  beforeAll(async () => {
    const sea = gridMesh({ latMin: -64, lonMin: 130, columns: 8, rows: 4, speedKmh: 18 });
    mesh = await served.service.addMesh('under-way', sea, '20240603T000100');
    view = await open({ width: 1280, height: 900 }, PLAN);
    await view.sailed('CTD 1', 'CTD 2', 'CTD 3');
    route = (await view.saved()).route!;
  });
  afterAll(async () => {
    await view.close();
    await phone?.close();
    await served.service.invokeImport({ remove: [mesh] });
  });

  const form = '.ship-here';
  /** When the plan leaves a stop, so many hours later, as one types it. */
  const after = (stop: string, hours: number) =>
    view.page.evaluate(
      (name, later) => {
        const { stops, times } = polynya.state.answer.value![0]!;
        const { leaves_days: days } = stops!.find((each) => each.name === name)!;
        return new Date(times![0]! + 86_400_000 * days + 3_600_000 * later).toISOString().slice(0, 16);
      },
      stop,
      hours,
    );
  const ticked = () =>
    view.page.$$eval(`${form} fieldset label`, (all) =>
      all
        .filter((label) => label.querySelector('input')!.checked)
        .map((label) => /CTD \d/.exec(label.textContent!)![0]),
    );

  test('what the service refuses is said at the field, with the keyboard alone', async () => {
    const summary = await view.page.waitForSelector(`${form} summary`);
    await summary!.focus();
    await view.page.keyboard.press('Enter');
    await view.page.waitForSelector(`${form} #ship-place`);
    await view.clickButton(form, 'Plan the rest');
    await view.page.waitForSelector('#ship-place-problem ::-p-text(The position is needed)');
    await view.write('#ship-place', '62°30′S 132°00′E');
    await view.page.waitForFunction(() =>
      polynya.map.markers
        .getSource()!
        .getFeatures()
        .some((feature) => feature.get('underWay')),
    );
    await view.write('#ship-time', '2026-11-20T05:00');
    await view.clickButton(form, 'Plan the rest');
    const problem = await view.page.waitForSelector('#ship-time-problem');
    expect(await problem!.evaluate((each) => each.textContent)).toMatch(
      /^The time is before the departure of route \d+, 20 Nov( 2026)? 06:00 UTC\.$/,
    );
    expect(await view.page.$eval('#ship-time', (each) => each.getAttribute('aria-invalid'))).toBe('true');
    await loadAxe(view.page);
    expect(await axeInEachLight(view.page)).toEqual([]);
    await view.write('#ship-place', '75°00′S 124°00′E');
    await view.write('#ship-time', await after('CTD 1', 3));
    await view.clickButton(form, 'Plan the rest');
    await view.page.waitForSelector('#ship-place-problem ::-p-text(The position lies on land, )');
    await view.write('#ship-place', '62°30′S 132°00′E');
    expect(await view.page.$('#ship-place-problem')).toBeNull();
  });

  test('stops that the plan has left are ticked until a hand says otherwise; the rest takes the place of the voyage', async () => {
    expect(await ticked()).toEqual(['CTD 1']);
    await view.write('#ship-time', await after('CTD 2', 0.5));
    expect(await ticked()).toEqual(['CTD 1', 'CTD 2']);
    const boxes = await view.page.$$(`${form} fieldset input`);
    await boxes[1]!.focus();
    await view.page.keyboard.press('Space');
    expect(await ticked()).toEqual(['CTD 1']);
    await view.write('#ship-time', await after('CTD 1', 3));
    await view.screenshot('ship-here');
    await view.clickButton(form, 'Plan the rest');
    const told = await view.page.waitForSelector('.continued');
    const text = (await told!.evaluate((each) => each.textContent!)).replaceAll(' ', ' ');
    expect(text).toMatch(
      new RegExp(`^The rest of route ${route}: planned [\\dhdmin ]+.* left, now [\\dhdmin ]+.* left\\.$`),
    );
    await view.sailed('CTD 2', 'CTD 3');
    const { routeId, departure } = await view.page.evaluate(() => ({
      routeId: (polynya.state.service.value as { routeId: string }).routeId,
      departure: polynya.state.departure.value!.toISOString(),
    }));
    expect(Number(routeId)).toBeGreaterThan(Number(route));
    const { body } = await served.service.get(`/api/route/${routeId}`);
    expect(body.routes[0].continues.route_id).toBe(Number(route));
    expect(body.routes[0].departure).toBe(departure);
    expect(await view.page.evaluate(() => location.hash)).toContain(`route/${routeId}`);
    await view.screenshot('ship-here-rest');
    // the voyage of before is a step back
    await view.page.click('button[aria-label=Undo]');
    await view.sailed('CTD 1', 'CTD 2', 'CTD 3');
    expect(view.errors).toEqual([]);
  });

  test('what is aboard, what has to stay and what is taken at a stop are typed; the schedule says what is left, as the service does', async () => {
    await view.unfold('.speed');
    await view.write('#fuel-reserve', '20');
    await view.page.waitForSelector('#fuel-aboard-problem ::-p-text(Needed beside the reserve)');
    await view.write('#fuel-aboard', '21');
    await view.alert('The fuel aboard does not last');
    await view.write('#fuel-aboard', '400');
    await view.write('#fuel-capacity', '300');
    await view.clickButton('.status', 'Save');
    await view.page.waitForSelector('#fuel-aboard-problem ::-p-text(It must not be above capacity.)');
    await view.write('#fuel-capacity', '430');
    await view.clickButton('.stops', 'CTD 2');
    await view.writeOfStop('Fuel taken, t', '25');
    await view.page.waitForFunction(
      () => polynya.state.preview.value?.routes[0]?.stops?.[2]?.refuelled_tonnes === 25,
    );
    expect(await view.page.evaluate(() => location.hash)).toMatch(/stops=[^&]*CTD.2,r25;.*&fuel=400,20,430/);
    const { route: saved, difference } = await view.saved();
    expect(difference).toBeLessThan(1e-9);
    const { body } = await served.service.get(`/api/route/${saved}`);
    expect(body.voyage).toMatchObject({ fuel_aboard_tonnes: 400, reserve_tonnes: 20, capacity_tonnes: 430 });
    await view.clickButton('.drawer', 'Schedule');
    const table = await view.page.waitForSelector('.drawer table ::-p-text(t left aboard)');
    const [left, taken] = await table!.evaluate((head) => {
      const { cellIndex } = head.closest('th')!;
      const rows = [...head.closest('table')!.tBodies[0]!.rows];
      return [cellIndex, cellIndex + 1].map((at) => rows.map((row) => row.cells[at]!.textContent));
    });
    expect(taken).toEqual(['', '', '25.0', '', '']);
    const { stops, fuel_left_tonnes } = body.routes[0];
    expect(left).toEqual(stops.map((stop: { fuel_left_tonnes: number }) => stop.fuel_left_tonnes.toFixed(1)));
    const told = await view.page.waitForSelector('.answer .figure ::-p-text(Fuel left)');
    expect(await told!.evaluate((each) => each.closest('.figure')!.textContent)).toContain(
      fuel_left_tonnes.toFixed(1),
    );
    await view.screenshot('fuel-aboard');
    expect(view.errors.splice(0)).toEqual([]);
  });

  test('on a phone a finger tells where the ship is, and what is aboard where the request said what was', async () => {
    const request = {
      ...{ start_lat: -62.5, start_lon: 130.5, end_lat: -61.5, end_lon: 137.5, mesh_id: mesh },
      ...{ departure: `${DEPARTURE}:00Z`, fuel_aboard_tonnes: 400, reserve_tonnes: 20 },
    };
    const { job } = await served.service.route(request);
    phone = await open({ width: 390, height: 844, hasTouch: true }, `#route/${job.route_id}`);
    const { page } = phone;
    const tap = async (selector: string) => {
      const element = (await page.waitForSelector(selector))!;
      await element.evaluate(async (each) => {
        each.scrollIntoView({ block: 'center' });
        // where it is once the page has been laid out
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      });
      await (element as ElementHandle<Element>).tap();
    };
    // what comes later would move what the finger is to touch
    await page.waitForSelector('.panel .summary.answered');
    await tap('.panel .fold');
    await tap(`${form} summary`);
    await tap(`${form} ::-p-text(Pick on the map)`);
    await page.waitForSelector('.panel.folded');
    const place = { lat: -62.4, lon: 132 };
    await expect.poll(() => page.evaluate((at) => polynya.map.sees([at]), place)).toBe(true);
    await page.touchscreen.tap(...(await phone.pixelOf(place)));
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>('#ship-place')?.value.startsWith('62°2'),
    );
    await page.waitForSelector('.panel:not(.folded)');
    await phone.write('#ship-time', '2026-11-20T14:00');
    await phone.write('#ship-fuel', '10');
    await tap(`${form} ::-p-text(Plan the rest)`);
    await page.waitForSelector(
      '#ship-fuel-problem ::-p-text(The fuel is below the reserve of the route, 20)',
    );
    await loadAxe(page);
    expect(await axeInEachLight(page)).toEqual([]);
    const wide = await page.$$eval(
      `${form} *`,
      (all) => all.filter((each) => each.getBoundingClientRect().right > innerWidth).length,
    );
    expect(wide).toBe(0);
    await phone.screenshot('ship-here-phone');
    await phone.write('#ship-fuel', '350');
    await tap(`${form} ::-p-text(Plan the rest)`);
    await page.waitForSelector('.continued');
    const { routeId } = await page.evaluate(() => polynya.state.service.value as { routeId: string });
    const { body } = await served.service.get(`/api/route/${routeId}`);
    expect(body.voyage).toMatchObject({ fuel_aboard_tonnes: 350, reserve_tonnes: 20 });
    expect(phone.errors).toEqual([]);
  });
}
