import { join } from 'node:path';
import type Feature from 'ol/Feature.js';
import type { Browser, BrowserContext, ConsoleMessage, HTTPRequest, Page, Viewport } from 'puppeteer-core';
import type { EngineClient } from '../../../lib/console/engine/engine-client.ts';
import type { ChartMap } from '../../../lib/console/map/chart-map.ts';
import type * as State from '../../../lib/console/state/state.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { screenshotFolder } from './browser.ts';

/** What the page offers for measurements. */
declare global {
  var polynya: { engine: EngineClient; map: ChartMap; state: typeof State };
}

type Pixel = readonly [red: number, green: number, blue: number];

/** Whether two colours look alike; a screen blends lines with what is below them. */
export function isNear(colour: readonly number[], hex: string, tolerance = 60): boolean {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return colour.every((value, k) => Math.abs(value - wanted[k]!) <= tolerance);
}

/** The browser reports a failed request itself; tests of failures expect such messages. */
const FAILED_REQUEST = /^Failed to load resource/;
/** Maximum time that a test waits; only reached if the test fails or the machine is very busy. */
const WAIT_MS = 110_000;
/** How often it looks whether it is over. */
const POLLING_MS = 50;

/**
 * How a page is opened: as one of many in a browser that has loaded its files before, by default; as the first one of a new
 * browser; or as one that may install its service worker, which would answer in other tests.
 */
export type Opened = 'again' | 'first' | 'kept';

/**
 * Where a page has its storage, which is empty: the browser's own, where files and code of pages before it are at hand,
 * unless another page is open there.
 */
async function emptyContext(browser: Browser, url: string, opened: Opened): Promise<BrowserContext> {
  const shared = browser.defaultBrowserContext();
  const [blank, ...others] = await shared.pages(); // each browser begins with an empty tab
  if (opened !== 'again' || others.length > 0) return browser.createBrowserContext();
  const session = await blank!.createCDPSession();
  const { origin } = new URL(url);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
  await session.detach();
  return shared;
}

/** The console in a browser; records errors in the page and its requests to other hosts. */
export class ConsolePage {
  readonly page: Page;
  readonly errors: string[] = [];
  readonly foreignRequests: string[] = [];
  readonly #url: string;

  private constructor(page: Page, url: string, hosts: readonly string[]) {
    this.page = page;
    this.#url = url;
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (/^https?:$/.test(protocol) && !hosts.includes(host)) this.foreignRequests.push(request.url());
    });
    page.on('console', (message) => this.#note(message));
    page.on('pageerror', (error) => this.errors.push((error as Error).stack ?? String(error)));
  }

  /** @param hosts to which the page may send requests */
  static async create(
    browser: Browser,
    url: string,
    hosts: readonly string[],
    opened: Opened = 'again',
  ): Promise<ConsolePage> {
    const context = await emptyContext(browser, url, opened);
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    // by default it looks at each frame, for which the browser draws 60 frames a second: a third of its processor time
    const waitForFunction = page.waitForFunction.bind(page);
    page.waitForFunction = ((isSo: never, options: object, ...values: never[]) =>
      waitForFunction(isSo, { polling: POLLING_MS, ...options }, ...values)) as typeof page.waitForFunction;
    // of what has a pseudo-class too
    const waitForSelector = page.waitForSelector.bind(page);
    page.waitForSelector = (async (selector: string, options: object) => {
      if (!selector.includes(':') || selector.includes('::-p-')) return waitForSelector(selector, options);
      const found = await page.waitForFunction((wanted) => document.querySelector(wanted), options, selector);
      return found.asElement();
    }) as typeof page.waitForSelector;
    // the emulated graphics card does not say that it is slow; smooth edges would take four times the time
    await page.evaluateOnNewDocument(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, options) {
        return options?.failIfMajorPerformanceCaveat ? null : getContext.call(this, kind, options);
      } as typeof getContext;
    });
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    if (opened !== 'kept') {
      await page.evaluateOnNewDocument(() => {
        for (const name of ['serviceWorker', 'caches']) {
          Object.defineProperty(name === 'caches' ? globalThis : navigator, name, { value: undefined });
        }
      });
    }
    return new ConsolePage(page, url, hosts);
  }

  /** Opens the page and waits for the sea, unless a test expects that there is none. */
  async open(fragment = '', { sea = true } = {}): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(`${this.#url}/${fragment}`);
    await this.page.waitForFunction(() => globalThis.polynya !== undefined);
    if (sea) await this.seaShown();
  }

  /**
   * Puts the plan of a link in the place of the present one in the page that is open, as one who goes to it: to open
   * the page again would take a second of a core.
   */
  async follow(fragment: string): Promise<void> {
    await this.clickButton('.ends', 'New plan');
    await this.page.waitForFunction(() => !polynya.state.start.value && !polynya.state.end.value);
    await this.page.evaluate((link) => {
      location.hash = link;
    }, fragment);
    await this.page.waitForFunction(() => polynya.state.start.value);
  }

  /** Opens the page on another screen. A page that is open would be loaded once more for it. */
  async openOn(screen: Viewport, fragment = ''): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.setViewport(screen);
    await this.open(fragment);
  }

  async seaShown(): Promise<void> {
    await this.page.waitForFunction(() => polynya.state.sea.value !== null);
    await this.rendered();
  }

  /** Waits until the map has drawn its data. */
  async rendered(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          polynya.map.olMap.once('rendercomplete', () => requestAnimationFrame(() => resolve()));
          polynya.map.olMap.render();
        }),
    );
  }

  /** Where a point is on the screen, once what is there can be taken hold of. */
  async pixelOf(point: LatLon): Promise<[number, number]> {
    await this.rendered();
    const pixel = await this.page.evaluate((at) => polynya.map.pixelOf(at), point);
    if (!pixel) throw new Error(`(${point.lat}, ${point.lon}) is not on the map`);
    return pixel;
  }

  /** Where the shown route is half-way on the screen. */
  async middleOfRoute(): Promise<[number, number]> {
    const middle = await this.page.evaluate(() => {
      const { coordinates } = polynya.state.routes.value[0]!;
      const [lon, lat] = coordinates[Math.floor(coordinates.length / 2)]!;
      return { lat, lon };
    });
    return this.pixelOf(middle);
  }

  /** Waits until the shown route calls at stops in an order. */
  async sailed(...names: string[]): Promise<void> {
    await this.page.waitForFunction(
      (wanted) =>
        polynya.state.routes.value[0]?.stops
          ?.slice(1, -1)
          .map(({ name }) => name)
          .join() === wanted,
      {},
      names.join(),
    );
  }

  async click(point: LatLon): Promise<void> {
    const [x, y] = await this.pixelOf(point);
    await this.page.mouse.click(x, y);
  }

  /** Waits for the button with a text or a label below an element, and clicks it. */
  async clickButton(parent: string, text: string): Promise<void> {
    const wanted = `[contains(., "${text}") or @aria-label="${text}"]`;
    const button = await this.page.waitForSelector(`${parent} ::-p-xpath(.//button${wanted})`);
    await button!.evaluate((element) => (element as HTMLElement).click());
  }

  /** Unfolds or folds a section, wherever the page has moved it meanwhile. */
  async unfold(section: string): Promise<void> {
    const summary = await this.page.waitForSelector(`${section} summary`);
    await summary!.evaluate((element) => (element as HTMLElement).click());
  }

  /** Writes into a field of the opened stop, by its label. */
  async writeOfStop(label: string, text: string): Promise<void> {
    const field = await this.page.waitForSelector(`.stop-editor ::-p-xpath(.//label[.="${label}"])`);
    await this.write(`#${await field!.evaluate((each) => (each as HTMLLabelElement).htmlFor)}`, text);
  }

  /** Writes into a field in the place of what it has, and presses Enter. */
  async write(field: string, text: string): Promise<void> {
    const input = await this.page.waitForSelector(`${field}:enabled`);
    await input!.evaluate((element) => {
      (element as HTMLInputElement).focus();
      (element as HTMLInputElement).select();
    });
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }

  /** Centres the map so that the panel covers none of the points. */
  async look(place: { lat: number; lon: number; zoom: number; projection: 'south' | 'north' | 'mercator' }) {
    await this.page.evaluate((at) => {
      polynya.state.projection.value = at.projection;
      polynya.map.show(at);
    }, place);
    await this.rendered();
  }

  /** The drawer covers part of the map; colours are read while it is closed. */
  async showDrawer(open: boolean): Promise<void> {
    await this.page.evaluate((wanted) => {
      polynya.state.drawerOpen.value = wanted;
    }, open);
  }

  /** Waits for a state of the request, as the panel shows it: none, asked, answered, failed, problem. */
  async status(wanted: string): Promise<{ text: string; route: string | null; difference: number }> {
    // an answer is compared with the preview, which may arrive shortly before or after it
    const compared = wanted === 'answered' ? ':not([data-difference="null"])' : '';
    await this.page.waitForSelector(`.status[data-state="${wanted}"]${compared}`);
    return this.page.$eval('.status', (element) => ({
      text: element.textContent ?? '',
      route: element.getAttribute('data-route'),
      difference: Number(element.getAttribute('data-difference')),
    }));
  }

  /** Saves the plan, unless it is saved already, and waits for the service's answer. */
  async saved(): ReturnType<ConsolePage['status']> {
    const state = await this.page.waitForSelector(
      '.status button.save, .status:is([data-state=asked], [data-state=answered])',
    );
    await state!.evaluate((element) => element instanceof HTMLButtonElement && element.click());
    return this.status('answered');
  }

  /** What Save sends to the service, which does not get it: tests that need no answer leave it in peace. */
  async wouldSave(): Promise<Record<string, unknown>> {
    const { page } = this;
    const save = await page.waitForSelector('.status button.save');
    const sent = Promise.withResolvers<string>();
    const hold = (request: HTTPRequest) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/api/route')) {
        request.continue();
        return;
      }
      sent.resolve(request.postData()!);
      request.respond({ status: 422, contentType: 'application/json', body: '{"error":"Not now."}' });
    };
    await page.setRequestInterception(true);
    page.on('request', hold);
    await save!.evaluate((element) => (element as HTMLElement).click());
    const body = JSON.parse(await sent.promise);
    await this.status('failed');
    page.off('request', hold);
    await page.setRequestInterception(false);
    return body;
  }

  /** The sentences of the alerts, once one contains a text. */
  async alert(text: string): Promise<string> {
    const alert = await this.page.waitForSelector(`.alerts ::-p-text(${text})`);
    return alert!.evaluate((element) => element.textContent ?? '');
  }

  /** The alerts that have a pin on the map: one for several that lie at a place. */
  alertPins(): Promise<string[]> {
    return this.page.evaluate(() =>
      polynya.map.alerts
        .getSource()!
        .getFeatures()
        .flatMap((pin) => (pin.get('features') as Feature[]).map((each) => each.get('alert') as string)),
    );
  }

  /** The colours on the screen at some points. */
  async colours(places: readonly (readonly [number, number])[]): Promise<Pixel[]> {
    const image = await this.page.screenshot({ encoding: 'base64' });
    return this.page.evaluate(
      async (data, at) => {
        const picture = new Image();
        picture.src = `data:image/png;base64,${data}`;
        await picture.decode();
        const canvas = document.createElement('canvas');
        canvas.width = picture.width;
        canvas.height = picture.height;
        const context = canvas.getContext('2d')!;
        context.drawImage(picture, 0, 0);
        return at.map(
          ([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3) as [number, number, number],
        );
      },
      image,
      places,
    );
  }

  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: join(screenshotFolder, `${name}.png`) });
  }

  /** The text of the notice, once there is one. */
  async notice(): Promise<string> {
    const notice = await this.page.waitForSelector('.notice');
    return notice!.evaluate((element) => element.firstChild?.textContent ?? '');
  }

  async closeNotice(): Promise<void> {
    await this.page.evaluate(() => {
      polynya.state.notice.value = null;
    });
  }

  async close(): Promise<void> {
    const context = this.page.browserContext();
    const isShared = context === this.page.browser().defaultBrowserContext();
    await (isShared ? this.page : context).close();
  }

  #note(message: ConsoleMessage): void {
    if (message.type() === 'error' && !FAILED_REQUEST.test(message.text())) this.errors.push(message.text());
  }
}
