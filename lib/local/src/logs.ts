import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

/** A log this long, in bytes, is put aside at the next start (as `….1`, over the one before). */
const ROTATE_BYTES = 10 * 1024 * 1024;

/** The functions' logs: one file for each, line by line as they wrote it. */
export class FunctionLogs {
  readonly #folder: string;
  readonly #files = new Map<string, WriteStream>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  write(functionName: string, line: string): void {
    let file = this.#files.get(functionName);
    if (!file) {
      const path = join(this.#folder, `${functionName}.log`);
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES)
        renameSync(path, `${path}.1`);
      file = createWriteStream(path, { flags: 'a' }).on('error', () => {}); // a log is not worth a failure
      this.#files.set(functionName, file);
    }
    file.write(`${line}\n`);
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#files.values()].map((file) => {
        file.end();
        return finished(file).catch(() => {});
      }),
    );
  }
}
