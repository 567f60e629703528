/** What the page's state needs of a browser, with answers of a service that a test gives. */
import { afterEach, beforeEach, vi } from 'vitest';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  /** JSON, or the bytes of a file. */
  readonly body: unknown;
}

export interface AnsweredPage {
  readonly asked: Asked[];
  /** What the service answers to a request; undefined: that it failed. */
  answer: (request: Asked) => unknown;
  /** Waits that have begun, in ms, and what ends each. */
  readonly waits: { ms: number; end: () => void }[];
}

/** For each test of the file a page of its own, whose modules are loaded anew. */
export function answeredPage(): AnsweredPage {
  const page: AnsweredPage = { asked: [], answer: () => undefined, waits: [] };
  beforeEach(() => {
    page.asked.length = 0;
    page.waits.length = 0;
    const settings = JSON.stringify({ root: '', auth: 'none', meshAlarmHours: 24 });
    vi.stubGlobal('document', { hidden: false, querySelector: () => ({ content: settings }) });
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
    for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {});
    const { setTimeout: after } = globalThis; // not every wait is the page's
    vi.stubGlobal('setTimeout', (end: () => void, ms: number) =>
      ms < 1000 ? after(end, ms) : page.waits.push({ ms, end }),
    );
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body: sent }: RequestInit) => {
      const { pathname, searchParams } = new URL(url, 'https://polynya.example');
      const body = typeof sent === 'string' ? JSON.parse(sent) : sent;
      const request = { method, path: pathname, query: Object.fromEntries(searchParams), body };
      page.asked.push(request);
      const answer = await page.answer(request);
      if (answer === undefined) return new Response('{"error":"Not now."}', { status: 500 });
      return new Response(JSON.stringify(answer), { status: method === 'DELETE' ? 202 : 200 });
    });
    vi.resetModules();
  });
  afterEach(() => vi.unstubAllGlobals());
  return page;
}
