import { createWriteStream, readFileSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

/** A log of this size, in bytes, is renamed at the next start (to `….1`, which replaces the previous one). */
const ROTATE_BYTES = 10 * 1024 * 1024;
/** Lines of this time are written together, ms. */
const COLLECT_MS = 50;

/** One line of a log. */
interface LogLine {
  /** Position in the file. */
  readonly index: number;
  /** Epoch milliseconds, from the line's own `timestamp`; a line without one gets that of the line before. */
  readonly timestamp: number;
  readonly line: string;
}

/** The functions' logs: one file for each function, with the lines as the function wrote them. */
export class FunctionLogs {
  readonly #folder: string;
  readonly #files = new Map<string, WriteStream>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  write(functionName: string, line: string): void {
    let file = this.#files.get(functionName);
    if (!file) {
      const path = this.#path(functionName);
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES)
        renameSync(path, `${path}.1`);
      // a line that is lost, as on a full disk, is not a failure: the next one opens the file again
      file = createWriteStream(path, { flags: 'a' }).on('error', () => this.#files.delete(functionName));
      this.#files.set(functionName, file);
    }
    this.#collect(file);
    file.write(`${line}\n`);
  }

  /** Every line of a function's log, oldest first. */
  read(functionName: string): LogLine[] {
    const path = this.#path(functionName);
    if (!statSync(path, { throwIfNoEntry: false })) return [];
    let timestamp = 0;
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map((line, index) => {
      const own = /"timestamp":"([^"]+)"/.exec(line)?.[1];
      if (own) timestamp = Date.parse(own) || timestamp;
      return { index, timestamp, line };
    });
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#files.values()].map((file) => {
        file.end();
        return finished(file).catch(() => {});
      }),
    );
  }

  /** Holds back what is written to a file until `COLLECT_MS` have passed. The end of a file writes the rest. */
  #collect(file: WriteStream): void {
    if (file.writableCorked > 0) return;
    file.cork();
    setTimeout(() => file.uncork(), COLLECT_MS).unref();
  }

  #path(functionName: string): string {
    return join(this.#folder, `${functionName}.log`);
  }
}
