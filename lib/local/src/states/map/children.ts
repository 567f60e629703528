import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DataFolder } from '../../data-folder.ts';
import { type ExecutionRecord, type ExecutionStatus, ExecutionStore } from '../execution-store.ts';

/** A child that has ended, as its line in the file says. */
export interface EndedChild {
  readonly index: number;
  readonly status: ExecutionStatus;
  /** Items in its input. */
  readonly items: number;
  readonly execution: ExecutionRecord;
}

/** How many have ended in one way. */
export interface EndedCount {
  children: number;
  items: number;
}

/**
 * The children of a Map Run. Those that run are files like other executions; one that has ended is a line of one file, so
 * that a run of many thousands takes little memory.
 */
export class Children {
  readonly running: ExecutionStore;
  readonly #file: string;
  readonly #ended = new Set<number>();
  readonly #counts = new Map<ExecutionStatus, EndedCount>();
  #handle: FileHandle | undefined;
  #writes: Promise<unknown> = Promise.resolve();

  private constructor(file: string, running: ExecutionStore) {
    this.#file = file;
    this.running = running;
  }

  static async open(data: DataFolder, folder: string): Promise<Children> {
    const running = await ExecutionStore.open(data, data.folder(folder, 'running'));
    const children = new Children(join(folder, 'ended.jsonl'), running);
    await children.#readEnded();
    return children;
  }

  hasEnded(index: number): boolean {
    return this.#ended.has(index);
  }

  counts(status: ExecutionStatus): Readonly<EndedCount> {
    return this.#counts.get(status) ?? { children: 0, items: 0 };
  }

  /** Notes the end of a child; it counts once it is on disk. */
  end(child: EndedChild): Promise<void> {
    const write = this.#writes.then(async () => {
      this.#handle ??= await open(this.#file, 'a');
      await this.#handle.appendFile(`${JSON.stringify(child)}\n`);
      await this.#note(child);
    });
    this.#writes = write.catch(() => {});
    return write;
  }

  /** The lines of all that have ended, in the order in which they did. */
  async *lines(): AsyncGenerator<EndedChild> {
    if (!existsSync(this.#file)) return;
    for await (const line of createInterface({ input: createReadStream(this.#file) })) yield JSON.parse(line);
  }

  async close(): Promise<void> {
    await Promise.all([this.#writes, this.running.flush()]);
    await this.#handle?.close();
    this.#handle = undefined;
  }

  async #note({ index, status, items, execution }: EndedChild): Promise<void> {
    const count = this.#counts.get(status) ?? { children: 0, items: 0 };
    this.#counts.set(status, { children: count.children + 1, items: count.items + items });
    this.#ended.add(index);
    await this.running.remove(execution.name);
  }

  /** A line that the process did not finish when it died is cut off: that child did not end. */
  async #readEnded(): Promise<void> {
    if (!existsSync(this.#file)) return;
    let whole = 0;
    for await (const line of createInterface({ input: createReadStream(this.#file) })) {
      try {
        await this.#note(JSON.parse(line));
      } catch {
        break;
      }
      whole += Buffer.byteLength(line) + 1;
    }
    await truncate(this.#file, whole);
  }
}
