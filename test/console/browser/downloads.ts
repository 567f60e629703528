import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsolePage } from './console-page.ts';

/** The files that a page hands to the browser. */
export interface Downloads {
  /** The text of the next file; waits until it is whole. */
  next(): Promise<string>;
  end(): Promise<void>;
}

export async function downloadsOf({ page }: ConsolePage): Promise<Downloads> {
  const folder = await mkdtemp(join(tmpdir(), 'polynya-downloads-'));
  const session = await page.browser().target().createCDPSession();
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName', // by the identifier in the events
    downloadPath: folder,
    browserContextId: page.browserContext().id!,
    eventsEnabled: true,
  });
  const whole: string[] = [];
  let onWhole = () => {};
  session.on('Browser.downloadProgress', ({ guid, state }) => {
    if (state !== 'completed') return;
    whole.push(guid);
    onWhole();
  });
  return {
    next: async () => {
      if (whole.length === 0) await new Promise<void>((resolve) => (onWhole = resolve));
      return readFile(join(folder, whole.shift()!), 'utf8');
    },
    end: async () => {
      await session.detach();
      await rm(folder, { recursive: true });
    },
  };
}
