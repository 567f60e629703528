import { expect, test } from 'vitest';
import { served } from './served.ts';

/** Swagger UI, from the bundle. */
export function testSchemaPage(): void {
  test('the API can be read and tried, without files from other hosts', async () => {
    const { apiUrl } = served.service.stack;
    const page = await served.browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^https?:$/.test(protocol) && origin !== apiUrl) problems.push(request.url());
    });
    await page.goto(`${apiUrl}/api/schema/swagger-ui/`);
    const health = '[id^="operations-service-"]';
    const click = async (part: string) => (await page.waitForSelector(`${health} ${part}`))!.click();
    await click('.opblock-summary-control');
    await click('.try-out__btn');
    await click('.execute');
    const answer = await page.waitForSelector(`${health} .live-responses-table code`);
    expect(await answer!.evaluate((element) => element.textContent)).toMatch(/"status": "ok"/);
    expect(problems).toEqual([]);
    await page.close();
  });
}
