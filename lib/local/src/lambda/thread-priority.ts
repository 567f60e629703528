import { getPriority, setPriority } from 'node:os';

/** How much lower the priority of a long calculation is than that of one that has just begun. */
const FURTHER = 5;

/**
 * Lets other calculations go before a thread, which Linux knows by this number.
 * @returns what takes it back. Only the superuser may do that: for others a thread keeps the low priority, which costs
 * it something beside others only.
 */
export function yieldFurther(thread: number): () => void {
  const before = priorityOf(thread);
  if (before === undefined) return () => {};
  change(thread, Math.min(19, before + FURTHER));
  return () => change(thread, before);
}

function priorityOf(thread: number): number | undefined {
  try {
    return getPriority(thread);
  } catch {
    return undefined; // it has ended
  }
}

function change(thread: number, priority: number): void {
  try {
    setPriority(thread, priority);
  } catch {
    // it is not allowed, or the thread has ended
  }
}
