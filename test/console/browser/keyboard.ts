import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdaFields } from '../../vessel/vehicles.ts';
import { axeFindings, loadAxe } from './axe.ts';
import type { ConsolePage } from './console-page.ts';
import { downloadsOf } from './downloads.ts';
import { served } from './served.ts';

const SHIP = 'Keyboard ship';
/** Presses of Tab after which what is looked for is not there. */
const MOST_TABS = 120;

/** Everything that is planned, with the keyboard alone: no element is focused or clicked but by its keys. */
export function testKeyboard(): void {
  let view: ConsolePage;

  beforeAll(async () => {
    const vehicle = { ...sdaFields, vessel_type: SHIP, ice_class: 'PC5' };
    expect((await served.service.post('/api/vehicle', vehicle)).status).toBe(201);
    view = await served.newPage();
    await view.page.setBypassCSP(true); // for axe, which is not of the page
    await view.open();
    await loadAxe(view.page);
  });
  afterAll(async () => {
    await view.close();
    await served.service.delete(`/api/vehicle/${encodeURIComponent(SHIP)}`);
  });

  const press = (...keys: Parameters<ConsolePage['page']['keyboard']['press']>[0][]) =>
    keys.reduce((before, key) => before.then(() => view.page.keyboard.press(key)), Promise.resolve());

  /** Presses Tab until an element is focused: one that a selector names, whose label or text contains a name. */
  async function tabTo(selector: string, name = '', key: 'forwards' | 'back' = 'forwards'): Promise<void> {
    const { keyboard } = view.page;
    if (key === 'back') await keyboard.down('Shift');
    for (let k = 0; k < MOST_TABS; k++) {
      await keyboard.press('Tab');
      const isThere = await view.page.evaluate(
        (wanted, text) => {
          const { activeElement: at } = document;
          return (
            !!at?.matches(wanted) && (at.getAttribute('aria-label') ?? at.textContent ?? '').includes(text)
          );
        },
        selector,
        name,
      );
      if (!isThere) continue;
      if (key === 'back') await keyboard.up('Shift');
      return;
    }
    throw new Error(`${selector} ${name} is not reached by Tab`);
  }

  /** To a part of the panel by its button, which takes the focus there. */
  async function goTo(part: string, key: 'forwards' | 'back' = 'back'): Promise<void> {
    await tabTo('.section-bar button', part, key);
    await press('Enter');
    await view.page.waitForFunction(() => !document.activeElement?.closest('.section-bar'));
  }

  async function type(text: string): Promise<void> {
    await view.page.keyboard.type(text);
    await press('Enter');
  }

  const sailed = (...names: string[]) =>
    view.page.waitForFunction(
      (wanted) =>
        polynya.state.preview.value?.routes[0]?.stops
          ?.slice(1, -1)
          .map(({ name }) => name)
          .join() === wanted,
      {},
      names.join(),
    );

  test('places, departure and vessel are typed and chosen', async () => {
    await tabTo('.skip');
    await press('Enter');
    await view.page.waitForFunction(() => document.activeElement?.id === 'start');
    await type('60°30.0′S 050°00.0′W');
    await tabTo('#end');
    await type('-62, -30');
    await view.page.waitForFunction(() => polynya.state.routes.value.length === 2);
    // what a screen reader is told of it
    await view.page.waitForSelector('.spoken[role=status]::-p-text(Fastest: )');
    await tabTo('#departure');
    await type('24 Dec 18:00');
    await view.page.waitForFunction(() => location.hash.includes('departure='));
    await tabTo('.vehicle-choice select');
    await view.page.keyboard.type(SHIP.slice(0, 6));
    await view.page.waitForFunction((ship) => polynya.state.vehicle.value?.vessel_type === ship, {}, SHIP);
    await view.page.waitForFunction(() => polynya.state.routes.value.length === 2);
  });

  test('the speed is a point on the curve, or a time of arrival', async () => {
    await goTo('Speed');
    if (await view.page.$('.speed ::-p-text(Use the data of the sea alone)')) {
      await tabTo('.speed button', 'Use the data of the sea alone');
      await press('Enter');
    }
    await view.page.waitForSelector('.speed [role=slider]');
    await tabTo('.speed [role=slider]');
    await press('End');
    const within = () => view.page.waitForFunction(() => polynya.state.voyage.value?.within_hours);
    await within();
    await view.page.waitForFunction(() => polynya.state.routes.value.some(({ line }) => line === 'within'));
    expect(await axeFindings(view.page)).toEqual([]);
    await tabTo('#arrive-by');
    await type('30 Dec 06:00');
    await view.page.waitForFunction(() => polynya.state.voyage.value?.arrive_by);
    await view.page.waitForFunction(() => location.hash.includes('arriveBy'));
    await tabTo('.speed button', 'As fast', 'back');
    await press('Enter');
    await view.page.waitForFunction(() => !polynya.state.voyage.value?.arrive_by);
  });

  test('stops are added, moved, named, put into the best order; the clearance is set', async () => {
    await goTo('Stops');
    await view.page.waitForSelector('.add-stops input');
    await tabTo('.add-stops input', 'Add a stop');
    await type('61 00 S 046 00 W');
    await sailed('Stop 1');
    await type('62 00 S 036 00 W');
    await sailed('Stop 1', 'Stop 2');
    // a stop that is deleted takes the focus to the one beside it
    await type('61 30 S 040 00 W');
    await sailed('Stop 1', 'Stop 3', 'Stop 2');
    await tabTo('.stops button', 'Delete Stop 3', 'back');
    await press('Enter');
    await sailed('Stop 1', 'Stop 2');
    expect(await view.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Delete Stop 2',
    );
    await tabTo('.stops button', 'Move Stop 2', 'back');
    await press('ArrowUp');
    await sailed('Stop 2', 'Stop 1');
    await tabTo('.stop-summary', 'Stop 1');
    await press('Enter');
    await tabTo('.stops input');
    await press('End', '!');
    await tabTo('.stops input');
    await sailed('Stop 2', 'Stop 1!');
    expect(await axeFindings(view.page)).toEqual([]);
    await tabTo('.stop-order button', 'Best order');
    await press('Enter');
    await view.page.waitForFunction(() => polynya.state.preview.value?.inGivenOrder);
    await tabTo('#clearance');
    await press('PageUp');
    await view.page.waitForFunction(() => location.hash.includes('clearance=2'));
  });

  test('a zone is typed and made a speed limit; its entry is an alert with a pin', async () => {
    await goTo('Zones');
    await tabTo('.add-zone button', 'Type');
    await press('Enter');
    await tabTo('.border-field textarea');
    await view.page.keyboard.type('61°00′S 037°00′W\n61°00′S 034°00′W\n63°00′S 034°00′W\n63°00′S 037°00′W');
    await tabTo('.border-field button');
    await press('Enter');
    await view.alert('lies in the closed zone "Zone"');
    await tabTo('.zone-fields select', '', 'back');
    await press('ArrowDown'); // Speed limit
    // where and when is that of the fastest alone
    expect(await view.alert('Fastest enters the speed limit Zone after')).toContain(
      '; least fuel enters it too.',
    );
    await view.rendered();
    expect(await view.alertPins()).toContain('zone Zone');
    expect(await axeFindings(view.page)).toEqual([]);
  });

  test('the reach is measured, another vessel compared', async () => {
    await goTo('Reach');
    await view.page.waitForSelector('.reach .areas li');
    await tabTo('.reach button', 'There and back');
    await press('Enter');
    await view.page.waitForSelector('.reach .areas li');
    await press('Enter');
    await goTo('Compare');
    await tabTo('.add-variant');
    await press('Enter');
    await view.page.waitForSelector('.comparison tr[data-line=variant1]');
    expect(await axeFindings(view.page)).toEqual([]);
  });

  test('profile and passage are read, a waypoint named, the plan saved, loaded as a file and printed', async () => {
    await tabTo('.drawer .place-slider');
    await press('PageUp');
    await view.page.waitForFunction(() => polynya.state.pointed.value);
    await tabTo('.drawer [role=tab]', 'Passage', 'back');
    await press('Enter');
    await view.page.waitForSelector('.waypoints input');
    await tabTo('.waypoints input', 'Name of waypoint 2');
    await type('North gate');
    await view.page.waitForFunction(() => location.hash.includes('North'));
    expect(await axeFindings(view.page)).toEqual([]);
    const files = await downloadsOf(view);
    await tabTo('.downloads button', 'Download', 'back');
    await press('Enter');
    expect(await files.next()).toContain('<route');
    await files.end();
    await view.page.evaluate(() => {
      globalThis.print = () => document.body.classList.add('would-print');
    });
    await tabTo('.downloads button', 'Print');
    await press('Enter');
    await view.page.waitForSelector('body.would-print');
    await tabTo('.status .save', '', 'back');
    await press('Enter');
    expect((await view.status('answered')).difference).toBeLessThanOrEqual(1e-9);
  });

  /** Moves the map by a key, and waits until it lies still. */
  const move = async (key: 'ArrowRight' | 'ArrowDown' | '+') => {
    const before = await view.page.evaluate(() => JSON.stringify(polynya.map.place()));
    await press(key);
    await view.page.waitForFunction(
      (place) => JSON.stringify(polynya.map.place()) !== place && !polynya.map.olMap.getView().getAnimating(),
      {},
      before,
    );
  };

  test('on the map keys put an end at its middle, Ctrl Z takes it back; what is measured is told by keys, too', async () => {
    await tabTo('#map', '', 'back');
    const before = await view.page.evaluate(() => polynya.state.end.value!.lat);
    await press('e');
    await view.page.waitForFunction((lat) => polynya.state.end.value!.lat !== lat, {}, before);
    await view.page.keyboard.down('Control');
    await press('z');
    await view.page.keyboard.up('Control');
    await view.page.waitForFunction((lat) => polynya.state.end.value!.lat === lat, {}, before);

    await press('m');
    await view.page.waitForSelector('.measured');
    const told = () => view.page.$eval('.measured', (bar) => bar.textContent);
    expect(await told()).toMatch(/^Move the map and press Enter: bearing/);
    await press('Enter');
    await move('ArrowRight');
    await press('Enter');
    await view.page.waitForSelector('.measured strong');
    expect(await told()).toMatch(/^\d{3}\.\d° \d/);
    await press('m');
    await view.page.waitForFunction(() => !document.querySelector('.measured'));
  });

  test('a route of one’s own, the border of a zone and a box are drawn by keys on the map, a stop is picked', async () => {
    /** Three points, of which the last is taken back and put elsewhere; once more there ends it. */
    const draw = async () => {
      await view.page.waitForFunction(() => document.activeElement?.id === 'map');
      expect(await view.page.$eval('.drawing', (bar) => bar.textContent)).toContain('press Enter');
      await press('Enter');
      await move('ArrowRight');
      await press('Enter');
      await move('ArrowRight');
      await press('Enter', 'Backspace');
      await move('ArrowDown');
      await press('Enter', 'Enter');
    };
    await goTo('Compare');
    await tabTo('.own-route button', 'Draw');
    await press('Enter');
    await draw();
    const own = await view.page.waitForFunction(() => polynya.state.ownWaypoints.value?.waypoints);
    const [first, second, third, ...more] = (await own.jsonValue()) as [number, number][];
    expect(more).toEqual([]);
    expect(new Set([first, second, third].map((point) => point!.join())).size).toBe(3);
    await view.page.waitForSelector('.drawing', { hidden: true });
    await goTo('Zones', 'forwards');
    await tabTo('.add-zone button', 'Draw');
    await press('Enter');
    await draw();
    await view.page.waitForSelector('.zones ::-p-text(Zone 2)');
    await goTo('Stops', 'forwards');
    await tabTo('.add-stops button', 'Draw a box');
    await press('Enter');
    for (let k = 0; k < 3; k++) await move('+'); // its lines are short enough then
    await draw();
    await view.page.waitForFunction(() =>
      polynya.state.voyage.value?.stops?.some(({ name }) => name === 'Box'),
    );
    const stopCount = () => view.page.evaluate(() => polynya.state.voyage.value!.stops!.length);
    const count = await stopCount();
    await goTo('Stops', 'forwards');
    await tabTo('.add-stops button', 'Pick on the map');
    await press('Enter');
    await view.page.waitForFunction(() => document.activeElement?.id === 'map');
    await press('Enter');
    await expect.poll(stopCount).toBe(count + 1);
    expect(view.errors).toEqual([]);
  });

  test('where a button goes, the focus stays where it is of use', async () => {
    const focused = () => view.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await view.page.evaluate(() => {
      polynya.state.notice.value = { kind: 'info', text: 'A message.' };
    });
    await tabTo('.notice button', 'Close', 'back'); // it is the last of the page
    await press('Enter');
    await view.page.waitForFunction(() => document.activeElement?.id === 'map');
    await tabTo('.tools button', 'Undo');
    for (let steps = 0; (await focused()) === 'Undo'; steps++) {
      expect(steps).toBeLessThan(100);
      await press('Enter');
      await view.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(await focused()).toBe('Redo');
    expect(view.errors).toEqual([]);
  });
}
