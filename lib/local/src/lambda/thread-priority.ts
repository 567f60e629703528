import { getPriority, setPriority } from 'node:os';

/** Added to the nice value of a long calculation, so that calculations that have just begun go before it. */
const FURTHER = 5;

/**
 * Lowers the priority of a thread, given by its id in Linux.
 * @returns a function that restores it. Only the superuser may do that: for anyone else the thread keeps the low priority,
 * which matters only while other threads want the processor.
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
