import { existsSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder.ts';

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/**
 * An execution as DescribeExecution returns it; dates are epoch milliseconds, inputs and outputs JSON text.
 */
export interface ExecutionRecord {
  readonly name: string;
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly input: string;
  readonly startDate: number;
  readonly status: ExecutionStatus;
  readonly stopDate?: number;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
  /**
   * The current state of a running execution, and that state's input. It continues from here after a restart.
   */
  readonly position?: { readonly state: string; readonly input: unknown; readonly enteredAt: number };
}

/** Step Functions deletes a closed execution after 90 days; its name can then be used again. */
const RETENTION_MS = 90 * 86_400_000;

/**
 * The executions of one state machine, one file each. Files are put in place by renaming, so none is ever
 * half written.
 */
export class ExecutionStore {
  readonly #folder: string;
  readonly #records = new Map<string, ExecutionRecord>();
  /** Writes by execution: the one in progress, and the one that follows it. */
  readonly #writes = new Map<string, { readonly current: Promise<void>; readonly next?: Promise<void> }>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the executions of one machine, or the children of one Map Run, in a folder of the data folder. */
  static async open(data: DataFolder, folder: string, now = Date.now()): Promise<ExecutionStore> {
    const store = new ExecutionStore(folder);
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json'))) {
      const record = await data.read<ExecutionRecord>(join(folder, file));
      if (!record) continue;
      if (record.stopDate !== undefined && record.stopDate < now - RETENTION_MS) await rm(join(folder, file));
      else store.#records.set(record.name, record);
    }
    return store;
  }

  get(name: string): ExecutionRecord | undefined {
    return this.#records.get(name);
  }

  /** Newest first. */
  all(): ExecutionRecord[] {
    return [...this.#records.values()].sort((a, b) => b.startDate - a.startDate);
  }

  /**
   * Stores the record; resolves once it, or a newer one of the same execution, is on disk. Of the changes
   * during a write, only the last is written.
   */
  put(record: ExecutionRecord): Promise<void> {
    const { name } = record;
    this.#records.set(name, record);
    const { current = Promise.resolve(), next } = this.#writes.get(name) ?? {};
    if (next) return next;
    const write = current
      .catch(() => {})
      .then(() => {
        this.#writes.set(name, { current: write });
        const latest = this.#records.get(name);
        return latest && this.#write(latest); // else it is removed
      });
    this.#writes.set(name, { current, next: write });
    const forget = () => {
      if (this.#writes.get(name)?.current === write && !this.#writes.get(name)!.next)
        this.#writes.delete(name);
    };
    write.then(forget, forget);
    return write;
  }

  /** Stores the record of a new execution; there is none if that fails, as on a full disk. */
  async add(record: ExecutionRecord): Promise<void> {
    try {
      await this.put(record);
    } catch (error) {
      this.#records.delete(record.name);
      throw error;
    }
  }

  /** Forgets an execution, whose end is kept elsewhere. */
  async remove(name: string): Promise<void> {
    this.#records.delete(name);
    const { current, next } = this.#writes.get(name) ?? {};
    await (next ?? current)?.catch(() => {});
    await rm(this.#path(name), { force: true });
  }

  /** Stores a change. If that fails, the execution goes on; only after a restart it would begin again from its state on disk. */
  change(record: ExecutionRecord): Promise<void> {
    return this.put(record).catch(() => {});
  }

  /** Resolves when everything is on disk. */
  async flush(): Promise<void> {
    await Promise.all([...this.#writes.values()].map(({ current, next }) => next ?? current));
  }

  async #write(record: ExecutionRecord): Promise<void> {
    if (!existsSync(this.#folder)) return; // the data folder was deleted while the service was running
    const path = this.#path(record.name);
    await writeFile(`${path}.draft`, JSON.stringify(record));
    await rename(`${path}.draft`, path);
  }

  #path(name: string): string {
    return join(this.#folder, `${encodeURIComponent(name)}.json`);
  }
}
