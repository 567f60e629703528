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
    // colours of another light fade
    const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Finding[] }> };
    };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return findings.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join()} ${failureSummary}`),
  );
}

/** What it finds in any light, in which the page is `seen`; the page is by day afterwards. */
export async function axeInEachLight(
  page: Page,
  seen: (light: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const findings: string[] = [];
  for (const light of ['night', 'dark', 'day'] as const) {
    await page.evaluate((name) => {
      polynya.state.themeChoice.value = name;
    }, light);
    findings.push(...(await axeFindings(page)).map((finding) => `${light}: ${finding}`));
    await seen(light);
  }
  return findings;
}
