import { type Batch, FINAL } from './batch.ts';
import type { BatchStore } from './ports.ts';

/** Batches of one requester that run at the same time. */
const AT_ONCE = 3;

/** Whether a batch may begin now: `wait` behind others of its requester, `over` where it has ended. */
export async function admitBatch(
  batches: Pick<BatchStore, 'find' | 'active' | 'change'>,
  id: string,
  now: Date,
): Promise<'run' | 'wait' | 'over'> {
  const batch: Batch | null = await batches.find(id);
  if (!batch || FINAL.includes(batch.status)) return 'over';
  if (batch.status === 'STARTED') return 'run';
  const first = await batches.active(batch.requester, AT_ONCE);
  // the list may be a moment behind: fewer than there may be are ahead
  if (!first.includes(id) && first.length >= AT_ONCE) return 'wait';
  const started = await batches.change(id, ['PENDING'], { status: 'STARTED', started: now.toISOString() });
  return started ? 'run' : 'over';
}
