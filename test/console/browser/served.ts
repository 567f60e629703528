import type { Browser } from 'puppeteer-core';
import { generateSampleMeshes } from '../../../lib/sample-mesh/sample-mesh.ts';
import { reference, type Service, startService } from '../../local/service.ts';
import { launchBrowser } from './browser.ts';
import { ConsolePage } from './console-page.ts';

/** The whole service with the sample mesh, and a browser. */
export interface Served {
  readonly service: Service;
  readonly browser: Browser;
  newPage(): Promise<ConsolePage>;
  end(): Promise<void>;
}

/** @param context configuration other than that of the development stage */
export async function serve(context?: Readonly<Record<string, string>>): Promise<Served> {
  const service = await startService(undefined, context);
  const { meshes, metadataName, metadataGzip } = generateSampleMeshes();
  for (const { name, gzip } of meshes) await service.put(`meshes/${name}`, gzip);
  await service.put(`metadata/${metadataName}`, metadataGzip);
  const results = await service.importMeshes();
  if (!results.some(({ outcome }) => outcome === 'inserted')) throw new Error(JSON.stringify(results));
  const browser = await launchBrowser();
  const hosts = [service.stack.apiUrl, service.stack.awsUrl].map((url) => new URL(url).host);
  return {
    service,
    browser,
    newPage: () => ConsolePage.create(browser, service.stack.apiUrl, hosts),
    end: async () => {
      await browser.close();
      await service.end();
    },
  };
}

/** Adds the reference mesh of the Weddell Sea; its id, or null where the reference data are missing. */
export async function addWeddellSea(service: Service): Promise<number | null> {
  const gzip = await reference('meshes/weddell-sea-8k.vessel.json.gz');
  if (!gzip) return null;
  const { gunzipSync } = await import('node:zlib');
  return service.addMesh('weddell', gunzipSync(gzip).toString(), '20240214T050500');
}
