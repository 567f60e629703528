import type { CDPSession } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { droppedForecast, generateSampleForecast } from '../../../lib/sample-mesh/sample-forecast.ts';
import type { DroppedMeshes } from '../../../lib/sample-mesh/sample-mesh.ts';
import { SAMPLE_VEHICLES } from '../../../lib/sample-mesh/vessel.ts';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const DAY_MS = 86_400_000;
const TODAY = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
const [ship] = SAMPLE_VEHICLES;
/** It leaves in the evening of the first day, and takes less than one. */
const LEAVES = `${TODAY.toISOString().slice(0, 10)}T18:00`;
const PLAN = `#?start=-60,-50&end=-62,-42&vehicle=${ship!.vessel_type}&departure=${LEAVES}`;
const SLIDER = '.timeline input';

/** A voyage through a forecast, in time. */
export function testTimeline(): void {
  let view: ConsolePage;
  let ids: number[];
  let route: string | null;

  beforeAll(async () => {
    const { service } = served;
    expect((await service.post('/api/vehicle', ship)).status).toBe(201);
    const [today, other] = generateSampleForecast({ from: TODAY, days: 2 });
    // as the service's own sample: today's is imported last, and used where there is no departure
    const second = await imported(droppedForecast([other!], TODAY));
    ids = [await imported(droppedForecast([today!], TODAY, 1)), second];
    view = await served.newPage();
    await view.open(PLAN);
    await view.page.waitForSelector('.comparison tr[data-line=fuel]');
  });
  afterAll(async () => {
    await view.close();
    await served.service.invokeImport({ remove: ids });
    await served.service.delete(`/api/vehicle/${ship!.vessel_type}`);
  });

  async function imported({ meshes, metadataName, metadataGzip }: DroppedMeshes): Promise<number> {
    const { service } = served;
    for (const { name, gzip } of meshes) await service.put(`meshes/${name}`, gzip);
    await service.put(`metadata/${metadataName}`, metadataGzip);
    const result = (await service.importMeshes()).find(({ outcome }) => outcome === 'inserted');
    if (result?.outcome !== 'inserted') throw new Error('the forecast was not imported');
    return result.id;
  }

  /** The text below the slider, the place of the ship's mark, and the ice data on the map, once those are of a day. */
  const shown = async (day: Date) => {
    const name = `southern-ocean-forecast-${day.toISOString().slice(0, 10)}`;
    await view.page.waitForFunction(
      (wanted) =>
        document.querySelector('.timeline .quiet')?.textContent?.includes(wanted) &&
        polynya.state.shownSea.value!.summary.name.includes(wanted),
      {},
      name,
    );
    return view.page.evaluate(() => {
      const mark = polynya.map.markers
        .getSource()!
        .getFeatures()
        .find((each) => each.get('underWay'))!;
      const [x, y] = polynya.map.olMap.getPixelFromCoordinate(
        (mark.getGeometry() as unknown as { getCoordinates(): number[] }).getCoordinates(),
      ) as [number, number];
      return { text: document.querySelector('.timeline output')!.textContent!, mark: [x, y] as const };
    });
  };

  const onRoute = (at: number) =>
    view.page.evaluate((i) => {
      const [lon, lat] = polynya.state.routes.value[0]!.coordinates.at(i)!;
      return polynya.map.pixelOf({ lat, lon })!;
    }, at);

  /** What is read under the pointer at a place in the ice. */
  const valuesInTheIce = async () => {
    const [x, y] = await view.pixelOf({ lat: -64, lon: -50 });
    await view.page.mouse.move(x, y);
    await view.page.mouse.move(x + 1, y);
    await view.page.waitForSelector('.readout');
    return view.page.$eval('.readout', (each) => each.textContent!);
  };

  const tomorrow = new Date(TODAY.getTime() + DAY_MS);

  test('arrow keys sail the ship along the route, through the ice of the day on which it is there; what was fetched is kept', async () => {
    ({ route } = await view.saved());
    await view.showDrawer(false);
    await view.look({ lat: -62, lon: -46, zoom: 4, projection: 'south' });
    const asked: string[] = [];
    view.page.on('request', (request) => {
      if (/\/compiled$/.test(request.url())) asked.push(request.url());
    });
    await view.page.focus(SLIDER);
    await view.page.keyboard.press('ArrowRight');
    await view.page.keyboard.press('Home');
    const first = await shown(TODAY);
    expect(first.text).toMatch(/ 18:00 UTC · 60°00\.000′S 050°00\.000′W$/);
    expect(first.mark).toEqual(await onRoute(0));
    const before = await valuesInTheIce();
    await view.page.keyboard.press('End');
    const last = await shown(tomorrow);
    expect(last.text).toMatch(/62°00\.000′S 042°00\.000′W$/);
    expect(last.mark).toEqual(await onRoute(-1));
    expect(await valuesInTheIce()).not.toBe(before);
    // half the time is not half the way: what the path says
    const half = await view.page.evaluate(() => {
      const { times, distanceM } = polynya.state.routes.value[0]!;
      const middle = (times![0]! + times!.at(-1)!) / 2;
      const i = times!.findIndex((time) => time >= middle);
      const part = (middle - times![i - 1]!) / (times![i]! - times![i - 1]!);
      return (distanceM[i - 1]! + part * (distanceM[i]! - distanceM[i - 1]!)) / distanceM.at(-1)!;
    });
    for (let k = 0; k < 5; k++) await view.page.keyboard.press('PageDown');
    const middle = await shown(tomorrow);
    const [from, to] = [await onRoute(0), await onRoute(-1)];
    const part = (middle.mark[0] - from[0]) / (to[0] - from[0]);
    expect(part).toBeCloseTo(half, 1);
    await view.page.keyboard.press('Home');
    await shown(TODAY);
    await view.page.keyboard.press('End');
    await shown(tomorrow);
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked).size).toBe(asked.length);
    expect(view.errors).toEqual([]);
  });

  test('by finger on a phone; ice data that are gone are told', async () => {
    await view.openOn({ width: 390, height: 844, hasTouch: true }, `#route/${route}`);
    await view.page.waitForSelector('.panel .summary.answered');
    await view.page.tap('.panel .summary');
    await view.page.waitForSelector(SLIDER);
    await view.page.$eval(SLIDER, (each) => each.scrollIntoView({ block: 'center' }));
    const tapAt = async (part: number) => {
      const { x, y, width, height } = (await (await view.page.$(SLIDER))!.boundingBox())!;
      expect(height).toBeGreaterThanOrEqual(44);
      await view.page.touchscreen.tap(x + part * width, y + height / 2);
    };
    const { meshes } = await view.page.evaluate(() => ({ meshes: polynya.state.meshes.value }));
    const list = (listed: typeof meshes) =>
      view.page.evaluate((each) => {
        polynya.state.meshes.value = each;
      }, listed);
    await list(meshes.filter(({ id }) => id !== ids[1]));
    await tapAt(0.98);
    await view.page.waitForSelector('.timeline ::-p-text(The service no longer has them.)');
    await list(meshes);
    await tapAt(0.02);
    await shown(TODAY);
    await tapAt(0.98);
    const { mark } = await shown(tomorrow);
    // above the sheet, where it is seen
    const top = await view.page.$eval('.panel', (each) => each.getBoundingClientRect().top);
    expect(mark[1]).toBeLessThan(top);
    expect(view.errors).toEqual([]);
  });

  test('beside three tabs all quantities of the profile are seen on a laptop', async () => {
    await view.openOn({ width: 1280, height: 720 }, `${PLAN}&stops=-61,-46,,,,,Net`);
    await view.sailed('Net');
    const chips = await view.page.waitForSelector('.drawer .chips');
    expect((await chips!.$$('button')).length).toBe(7);
    expect(await chips!.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });

  test('a plan that is not saved sails through the ice data that it is planned on', async () => {
    await view.follow(PLAN);
    await view.page.waitForSelector(SLIDER);
    await view.page.focus(SLIDER);
    await view.page.keyboard.press('End');
    const name = await view.page.evaluate(() => polynya.state.sea.value!.summary.name);
    const text = await view.page.$eval('.timeline', (each) => each.textContent!);
    expect(text).toContain(`Ice data ${name}`);
    expect(text).toContain('62°00.000′S 042°00.000′W');
    await view.write('#departure', ' ');
    await view.page.waitForFunction(() => !document.querySelector('.timeline'));
    expect(await view.page.evaluate(() => polynya.state.shownSea.value === polynya.state.sea.value)).toBe(
      true,
    );
  });

  test('the page begins with the sample vehicle in today’s sea; its speed can be chosen, and the passage to try leaves now', async () => {
    await view.close();
    view = await served.newPage('first');
    let bytes = 0;
    const count = async (session: CDPSession) => {
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await session.send('Network.enable');
    };
    await count(await view.page.createCDPSession());
    view.page.once('workercreated', ({ client }) => count(client));
    await view.open();
    await view.page.waitForNetworkIdle();
    console.log(`first view with a vehicle: ${Math.round(bytes / 1000)} kB`);
    expect(bytes).toBeLessThan(600_000);
    const begun = await view.page.evaluate(() => {
      const { sea, vehicleType } = polynya.state;
      return { id: sea.value!.summary.id, vehicle: vehicleType.value };
    });
    expect(begun).toEqual({ id: ids[0], vehicle: ship!.vessel_type });
    expect(await view.page.$eval('.vehicle-choice select', (each) => (each as HTMLSelectElement).value)).toBe(
      ship!.vessel_type,
    );
    // that is no step of anybody
    const undo = '.tools button[aria-label=Undo]';
    expect(await view.page.$eval(undo, (each) => (each as HTMLButtonElement).disabled)).toBe(true);
    await view.clickButton('.empty', 'Try ');
    await view.page.waitForSelector(SLIDER);
    const leaves = await view.page.evaluate(() => polynya.state.departure.value!.getTime());
    expect(Math.abs(Date.now() - leaves)).toBeLessThan(5 * 60_000);
    // for the curve a shorter way is enough
    await view.page.evaluate(() => {
      polynya.state.start.value = { lat: -60, lon: -50 };
      polynya.state.end.value = { lat: -62, lon: -42 };
    });
    await view.unfold('.speed');
    await view.page.waitForSelector('.speed [role=slider]');
    await view.page.evaluate(() => history.back());
    await view.page.waitForFunction(() => polynya.state.start.value === null);
    expect(await view.page.evaluate(() => polynya.state.vehicleType.value)).toBe(ship!.vessel_type);
    expect(view.errors).toEqual([]);
  });
}
