import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';

/**
 * Switches that would hide faults: the page must pass with a browser's usual security, in several processes.
 */
const UNWANTED = /^--(headless|single-process|disable-web-security|allow-running-insecure-content)/;
/**
 * The machine has no graphics card. WebGL needs an emulated one, but composing the whole page with it would
 * take ten times as long.
 */
const PLAIN_DRAWING = '--disable-gpu-compositing';
/**
 * Each page lives for seconds: to optimise its code once more for each takes a quarter of the processor time of these tests,
 * and to optimise what runs a few hundred times, not thousands, another twentieth.
 */
const NO_LATE_OPTIMISING = '--js-flags=--no-turbofan --invocation-count-for-maglev=3000';
/**
 * All tabs that share their storage share a process, which has compiled the page's code already: for a new one, to open the
 * page takes half as long again.
 */
const ONE_PROCESS_FOR_TABS = '--renderer-process-limit=1';
/**
 * The browser keeps more of the memory that it has freed, instead of giving it back to the system and asking for it anew, which
 * takes a fifteenth of the processor time of these tests.
 */
const KEEP_MEMORY = '--enable-features=PartitionAllocLargeEmptySlotSpanRing';
/** As in a container: the browser's language is then one that its own Intl refuses, and the page must start all the same. */
const LANGUAGE = { LANG: 'C', LC_ALL: 'C', LANGUAGE: '', TZ: 'UTC' };

/** Git ignores it. */
export const screenshotFolder = join(import.meta.dirname, '../screenshots');

/**
 * The browser of the npm package, or else the one that POLYNYA_CHROMIUM names.
 *
 * @param isMeasured whether it runs code as fast as that of a person
 */
export async function launchBrowser(isMeasured = false): Promise<Browser> {
  await mkdir(screenshotFolder, { recursive: true });
  const candidates = [() => chromium.executablePath(), async () => process.env.POLYNYA_CHROMIUM ?? ''];
  const failures: string[] = [];
  for (const candidate of candidates) {
    try {
      const executablePath = await candidate();
      if (!executablePath) continue;
      return await puppeteer.launch({
        executablePath,
        headless: 'shell',
        args: [
          ...chromium.args.filter((argument) => !UNWANTED.test(argument)),
          PLAIN_DRAWING,
          ONE_PROCESS_FOR_TABS,
          KEEP_MEMORY,
          ...(isMeasured ? [] : [NO_LATE_OPTIMISING]),
        ],
        env: { ...process.env, ...LANGUAGE },
        defaultViewport: { width: 1280, height: 760 },
      });
    } catch (error) {
      failures.push((error as Error).message.split('\n')[0]!);
    }
  }
  throw new Error(
    `No browser starts, and the page can't be tested without one (${failures.join('; ')}). Install the libraries that ` +
      'Chromium needs, or set POLYNYA_CHROMIUM to the path of an installed Chromium or Chrome.',
  );
}
