import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../local/service.ts';
import { launchBrowser } from './browser.ts';

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.end();
});

test('the API can be read and tried, with nothing from elsewhere', async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== service.stack.apiUrl) problems.push(request.url());
  });
  await page.goto(`${service.stack.apiUrl}/api/schema/swagger-ui/`);
  const health = '[id^="operations-service-"]';
  const click = async (part: string) => (await page.waitForSelector(`${health} ${part}`))!.click();
  await click('.opblock-summary-control');
  await click('.try-out__btn');
  await click('.execute');
  const answer = await page.waitForSelector(`${health} .live-responses-table code`);
  expect(await answer!.evaluate((element) => element.textContent)).toMatch(/"status": "ok"/);
  expect(problems).toEqual([]);
});
