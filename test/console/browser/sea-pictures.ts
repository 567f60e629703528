import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsolePage, isNear } from './console-page.ts';
import { served } from './served.ts';

const VIEW = { lat: -66, lon: -42, zoom: 4.1, projection: 'south' as const };

/** Land and sea on both poles and on Mercator, by day and night, as they are on the screen. */
export function testSeaPictures(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    view = await served.newPage();
    await view.open();
  });
  afterAll(() => view.close());

  test.each(['south', 'mercator'] as const)(
    'land, sea and routes are in the picture: %s, by day and night',
    async (projection) => {
      await view.look({ ...VIEW, projection, zoom: projection === 'south' ? 4.1 : 3.6 });
      const land = await view.pixelOf({ lat: -69.5, lon: -65 });
      const sea = await view.pixelOf({ lat: -60.2, lon: -52 });
      const [x, y] = await view.pixelOf({ lat: -67.3, lon: -43.7 });
      // between the lines of the hatch
      const heavyIce = [0, 2, 4, 6].map((shift) => [x + shift, y] as const);
      const greatest = await view.page.$eval('.legend .scale', (scale) => {
        const { right, top, bottom } = scale.getBoundingClientRect();
        return [right - 4, (top + bottom) / 2] as const;
      });
      const colours: number[][][] = [];
      for (const theme of ['day', 'dark', 'night'] as const) {
        await view.page.evaluate((chosen) => {
          polynya.state.themeChoice.value = chosen;
        }, theme);
        await view.rendered();
        const [legend, ...others] = await view.colours([greatest, ...heavyIce, land, sea]);
        colours.push(others.slice(-2).map((colour) => [...colour]));
        const ice = others.slice(0, -2).reduce((a, b) => (b[0] > a[0] ? b : a));
        // the legend has the colours of the map, and by night the ice does not glare
        for (const k of [0, 1, 2] as const) expect(Math.abs(ice[k] - legend![k]), theme).toBeLessThan(14);
        if (theme === 'night') expect(Math.max(...ice)).toBeLessThan(72);
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
    // the coast of Siberia lies on both sides of the antimeridian
    await view.look({ lat: 67, lon: -178, zoom: 4, projection: 'mercator' });
    const [west, east, water] = await view.colours([
      await view.pixelOf({ lat: 67.2, lon: -183 }),
      await view.pixelOf({ lat: 67.2, lon: -178.6 }),
      await view.pixelOf({ lat: 67.5, lon: -168 }),
    ]);
    for (const land of [west, east]) expect(isNear(land!, '#e9dfc4', 12)).toBe(true);
    expect(isNear(water!, '#d8dfe3', 12)).toBe(true);
    await view.look({ lat: 78, lon: -20, zoom: 3.5, projection: 'north' });
    expect(isNear(greenland!, '#e9dfc4', 12)).toBe(true);
    expect(isNear(ocean!, '#d8dfe3', 12)).toBe(true);
    await view.page.mouse.move(...(await view.pixelOf({ lat: 80, lon: 10 })));
    const place = await view.page.$eval('.readout', (element) => element.textContent ?? '');
    expect(place).toMatch(/(80°00|79°59)\.\d{3}′N/);
  });

  test('there was no error in the log', () => {
    expect(view.errors).toEqual([]);
  });
}
