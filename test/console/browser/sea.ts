import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsolePage, isNear } from './console-page.ts';
import { served } from './served.ts';

/** The page's files, its first answers and the mesh. */
const FIRST_VIEW_BYTES = 600_000;
const VIEW = { lat: -66, lon: -42, zoom: 4.1, projection: 'south' as const };

/** The sea: both poles and Mercator, its fields and their values. */
export function testSea(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    view = await served.newPage();
  });
  afterAll(() => view.close());

  test('the first view shows the mesh, transfers little, and asks no other host', async () => {
    let bytes = 0;
    let meshBytes = 0;
    const session = await view.page.createCDPSession();
    await session.send('Network.enable');
    const isMesh = new Set<string>();
    const isLater = new Set<string>(); // the fine coast comes when the sea is there
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.url.startsWith(served.service.stack.awsUrl)) isMesh.add(requestId);
      if (response.url.includes('/land-50m')) isLater.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (isMesh.has(requestId)) meshBytes += encodedDataLength;
      else if (!isLater.has(requestId)) bytes += encodedDataLength;
    });
    await view.open();
    const milliseconds = await view.page.evaluate(() => performance.now());
    console.log(
      `first view: ${Math.round(bytes / 1000)} kB, mesh ${Math.round(meshBytes / 1000)} kB, ` +
        `sea on the screen after ${Math.round(milliseconds)} ms`,
    );
    expect(meshBytes).toBeGreaterThan(0);
    expect(bytes + meshBytes).toBeLessThan(FIRST_VIEW_BYTES);
    expect(await view.page.title()).toBe('Polynya');
    await session.detach();
    await view.screenshot('sample-sea');
  });

  test('the sea shows its values under the pointer, with position in degrees and decimal minutes', async () => {
    const [x, y] = await view.pixelOf({ lat: -62.5, lon: -40 });
    await view.page.mouse.move(x, y);
    const text = await view.page.$eval('.readout', (element) => element.textContent ?? '');
    expect(text).toMatch(/62°\d\d\.\d{3}′S/);
    expect(text).toMatch(/Speed[\d.]+ kn/);
    expect(text).toMatch(/Ice concentration\d+ %/);
  });

  test.each(['south', 'mercator'] as const)(
    'land, sea and routes are in the picture: %s, by day and night',
    async (projection) => {
      await view.look({ ...VIEW, projection, zoom: projection === 'south' ? 4.1 : 3.6 });
      const land = await view.pixelOf({ lat: -69.5, lon: -65 });
      const sea = await view.pixelOf({ lat: -60.2, lon: -52 });
      const colours: number[][][] = [];
      for (const theme of ['day', 'dark', 'night'] as const) {
        await view.page.evaluate((chosen) => {
          polynya.state.themeChoice.value = chosen;
        }, theme);
        await view.rendered();
        colours.push((await view.colours([land, sea])).map((colour) => [...colour]));
        await view.screenshot(`${projection}-${theme}`);
      }
      const [day, dark, night] = colours.map((pair) => pair.map((colour) => colour.reduce((a, b) => a + b)));
      expect(isNear(colours[0]![0]!, '#e9dfc4', 12)).toBe(true);
      expect(colours[0]![1]).not.toEqual(colours[0]![0]);
      expect(dark![0]).toBeLessThan(day![0]! / 2);
      expect(night![0]).toBeLessThan(dark![0]!);
      expect(night![1]).toBeLessThan(day![1]! / 2);
      await view.page.evaluate(() => {
        polynya.state.themeChoice.value = 'day';
      });
    },
  );

  test('land and water are in the picture: north', async () => {
    await view.look({ lat: 78, lon: -20, zoom: 3.5, projection: 'north' });
    const [greenland, ocean] = await view.colours([
      await view.pixelOf({ lat: 73, lon: -36.5 }),
      await view.pixelOf({ lat: 84.3, lon: 5.5 }),
    ]);
    await view.screenshot('north');
    // the coast of Siberia lies on both sides of the antimeridian
    await view.look({ lat: 67, lon: -178, zoom: 4, projection: 'mercator' });
    await view.screenshot('antimeridian');
    const [west, east, water] = await view.colours([
      await view.pixelOf({ lat: 67.2, lon: -183 }),
      await view.pixelOf({ lat: 67.2, lon: -178.6 }),
      await view.pixelOf({ lat: 67.5, lon: -168 }),
    ]);
    for (const land of [west, east]) expect(isNear(land!, '#e9dfc4', 12)).toBe(true);
    expect(isNear(water!, '#c2cdd4', 12)).toBe(true);
    await view.look({ lat: 78, lon: -20, zoom: 3.5, projection: 'north' });
    expect(isNear(greenland!, '#e9dfc4', 12)).toBe(true);
    expect(isNear(ocean!, '#c2cdd4', 12)).toBe(true);
    await view.page.mouse.move(...(await view.pixelOf({ lat: 80, lon: 10 })));
    const place = await view.page.$eval('.readout', (element) => element.textContent ?? '');
    expect(place).toMatch(/(80°00|79°59)\.\d{3}′N/);
  });

  test('every field of the sea has its own picture, legend and unit', async () => {
    await view.look(VIEW);
    const ids = await view.page.evaluate(() => polynya.state.fields.value.map(({ id }) => id));
    expect(ids).toEqual(expect.arrayContaining(['ice', 'thickness', 'depth', 'speed', 'consumption']));
    const legends = new Set<string>();
    for (const id of ids) {
      await view.page.select('.view-controls select', id);
      await view.rendered();
      legends.add(await view.page.$eval('.legend', (element) => element.textContent ?? ''));
    }
    expect(legends.size).toBe(ids.length);
    await view.page.select('.view-controls select', 'ice');
  });

  test('no request went to another host, and there was no error in the log', () => {
    expect(view.foreignRequests).toEqual([]);
    expect(view.errors).toEqual([]);
  });
}
