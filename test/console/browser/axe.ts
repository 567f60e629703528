import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** Loads axe into a page, which must have been opened with its policy set aside. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(await readFile(file, 'utf8'));
}

/** What axe finds in the page as it is now, a line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  const findings = await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Finding[] }> };
    };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return findings.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join()} ${failureSummary}`),
  );
}
