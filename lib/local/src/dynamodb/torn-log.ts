import { existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from 'dynalite/db/index.js';

/** Bytes that a new log and its index need, besides the items. */
const SPARE_BYTES = 1024 * 1024;

/**
 * What a failed write leaves behind. On a full disk, LevelDB's log may end with half a record, and at the next start
 * LevelDB ignores what follows that. So before anything else is written, all items of the log are written to
 * a table, which makes LevelDB delete that log and begin another.
 */
export class TornLog {
  readonly #folder: string;
  readonly #files: Files;
  #isTorn = false;
  #renewal: Promise<void> | undefined;

  constructor(folder: string, files: Files) {
    this.#folder = folder;
    this.#files = files;
  }

  /** Call this when a write has failed. */
  suspect(): void {
    this.#isTorn = true;
  }

  /** Call this before a write. @throws Error while there is no room for the items */
  async renew(): Promise<void> {
    if (!this.#isTorn) return;
    this.#renewal ??= this.#replace().finally(() => {
      this.#renewal = undefined;
    });
    await this.#renewal;
  }

  async #replace(): Promise<void> {
    const logs = (await readdir(this.#folder)).filter((name) => name.endsWith('.log'));
    const paths = logs.map((name) => join(this.#folder, name));
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
    const needed = sizes.reduce((sum, size) => sum + size, SPARE_BYTES);
    const { bavail, bsize } = await statfs(this.#folder);
    // without room LevelDB would fail for good
    if (bavail * bsize < needed) throw new Error(`The disk is full: ${needed} bytes have to be free.`);
    this.#isTorn = false;
    await this.#files.compactRange('', '');
    if (paths.some((path) => existsSync(path))) {
      this.#isTorn = true;
      throw new Error(`The items of ${paths.join(', ')} could not be written to a table.`);
    }
  }
}
