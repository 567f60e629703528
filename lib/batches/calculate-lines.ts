/** What one invocation of a child of the workflow does: it plans its lines one after the other, while there is time. */
import { type Batch, type BatchItem, FINAL, keysOf } from './batch.ts';
import type { Snapshot } from './input/accept-lines.ts';
import { crashedLine, type PlannedLine, type PlanPorts, planLine } from './plan-line.ts';
import type { BatchFiles, BatchStore } from './ports.ts';
import { type LineResult, storePart } from './results/store-part.ts';
import type { NumberedRoute } from './results/store-route.ts';

export interface CalculatePorts extends PlanPorts {
  readonly batches: Pick<BatchStore, 'find' | 'addPart'>;
  readonly files: Pick<BatchFiles, 'read' | 'write'>;
}

/** How far a child has come; the workflow counts a crash. */
export interface Progress {
  /** The item that comes next. */
  readonly next: number;
  /** Crashes since the last invocation that ended well, or lines that have to be planned carefully. */
  readonly crashes: number;
  readonly done: boolean;
}

export interface Task {
  readonly batch_id: string;
  /** Name of the child's execution. */
  readonly child: string;
  readonly items: readonly BatchItem[];
  readonly progress: Progress;
}

export interface Clock {
  readonly now: () => number;
  /** Until the Lambda is ended, ms. */
  readonly leftMs: () => number;
}

/** Kept back of the time, ms. */
export const RESERVED_MS = 60_000;
/** One invocation plans for so long at most, ms: what it has done then can be read, and is kept if the next dies. */
const WORK_MS = 120_000;
/** How often the batch is looked at, to stop when it is cancelled, ms. */
const LOOK_MS = 10_000;
/** Routes that are stored at the same time. */
const STORED_TOGETHER = 16;
/** A line that crashes so often is not planned again. */
const MOST_CRASHES = 3;

/**
 * After a crash a child plans its lines in slices, and after a crash of a slice one by one, so that the line that crashes is
 * found; with the third crash it becomes a failed row.
 */
export async function calculateLines(ports: CalculatePorts, task: Task, clock: Clock): Promise<Progress> {
  const { batch_id, child, items } = task;
  const { next: from, crashes } = task.progress;
  const batch = await ports.batches.find(batch_id);
  if (!batch || FINAL.includes(batch.status)) return over(items);
  const results: LineResult[] = [];
  const slice = Math.ceil(Math.sqrt(items.length));
  const boundary = Math.min(items.length, (Math.floor(from / slice) + 1) * slice);
  const to = crashes === 0 ? items.length : crashes === 1 ? boundary : from + 1;
  if (crashes >= MOST_CRASHES) results.push(crashedLine(items[from]!));
  else {
    const planned = await planWhileTime(ports, batch, items.slice(from, to), clock);
    if (planned === null) return over(items);
    results.push(...planned);
  }
  const id = `${child}-${String(from).padStart(6, '0')}`;
  const { next } = await storePart(ports, batch, { id, next: from + results.length, results });
  return { next, crashes: careful(crashes, next, slice), done: next >= items.length };
}

const over = (items: readonly BatchItem[]): Progress => ({ next: items.length, crashes: 0, done: true });

/** Null where the batch was cancelled meanwhile: what is being planned then does not count. */
async function planWhileTime(
  ports: CalculatePorts,
  batch: Batch,
  items: readonly BatchItem[],
  clock: Clock,
): Promise<LineResult[] | null> {
  const bytes = await ports.files.read(keysOf(batch.id).snapshot);
  if (!bytes) throw new Error(`The snapshot of batch ${batch.id} is gone.`);
  const snapshot: Snapshot = JSON.parse(Buffer.from(bytes).toString());
  const results: LineResult[] = [];
  let numbered: NumberedRoute[] = [];
  const store = async () => {
    if (numbered.length === 0) return;
    const { storeRoute } = await import('./results/store-route.ts'); // its grid is a fifth of what the function loads
    await Promise.all(numbered.map((route) => storeRoute(ports.routes, batch.requester, route)));
    numbered = [];
  };
  const begun = clock.now();
  let looked = begun;
  for (const item of items) {
    const isOver = clock.leftMs() < RESERVED_MS || clock.now() - begun > WORK_MS;
    if (results.length > 0 && isOver) break;
    if (clock.now() - looked > LOOK_MS) {
      looked = clock.now();
      const current = await ports.batches.find(batch.id);
      if (!current || FINAL.includes(current.status)) return null;
    }
    const { route, ...result }: PlannedLine = await planLine(ports, batch, snapshot, item);
    results.push(result);
    if (route) numbered.push(route);
    if (numbered.length === STORED_TOGETHER) await store();
  }
  await store();
  return results;
}

/** One by one up to the end of the slice that crashed; in slices from there on; as usual again once the line is found. */
function careful(crashes: number, next: number, slice: number): number {
  if (crashes >= MOST_CRASHES) return 0;
  if (crashes === 2 && next % slice === 0) return 1;
  return crashes;
}
