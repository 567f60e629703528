import { gunzipSync } from 'node:zlib';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import { generateSampleMeshes } from '../../../lib/sample-mesh/sample-mesh.ts';
import { reference, type Service, startService } from '../../local/service.ts';
import { launchBrowser } from './browser.ts';
import { ConsolePage, type Opened } from './console-page.ts';

const STARTING_MS = 300_000;

/** The whole service with the sample meshes, and a browser. */
export interface Served {
  readonly service: Service;
  readonly browser: Browser;
  newPage(opened?: Opened): Promise<ConsolePage>;
}

/** What the tests of a file share, from its first test to its last. */
export let served: Served;

/** Starts the service and the browser for all tests of the file. */
export function serve(isMeasured = false): void {
  beforeAll(async () => {
    const [service, browser] = await Promise.all([startWithSample(), launchBrowser(isMeasured)]);
    served = { service, browser, newPage: (opened) => pageOf(service, browser, opened) };
  }, STARTING_MS);
  afterAll(async () => {
    await served?.browser.close();
    await served?.service.end();
  });
}

async function startWithSample(): Promise<Service> {
  const service = await startService();
  const { meshes, metadataName, metadataGzip } = generateSampleMeshes();
  for (const { name, gzip } of meshes) await service.put(`meshes/${name}`, gzip);
  await service.put(`metadata/${metadataName}`, metadataGzip);
  const results = await service.importMeshes();
  if (!results.every(({ outcome }) => outcome === 'inserted')) throw new Error(JSON.stringify(results));
  return service;
}

/** A new tab with its own session, which may send requests to the service only. */
export function pageOf({ stack }: Service, browser: Browser, opened?: Opened): Promise<ConsolePage> {
  const hosts = [stack.apiUrl, stack.awsUrl].map((url) => new URL(url).host);
  return ConsolePage.create(browser, stack.apiUrl, hosts, opened);
}

/** Adds the reference mesh of the Weddell Sea; its id, or null where the reference data are missing. */
export async function addWeddellSea(service: Service): Promise<number | null> {
  const gzip = await reference('meshes/weddell-sea-8k.vessel.json.gz');
  return gzip && service.addMesh('weddell', gunzipSync(gzip).toString(), '20240214T050500');
}
