import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Style from 'ol/style/Style.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

const PLAN = '#?start=-61,-50&end=-62,-35';
const VIEW = { lat: -62.5, lon: -42, zoom: 5, projection: 'south' as const };
const STORED = { name: 'Krill reserve', lat: -61.6, lon: -46 };

/** Areas that are closed, slow or told of: drawn, typed, from a file, from the service. */
export function testZones(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    const zone = { name: STORED.name, kind: 'report', geometry: square(STORED.lat, STORED.lon) };
    expect((await served.service.post('/api/zone', zone)).status).toBe(201);
    view = await served.newPage();
    await view.open(PLAN);
    await planned(0);
    await view.look(VIEW);
    await view.showDrawer(false);
  });
  afterAll(async () => {
    await view.close();
    await served.service.delete(`/api/zone/${encodeURIComponent(STORED.name)}`);
  });

  const square = (lat: number, lon: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [lon - 1, lat - 0.5],
        [lon + 1, lat - 0.5],
        [lon + 1, lat + 0.5],
        [lon - 1, lat + 0.5],
        [lon - 1, lat - 0.5],
      ],
    ],
  });

  /** Waits until the routes are those of a plan with so many zones. */
  const planned = (count: number) =>
    view.page.waitForFunction(
      (wanted) => {
        const { state, map } = polynya;
        const { engine } = polynya;
        const isIdle = engine.statistics.sent === engine.statistics.answered;
        return (
          isIdle &&
          state.routes.value.length === 2 &&
          (state.voyage.value?.zones?.length ?? 0) === wanted &&
          map.zones.getSource()!.getFeatures().length === wanted
        );
      },
      {},
      count,
    );
  const metres = () => view.page.evaluate(() => polynya.state.routes.value[0]!.distanceM.at(-1)!);
  const effects = () => view.page.$eval('.zone-effects', (each) => each.textContent!);

  /** Whether all that lies over the sea is drawn as it is seen; a picture that is turned in each frame takes ten times the time. */
  const isOnePicture = async () => {
    await view.rendered();
    const pictures = await view.page.$$('#map .ol-layer canvas');
    return pictures.length === 1;
  };

  async function drag(lat: number, lon: number, right: number, down: number): Promise<void> {
    const [x, y] = await view.pixelOf({ lat, lon });
    await view.page.mouse.move(x, y);
    await view.page.mouse.down();
    await view.page.mouse.move(x + right, y + down, { steps: 3 });
    await view.page.mouse.up();
  }

  test('a zone is drawn, the route goes round it and says what that costs; a vertex is deleted, one moved, and undone', async () => {
    const before = await metres();
    await view.unfold('.zones');
    await view.clickButton('.add-zone', 'Draw');
    for (const [lat, lon] of [
      [-60, -44],
      [-60, -41],
      [-62.6, -42],
      [-61.4, -44],
    ] as const)
      await view.click({ lat, lon });
    expect(await isOnePicture()).toBe(true);
    await view.clickButton('.add-zone', 'Finish the zone');
    await planned(1);
    expect(await isOnePicture()).toBe(true);
    await view.page.mouse.click(...(await view.pixelOf({ lat: -61.4, lon: -44 })), { count: 2 });
    await view.page.waitForFunction(() => {
      const [zone] = polynya.state.voyage.value!.zones! as unknown as GeoJSON.Feature<GeoJSON.Polygon>[];
      return zone!.geometry.coordinates[0]!.length === 4;
    });
    await planned(1);
    const round = await metres();
    expect(round).toBeGreaterThan(before + 1000);
    expect(await effects()).toMatch(/Zone costs .*min more, [\d.]+ t more\./);
    await drag(-62.6, -42, 0, 40);
    await planned(1);
    expect(await metres()).toBeGreaterThan(round + 1000);
    await view.page.click('button[aria-label=Undo]');
    await planned(1);
    expect(await metres()).toBe(round);
  });

  test('a link opens the same zones, and so does the route that the service saved, which is the same', async () => {
    await view.page.waitForFunction(() => location.hash.includes('zones=c,,,-60'));
    const [hash, round] = [await view.page.evaluate(() => location.hash), await metres()];
    await view.open(hash);
    await planned(1);
    expect(await metres()).toBeCloseTo(round, 6);
    const { route, difference } = await view.saved();
    expect(difference).toBeLessThan(1e-9);
    // the saved route brings its zones, for whoever opens it
    await view.follow(`#route/${route}`);
    await planned(1);
    expect((await view.status('answered')).difference).toBeLessThan(1e-9);
  });

  test('a stored zone is switched on by its name and sent by it; areas of a file are added, a bad border is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'polynya-zones-'));
    const file = async (name: string, coordinates: readonly (readonly [number, number])[]) => {
      const geometry = { type: 'Polygon', coordinates: [coordinates] };
      await writeFile(
        join(folder, name),
        JSON.stringify({ type: 'Feature', properties: { name }, geometry }),
      );
      return join(folder, name);
    };
    const input = await view.page.waitForSelector('.add-zone input[type=file]');
    await input!.uploadFile(
      await file('bow.geojson', [
        [-40, -60],
        [-38, -61],
        [-38, -60],
        [-40, -61],
        [-40, -60],
      ]),
    );
    expect(await view.notice()).toContain('crosses itself at 60°30.000′S 039°00.000′W');
    await view.closeNotice();
    await input!.uploadFile(
      await file('far.geojson', [
        // more points than a link has room for
        ...Array.from({ length: 70 }, (_, k) => [-30 + k / 70, -58] as const),
        [-29, -57],
        [-30, -58],
      ]),
    );
    await planned(2);
    await view.clickButton('.downloads', 'Copy link');
    await view.page.waitForSelector('.notice ::-p-text(It has no room for the border of far.geojson)');
    await view.closeNotice();
    await rm(folder, { recursive: true });
    const row = await view.page.waitForSelector(`.stored-zones ::-p-text(${STORED.name})`);
    await row!.evaluate((element) => (element as HTMLElement).click());
    await planned(3);
    await view.alert(`the zone ${STORED.name}`);
    expect(((await view.wouldSave()).zones as unknown[]).at(-1)).toBe(STORED.name);
  });

  test('a zone out of season is faded, and says when it holds', async () => {
    const drawn = (departure: string) =>
      view.page.evaluate(async (day) => {
        const { state, map } = polynya;
        state.departure.value = new Date(day);
        await new Promise(requestAnimationFrame);
        const features = map.zones.getSource()!.getFeatures();
        const style = features.find((each) => each.get('zone') === 'Whales')!.getStyle() as Style;
        const { text } = map.zones.names().find(({ text: each }) => each.startsWith('Whales'))!;
        return { text, stroke: style.getStroke()!.getColor() };
      }, departure);
    await view.follow(`${PLAN}&zones=c,,11-01/03-31,-59,-40,-59,-38,-60,-38,Whales`);
    await planned(1);
    expect(await drawn('2030-12-24')).toEqual({ text: 'Whales', stroke: 'rgb(176 28 28 / 100%)' });
    expect(await drawn('2030-07-24')).toEqual({
      text: 'Whales (01\u00a0Nov\u00a0–\u00a031\u00a0Mar)',
      stroke: 'rgb(176 28 28 / 35%)',
    });
    const listed = await view.page.waitForSelector('.zone-list ::-p-text(01 Nov – 31 Mar, out of season)');
    expect(await listed!.evaluate((each) => each.closest('li')!.textContent)).toContain('Whales');
    // paper and the service's chart leave it out, and no route heeds it
    await planned(1);
    await view.page.waitForFunction(() => polynya.state.routes.value[0]!.zones.length === 0);
    // one day is no season, which is told until the other is written
    const day = (label: string) =>
      view.page.waitForSelector(`.season ::-p-xpath(.//label[span="${label}"]/input)`);
    const writeDay = async (label: string, text: string) => {
      await (await day(label))!.evaluate((input) => (input as HTMLInputElement).select());
      await (await day(label))!.focus();
      await view.page.keyboard.type(text);
      await view.page.keyboard.press('Enter');
    };
    await view.clickButton('.zones', 'Edit Whales');
    await (await day('to'))!.evaluate((input) => (input as HTMLInputElement).select());
    await view.page.keyboard.press('Backspace');
    await view.page.keyboard.press('Enter');
    await view.page.waitForFunction(() => !location.hash.includes('11-01'));
    await writeDay('Season from', '1 Dec');
    await view.page.waitForSelector('.zone-fields ::-p-text(until both days are set)');
    await writeDay('to', '31/3');
    await view.page.waitForFunction(() => location.hash.includes('12-01/03-31'));
    expect(await view.page.$('.zone-fields ::-p-text(until both days are set)')).toBeNull();
    expect(view.errors).toEqual([]);
  });
}
