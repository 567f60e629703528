/** One's own batches: how far each is, and stopping one. */
import { signal } from '@preact/signals';
import { pause, withRetries } from '../api/client.ts';
import { cancelBatch, listBatches } from '../api/service.ts';
import type { Batch } from '../api/types.ts';
import { readable } from '../readable.ts';

/** How often the list is asked for, ms: while a batch of it runs, and while none does. */
const POLL_MS = { running: 3000, idle: 15_000 };

/** The newest first; null until they are loaded. */
export const batches = signal<readonly Batch[] | null>(null);
/** Whether there are older ones. */
export const hasOlder = signal(false);
/** Why the list is not that of now. */
export const batchesProblem = signal<string | null>(null);

let pages = 1;
/** An answer that comes after that of a later question is not heeded. */
let [asked, answered] = [0, 0];

export const isRunning = ({ status }: Batch): boolean => status === 'PENDING' || status === 'STARTED';

export async function refreshBatches(stopped: AbortSignal = new AbortController().signal): Promise<void> {
  const question = ++asked;
  const list = await withRetries(() => listBatches(pages, stopped), stopped);
  if (question < answered) return;
  answered = question;
  batches.value = list.batches;
  hasOlder.value = list.hasMore;
}

export async function showOlder(): Promise<void> {
  pages++;
  await refreshBatches();
}

/** Keeps the list as it is now, until it is stopped. @throws AbortError */
export async function followBatches(stopped: AbortSignal): Promise<never> {
  for (;;) {
    if (!document.hidden) {
      try {
        await refreshBatches(stopped);
        batchesProblem.value = null;
      } catch (error) {
        const { name, message } = error as Error;
        if (name === 'AbortError') throw error;
        batchesProblem.value = readable(message);
      }
    }
    await pause(batches.peek()?.some(isRunning) ? POLL_MS.running : POLL_MS.idle, stopped);
  }
}

export async function stopBatch(id: string): Promise<void> {
  await cancelBatch(id);
  await refreshBatches();
}
