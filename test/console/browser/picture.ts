import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screenshotFolder } from './browser.ts';
import { served } from './served.ts';

/** `npm run pictures` writes the README's pictures here; else they go to the screenshots. */
const folder = process.env.POLYNYA_PICTURES ?? screenshotFolder;
const MAX_BYTES = 300_000;

/** The picture is made by the tests, so that it is true. */
export function testPicture(): void {
  test('the picture of the map is true, and of moderate size', async () => {
    const view = await served.newPage();
    await view.open('#?start=-51.9,-57.5&end=-69.5,-30');
    const { difference } = await view.status('answered');
    expect(difference).toBeLessThanOrEqual(1e-9);
    await view.rendered();
    const picture = await view.page.screenshot({ type: 'webp', quality: 82 });
    expect(picture.length).toBeLessThan(MAX_BYTES);
    await writeFile(join(folder, 'map.webp'), picture);
    await view.close();
  });
}
