import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LINES } from '../../../lib/console/map/palette.ts';
import { readRouteFile } from '../../../lib/route-files/read-route-file.ts';
import type { ConsolePage } from './console-page.ts';
import { addWeddellSea, type Served, serve } from './served.ts';

const FIRST_VIEW_BYTES = 500_000;
const SOUTH_ORKNEY_SEA = { lat: -61.5, lon: -49 };
const HALLEY_SEA = { lat: -72, lon: -20 };
const VIEW = { lat: -66, lon: -42, zoom: 4.1, projection: 'south' as const };

/** How alike two colours must look to be the same: screens blend lines into what lies below. */
const isNear = (colour: readonly number[], hex: string, tolerance = 60) => {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return colour.every((value, k) => Math.abs(value - wanted[k]!) <= tolerance);
};

describe('the map', () => {
  let served: Served;
  let view: ConsolePage;

  beforeAll(async () => {
    served = await serve();
    view = await served.newPage();
  }, 120_000);

  afterAll(async () => {
    await served?.end();
  });

  test('opens with the sea, in little, and asks nobody else', async () => {
    let bytes = 0;
    let meshBytes = 0;
    const session = await view.page.createCDPSession();
    await session.send('Network.enable');
    const isMesh = new Set<string>();
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.url.startsWith(served.service.stack.awsUrl)) isMesh.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (isMesh.has(requestId)) meshBytes += encodedDataLength;
      else bytes += encodedDataLength;
    });
    await view.open();
    const milliseconds = await view.page.evaluate(() => performance.now());
    // the page's files and answers until the sea was there; the mesh is data, and printed beside it
    console.log(
      `first view: ${Math.round(bytes / 1000)} kB, mesh ${Math.round(meshBytes / 1000)} kB, ` +
        `sea on the screen after ${Math.round(milliseconds)} ms`,
    );
    expect(bytes).toBeLessThan(FIRST_VIEW_BYTES);
    expect(await view.page.title()).toBe('Polynya');
    await session.detach();
    await view.screenshot('sample-sea');
  });

  test('two clicks give both routes, and the service answers the same', async () => {
    await view.look(VIEW);
    await view.showDrawer(false);
    await view.click(SOUTH_ORKNEY_SEA);
    await view.click(HALLEY_SEA);
    const { difference, route } = await view.status('answered');
    expect(difference).toBeLessThanOrEqual(1e-9);
    expect(route).toMatch(/^\d+$/);
    const rows = await view.page.$$eval('.comparison tr[data-line]', (all) =>
      all.map((row) => row.getAttribute('data-line')),
    );
    expect(rows.slice(0, 2)).toEqual(['traveltime', 'fuel']);
    await view.screenshot('routes');
  });

  test('both routes are drawn where they should be, over cells and beside land', async () => {
    const places = await view.page.evaluate(() =>
      polynya.state.routes.value.map(({ line, coordinates }) => ({
        line,
        pixels: coordinates.flatMap(([lon, lat], i) => {
          const next = coordinates[i + 1];
          if (!next) return [];
          return [0.25, 0.5, 0.75].map(
            (part) =>
              polynya.map.pixelOf({ lon: lon + part * (next[0] - lon), lat: lat + part * (next[1] - lat) })!,
          );
        }),
      })),
    );
    for (const { line, pixels } of places) {
      const inSight = pixels.filter(([x, y]) => x > 400 && x < 1100 && y > 70 && y < 560);
      const colours = await view.colours(inSight);
      const drawn = colours.filter((colour) => isNear(colour, LINES[line].colour)).length;
      // the dashed line has gaps, and the other may lie on top where both run together
      expect(drawn / colours.length, line).toBeGreaterThan(line === 'traveltime' ? 0.6 : 0.1);
    }
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

  test('the dragged route follows the hand: one calculation at a time, and the last position wins', async () => {
    await view.look(VIEW);
    const [x, y] = await view.pixelOf(HALLEY_SEA);
    const before = await view.page.evaluate(() => ({ ...polynya.engine.statistics }));
    const begin = performance.now();
    await view.page.mouse.move(x, y);
    await view.page.mouse.down();
    for (let step = 1; step <= 40; step++) {
      await view.page.mouse.move(x - 2 * step, y - step);
      await pause(8);
    }
    const seconds = (performance.now() - begin) / 1000;
    const after = await view.page.evaluate(() => ({ ...polynya.engine.statistics }));
    await view.page.mouse.up();
    const { difference } = await view.status('answered');
    expect(difference).toBeLessThanOrEqual(1e-9);
    expect(after.mostOutstanding).toBe(1);
    console.log(
      `dragging: ${((after.answered - before.answered) / seconds).toFixed(1)} answers of the engine a second ` +
        `(${after.replaced - before.replaced} positions passed over)`,
    );
    const { end, last } = await view.page.evaluate(() => ({
      end: polynya.state.end.value!,
      last: polynya.state.preview.value!.end.requested,
    }));
    expect(last).toEqual({ lat: end.lat, lon: end.lon });
    const [endX, endY] = await view.pixelOf(end);
    expect(Math.hypot(endX - (x - 80), endY - (y - 40))).toBeLessThan(4);
  });

  test('the great circle and a route of one’s own are compared on the same mesh', async () => {
    const input = await view.page.waitForSelector('.own-route input[type=file]');
    const folder = await mkdtemp(join(tmpdir(), 'polynya-own-'));
    const path = join(folder, 'own.gpx');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(
      path,
      `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><rte><name>&lt;b&gt;Mine&lt;/b&gt;</name>
        <rtept lat="-61.5" lon="-49"/><rtept lat="-60" lon="-40"/><rtept lat="-62" lon="-30"/></rte></gpx>`,
    );
    await input!.uploadFile(path);
    await view.page.waitForSelector('.comparison tr[data-line=own]');
    const rows = await view.page.$$eval('.comparison tr[data-line]', (all) =>
      all.map((row) => row.textContent),
    );
    expect(rows.find((row) => row?.includes('Own route'))).toMatch(/Own route.*\d.h/);
    const comparison = await view.page.$eval('.comparison', (element) => element.textContent);
    expect(comparison).toContain('Great circle');
    const own = await view.page.evaluate(() => polynya.state.ownLine.value!);
    // markup in a name is text
    expect(own.name).toBe('<b>Mine</b>');
    expect(own.route!.entry.waypoints.sailing.points).toHaveLength(3);
    await rm(folder, { recursive: true });
    await view.screenshot('compared');
  });

  test('the profile and the map point at the same place', async () => {
    await view.look(VIEW);
    await view.showDrawer(true);
    const chart = await view.page.waitForSelector('.chart .u-over');
    const box = (await chart!.boundingBox())!;
    await view.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const pointed = await view.page.evaluate(() => polynya.state.pointed.value);
    expect(pointed?.from).toBe('profile');
    expect(pointed!.metres).toBeGreaterThan(1000);
    await view.page.mouse.move(700, 65);
    const middle = await view.page.evaluate(() => {
      const route = polynya.state.chosenRoute.value!;
      const [lon, lat] = route.coordinates[1]!;
      return { lat, lon };
    });
    await view.page.mouse.move(...(await view.pixelOf(middle)));
    expect(await view.page.evaluate(() => polynya.state.pointed.value?.from)).toBe('map');
  });

  test('departure gives ETAs in UTC, and files for the bridge are valid', async () => {
    await view.page.evaluate(() => {
      polynya.state.departure.value = new Date('2026-12-01T06:00:00Z');
      polynya.state.chosenLine.value = 'traveltime';
    });
    await view.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.drawer [role=tab]')].at(-1)!.click(),
    );
    const etas = await view.page.$$eval('.waypoints tbody tr td:last-child', (cells) =>
      cells.map((cell) => cell.textContent),
    );
    expect(etas[0]).toBe('01 Dec 2026 06:00 UTC');
    expect(etas.at(-1)).toMatch(/Dec 2026 \d\d:\d\d UTC/);
    const folder = await mkdtemp(join(tmpdir(), 'polynya-downloads-'));
    const session = await served.browser.target().createCDPSession();
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: folder,
      browserContextId: view.page.browserContext().id!,
    });
    for (const format of ['rtz', 'gpx']) {
      await view.page.select('.downloads select', format);
      await view.page.click('.downloads .primary');
      const name = await downloaded(folder, format);
      const text = await readFile(join(folder, name), 'utf8');
      const { waypoints } = readRouteFile(text);
      const sailing = await view.page.evaluate(
        () => polynya.state.chosenRoute.value!.entry.waypoints.sailing.points,
      );
      expect(waypoints.length).toBe(sailing.length);
      waypoints.forEach(({ lat, lon }, i) => {
        expect(Math.abs(lat - sailing[i]!.lat)).toBeLessThan(1e-6);
        expect(Math.abs(lon - sailing[i]!.lon)).toBeLessThan(1e-6);
      });
    }
    await rm(folder, { recursive: true });
    await view.page.evaluate(() => document.querySelector<HTMLElement>('.drawer [role=tab]')!.click());
  });

  test('a link opens the same view again', async () => {
    await view.page.waitForFunction(() => location.hash.startsWith('#route/'));
    const { hash, place, totals } = await view.page.evaluate(() => ({
      hash: location.hash,
      place: polynya.map.place(),
      totals: polynya.state.routes.value.map(({ timeDays }) => timeDays.at(-1)),
    }));
    await view.open(hash);
    await view.status('answered');
    const again = await view.page.evaluate(() => ({
      place: polynya.map.place(),
      totals: polynya.state.routes.value.map(({ timeDays }) => timeDays.at(-1)),
    }));
    expect(again.totals).toEqual(totals);
    expect(again.place.lat).toBeCloseTo(place.lat, 2);
    expect(again.place.projection).toBe('south');
  });

  test('everything works by keyboard alone', async () => {
    await view.open();
    await view.page.focus('#start');
    await view.page.keyboard.type('60°30.0′S 050°00.0′W');
    await view.page.keyboard.press('Enter');
    await view.page.keyboard.press('Tab');
    expect(await view.page.evaluate(() => document.activeElement?.id)).toBe('end');
    await view.page.keyboard.type('-62, -35');
    await view.page.keyboard.press('Enter');
    const { difference } = await view.status('answered');
    expect(difference).toBeLessThanOrEqual(1e-9);
    // and on the map: E puts the end at its middle
    await view.look({ lat: -61.25, lon: -42, zoom: 5, projection: 'south' });
    await view.page.waitForFunction(() => polynya.state.place.value!.zoom > 4.9);
    await view.page.focus('#map');
    await view.page.keyboard.press('e');
    await view.page.waitForFunction(() => Math.abs(polynya.state.end.value!.lat + 61.25) < 0.01);
    await view.status('answered');
  });

  test('nothing went to another host, and nothing went wrong unseen', () => {
    expect(view.foreignRequests).toEqual([]);
    expect(view.errors).toEqual([]);
  });

  test('on the reference mesh dragging redraws both routes many times a second', async ({ skip }) => {
    const id = await addWeddellSea(served.service);
    if (id === null) return skip('the reference data are not here');
    await view.open(`#?mesh=${id}&start=-61,-50&end=-72,-20`);
    await view.page.waitForFunction((wanted) => polynya.state.sea.value?.summary.id === wanted, {}, id);
    await view.status('answered');
    const { perSecond, longest } = await view.page.evaluate(async () => {
      const { state, engine } = polynya;
      const before = engine.statistics.answered;
      const begin = performance.now();
      let longest = 0;
      let seen = 0;
      const stop = state.preview.subscribe((preview) => {
        if (preview) seen++;
        longest = Math.max(longest, preview?.milliseconds ?? 0);
      });
      for (let k = 0; k < 60; k++) {
        state.end.value = { lat: -72 + 0.02 * k, lon: -20 - 0.03 * k };
        await new Promise(requestAnimationFrame);
      }
      stop();
      return {
        perSecond: (1000 * seen) / (performance.now() - begin),
        longest,
        sent: engine.statistics.answered - before,
      };
    });
    console.log(
      `weddell-sea-8k: ${perSecond.toFixed(1)} redraws a second, at most ${longest.toFixed(0)} ms to plan`,
    );
    expect(await view.page.evaluate(() => polynya.engine.statistics.mostOutstanding)).toBe(1);
    const memory = await view.page.evaluate(
      () => (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0,
    );
    console.log(`heap of the page: ${Math.round(memory / 1e6)} MB`);
    expect(memory).toBeLessThan(400e6);
    await view.screenshot('weddell-sea');
  });

  test('a hundred thousand cells move without stalls', async () => {
    const own = await served.newPage();
    await own.open();
    const longest = await own.page.evaluate(async () => {
      const columns = 400;
      const bounds = new Float64Array(4 * columns * 250);
      for (let i = 0; i < bounds.length / 4; i++) {
        const lon = -80 + 0.2 * (i % columns);
        const lat = -80 + 0.12 * Math.floor(i / columns);
        bounds.set([lon, lat, lon + 0.2, lat + 0.12], 4 * i);
      }
      polynya.map.showCells(bounds);
      const view = polynya.map.olMap.getView();
      const steps: number[] = [];
      for (let k = 0; k < 12; k++) {
        const begin = performance.now();
        const [x, y] = view.getCenter() as [number, number];
        view.setCenter([x + 20_000, y - 10_000]);
        polynya.map.olMap.renderSync();
        steps.push(performance.now() - begin);
        await new Promise(requestAnimationFrame);
      }
      return Math.max(...steps.slice(1));
    });
    console.log(`100,000 cells: at most ${longest.toFixed(0)} ms a frame on the page's thread`);
    expect(own.errors).toEqual([]);
    await own.close();
  });
});

/** The name of the file that has come, once it is whole. */
async function downloaded(folder: string, extension: string): Promise<string> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const names = await readdir(folder);
    const whole = names.find((name) => name.endsWith(`.${extension}`));
    if (whole && readFileSync(join(folder, whole)).length > 0) return whole;
    await pause(25);
  }
  throw new Error(`No .${extension} file was downloaded: ${await readdir(folder)}`);
}
