import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsolePage } from './console-page.ts';
import { served } from './served.ts';

/** What the map shows beside sea and lines: the names of its grid, arrows, a route in the colours of a quantity. */
export function testLooks(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    view = await served.newPage();
  });
  afterAll(() => view.close());

  /** Places of the names of meridians and parallels, and what lies over the map. */
  const labels = () =>
    view.page.evaluate(() => {
      const { map } = polynya;
      const source = map.graticuleLabels.getSource()!;
      const places = source.getFeatures().map((feature) => {
        const [x, y] = map.olMap.getPixelFromCoordinate(feature.getGeometry()!.getExtent().slice(0, 2));
        return { text: feature.get('label') as string, x: x!, y: y! };
      });
      const cards = [
        ...document.querySelectorAll('.panel, .view-controls, .corner > *, .page > .drawer'),
      ].map((card) => {
        const { left, top, right, bottom } = card.getBoundingClientRect();
        return { name: card.className, left, top, right, bottom };
      });
      return { places: places.filter(({ text }) => text), cards };
    });

  test('the empty page offers a passage; a click shows its route; back and forward take it away and show it', async () => {
    await view.open();
    await view.clickButton('.empty', 'Try ');
    await view.page.waitForFunction(() => polynya.state.routes.value.length === 2);
    expect(await view.page.$('.empty')).toBeNull();
    await view.page.goBack();
    await view.page.waitForSelector('.empty');
    await view.page.goForward();
    await view.page.waitForFunction(() => polynya.state.routes.value.length === 2);
  });

  test.each([
    { lat: -66, lon: -42, zoom: 4.1, projection: 'south' as const },
    { lat: -85, lon: 0, zoom: 2.2, projection: 'south' as const },
    { lat: 60, lon: -20, zoom: 3, projection: 'mercator' as const },
  ])('names of the grid are not on each other, nor below a card: %j', async (place) => {
    await view.look(place);
    const { places, cards } = await labels();
    expect(places.length).toBeGreaterThan(4);
    for (const [i, a] of places.entries()) {
      for (const b of places.slice(i + 1)) {
        expect(Math.abs(a.x - b.x) >= 40 || Math.abs(a.y - b.y) >= 14, `${a.text} ${b.text}`).toBe(true);
      }
      for (const { name, left, top, right, bottom } of cards) {
        expect(a.x > left && a.x < right && a.y > top && a.y < bottom, `${a.text} below ${name}`).toBe(false);
      }
    }
  });

  test('on a map that is turned, lines and names are sharp: what lies over the sea is one picture, drawn as it is seen', async () => {
    await view.look({ lat: -66, lon: -42, zoom: 4.1, projection: 'south' });
    expect(await view.page.evaluate(() => polynya.map.olMap.getView().getRotation())).toBeCloseTo(0.733, 3);
    const pictures = await view.page.$$eval('#map .ol-layer canvas', (all) =>
      all.map((each) => new DOMMatrix(getComputedStyle(each).transform).isIdentity),
    );
    expect(pictures).toEqual([true]);
  });

  test('the chosen route takes the colours of a quantity, and the current has arrows; the legend says so', async () => {
    const coloured = () =>
      view.page.evaluate(() => {
        const features = polynya.map.lines.getSource()!.getFeatures();
        return features.map((feature) => feature.get('coloured')).filter(Boolean).length;
      });
    await view.look({ lat: -62, lon: -50, zoom: 4, projection: 'south' });
    // lines have their names beside them, one below the other where they are one
    await view.page.waitForFunction(() => polynya.map.lineNames.boxes.length > 0);
    expect(await coloured()).toBe(0);
    await view.page.select('.more label:nth-child(1) select', 'ice');
    expect(await coloured()).toBeGreaterThan(1);
    const legend = () => view.page.$eval('.legend', (each) => each.textContent!);
    expect(await legend()).toContain('Route: Ice concentration');
    await view.unfold('.more');
    await view.page.select('.more label:nth-child(2) select', 'current');
    expect(await legend()).toContain('Arrows: current');
    const arrows = await view.page.evaluate(() => {
      const [all] = polynya.map.arrows.getSource()!.getFeatures();
      return (all!.getGeometry() as unknown as { getCoordinates(): unknown[] }).getCoordinates().length;
    });
    expect(arrows).toBeGreaterThan(20);
    expect(view.errors).toEqual([]);
  });

  test.each([640, 660, 720, 768, 900, 1000])(
    'the values under the pointer are seen whole beside tools and drawer, %i pixels high',
    async (height) => {
      await view.page.setViewport({ width: 1280, height });
      await view.showDrawer(true);
      await view.page.mouse.move(...(await view.pixelOf({ lat: -60, lon: -50 })));
      await view.page.waitForSelector('.readout .position');
      const [readout, ...others] = await view.page.evaluate(() =>
        ['.readout', '.view-controls', '.map .ol-zoom', '.page > .drawer'].map((selector) => {
          const { left, top, right, bottom } = document.querySelector(selector)!.getBoundingClientRect();
          return { selector, left, top, right, bottom };
        }),
      );
      const over = others.filter(
        ({ left, top, right, bottom }) =>
          readout!.left < right && readout!.right > left && readout!.top < bottom && readout!.bottom > top,
      );
      expect(readout!.top).toBeGreaterThan(0);
      expect(over).toEqual([]);
    },
  );
}
