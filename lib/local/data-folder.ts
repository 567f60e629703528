import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LocalStackError } from './errors.ts';

/** Folders that this very process holds; a lock with its number that isn't here was left by an earlier one. */
const held = new Set<string>();

/** The folder in which a local stack keeps everything, held by one process at a time. */
export class DataFolder {
  readonly path: string;
  readonly #lock: string;

  constructor(path: string) {
    this.path = resolve(path);
    this.#lock = join(this.path, 'lock');
    mkdirSync(this.path, { recursive: true });
    this.#acquire();
    held.add(this.path);
  }

  /** A folder inside, made if need be. */
  folder(...names: string[]): string {
    const path = join(this.path, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  release(): void {
    held.delete(this.path);
    rmSync(this.#lock, { force: true });
  }

  #acquire(): void {
    try {
      const file = openSync(this.#lock, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(this.#lock, 'utf8'));
      if (held.has(this.path) || (holder !== process.pid && isRunning(holder))) {
        throw new LocalStackError(
          `The data folder ${this.path} is in use by process ${holder}: stop that one, or choose another folder.`,
        );
      }
      rmSync(this.#lock, { force: true });
      this.#acquire();
    }
  }
}

/** Whether a process of that number runs; one of another user counts. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
