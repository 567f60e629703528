import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screenshotFolder } from './browser.ts';
import { served } from './served.ts';

/** With `npm run pictures` this is the README's picture; otherwise it is stored with the screenshots. */
const folder = process.env.POLYNYA_PICTURES ?? screenshotFolder;
const MAX_BYTES = 300_000;

/** The tests make the picture, so that it shows the present page. */
export function testPicture(): void {
  test('the picture shows routes that agree with the service, and is of moderate size', async () => {
    const view = await served.newPage();
    await view.open('#?start=-51.9,-57.5&end=-69.5,-30');
    const { difference } = await view.saved();
    expect(difference).toBeLessThanOrEqual(1e-9);
    await view.rendered();
    const picture = await view.page.screenshot({ type: 'webp', quality: 82 });
    expect(picture.length).toBeLessThan(MAX_BYTES);
    await writeFile(join(folder, 'map.webp'), picture);
    await view.close();
  });
}
