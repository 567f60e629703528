import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINES } from '../../../lib/console/map/palette.ts';
import { type ConsolePage, isNear } from './console-page.ts';
import { served } from './served.ts';

const SOUTH_ORKNEY_SEA = { lat: -61.5, lon: -49 };
const WEDDELL_SEA = { lat: -66, lon: -38 };
const VIEW = { lat: -66, lon: -42, zoom: 4.1, projection: 'south' as const };

/** Routes that follow the pointer, and the routes that they are compared with. */
export function testRoutes(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    view = await served.newPage();
    await view.open();
  });
  afterAll(() => view.close());

  test('two clicks give both routes; saved, the service answers the same', async () => {
    await view.look(VIEW);
    await view.showDrawer(false);
    const reads = await view.page.evaluateHandle(() => {
      const { prototype } = CanvasRenderingContext2D;
      const { getImageData } = prototype;
      const counted = { count: 0 };
      prototype.getImageData = function (this: CanvasRenderingContext2D, ...place: never) {
        counted.count++;
        return getImageData.apply(this, place);
      };
      return counted;
    });
    await view.click(SOUTH_ORKNEY_SEA);
    await view.click(WEDDELL_SEA);
    // what lies below the pointer is looked for on a canvas, without measuring first how fast that is read
    const { count } = (await reads.jsonValue()) as { count: number };
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(100);
    const { difference, route } = await view.saved();
    expect(difference).toBeLessThanOrEqual(1e-9);
    expect(route).toMatch(/^\d+$/);
    const rows = await view.page.$$eval('.comparison tr[data-line]', (all) =>
      all.map((row) => row.getAttribute('data-line')),
    );
    expect(rows.slice(0, 2)).toEqual(['traveltime', 'fuel']);
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

  test('a dragged route follows the pointer: one calculation at a time, and the last position is calculated', async () => {
    await view.look(VIEW);
    const [x, y] = await view.pixelOf(WEDDELL_SEA);
    const before = await view.page.evaluate(() => ({ ...polynya.engine.statistics }));
    const begin = performance.now();
    await view.page.mouse.move(x, y);
    await view.page.mouse.down();
    for (let step = 1; step <= 40; step++) {
      await view.page.mouse.move(x - 2 * step, y - step);
      await view.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    const seconds = (performance.now() - begin) / 1000;
    const after = await view.page.evaluate(() => ({ ...polynya.engine.statistics }));
    await view.page.mouse.up();
    const { difference } = await view.saved();
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
  });

  test('a route is drawn on the map, point by point', async () => {
    await view.clickButton('.own-route', 'Remove');
    await view.clickButton('.own-route', 'Draw a route');
    const points = [
      { lat: -61.5, lon: -49 },
      { lat: -60.5, lon: -42 },
      { lat: -64, lon: -36 },
    ];
    for (const point of points) await view.click(point);
    await view.click(points.at(-1)!); // the second click of a double click
    await view.page.waitForSelector('.comparison tr[data-line=own]');
    const { ends, drawn } = await view.page.evaluate(() => ({
      ends: [polynya.state.start.value, polynya.state.end.value],
      drawn: polynya.state.ownLine.value!.waypoints,
    }));
    expect(drawn).toHaveLength(points.length);
    drawn.forEach(([lon, lat], i) => {
      expect(Math.hypot(lon - points[i]!.lon, lat - points[i]!.lat)).toBeLessThan(0.2);
    });
    expect(ends.every((end) => end !== null)).toBe(true);
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
    // by keys: the chart's values are those of the route there
    await view.page.focus('.place-slider');
    await view.page.keyboard.press('Home');
    await view.page.keyboard.press('PageUp');
    const { part, shown, speed } = await view.page.evaluate(() => {
      const { pointed, chosenRoute } = polynya.state;
      const { distanceM, speedKmh } = chosenRoute.value!;
      const leg = distanceM.findIndex((metres) => metres >= pointed.value!.metres);
      return {
        part: pointed.value!.metres / distanceM.at(-1)!,
        shown: document.querySelector('.values-there span')!.textContent!.trim(),
        speed: speedKmh[leg]! / 1.852,
      };
    });
    expect(part).toBeGreaterThan(0.01);
    expect(part).toBeLessThan(0.5);
    expect(Number(shown)).toBeCloseTo(speed, 1);
  });

  test('a link opens the same view again', async () => {
    await view.page.waitForFunction(() => location.hash.startsWith('#route/'));
    const { hash, place, totals } = await view.page.evaluate(() => ({
      hash: location.hash,
      place: polynya.map.place(),
      totals: polynya.state.routes.value.map(({ timeDays }) => timeDays.at(-1)),
    }));
    await view.open(hash);
    await view.saved();
    const again = await view.page.evaluate(() => ({
      place: polynya.map.place(),
      totals: polynya.state.routes.value.map(({ timeDays }) => timeDays.at(-1)),
    }));
    expect(again.totals).toEqual(totals);
    expect(again.place.lat).toBeCloseTo(place.lat, 2);
    expect(again.place.projection).toBe('south');
  });

  test('a link followed on the open page shows its plan', async () => {
    await view.page.evaluate(() => {
      location.hash = '#?start=-61,-50&end=-62,-35';
    });
    await view.page.waitForFunction(() => polynya.state.end.value?.lat === -62);
    await view.saved();
    const last = await view.page.evaluate(() => polynya.state.answer.value![0]!.coordinates.at(-1));
    expect(last).toEqual([-35, -62]);
  });

  test('a request is cancelled', async () => {
    served.service.failCalculation('crash');
    await view.follow('#?start=-60.5,-48&end=-63,-30');
    await view.clickButton('.status', 'Save');
    await view.page.waitForFunction(() => {
      const { value } = polynya.state.service;
      return value.kind === 'asked' && value.jobId;
    });
    await view.clickButton('.status', 'Cancel');
    expect((await view.status('failed')).text).toContain('The request was cancelled.');
    await view.clickButton('.status', 'Ask again');
    expect((await view.saved()).difference).toBeLessThanOrEqual(1e-9);
  });

  test('no request went to another host, and there was no error in the log', () => {
    expect(view.foreignRequests).toEqual([]);
    expect(view.errors).toEqual([]);
  });
}
