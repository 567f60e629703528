import { mkdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** How many files one notice names. */
const NAMED = 10;

/**
 * Files of a data folder that are missing or damaged. What is left of them is moved aside, so that they are gone for
 * whoever needs them, as on AWS, and everything else can be used.
 */
export class LostFiles {
  readonly #folder: string;
  readonly #onNotice: (sentence: string) => void;
  readonly #files = new Set<string>();
  #untold: string[] = [];
  #aside: string | undefined;

  constructor(folder: string, onNotice: (sentence: string) => void) {
    this.#folder = folder;
    this.#onNotice = onNotice;
  }

  /**
   * @param how what is wrong with the file, after its name: `is missing`
   * @param others files that are of no use without it
   */
  async add(file: string, how: string, others: readonly string[] = []): Promise<void> {
    this.#files.add(file);
    this.#untold.push(`${relative(this.#folder, file)} ${how}`);
    for (const each of [file, ...others]) await this.#moveAside(each);
  }

  /** Whether a file below a folder was lost. */
  hasSome(folder: string): boolean {
    return [...this.#files].some((file) => !relative(folder, file).startsWith('..'));
  }

  /** Names the files that were added since the last call. */
  tell(): void {
    const untold = this.#untold.splice(0);
    if (untold.length === 0) return;
    const more = untold.length > NAMED ? [`and ${untold.length - NAMED} more`] : [];
    const list = [...untold.slice(0, NAMED), ...more].join('; ');
    this.#onNotice(
      `The data folder ${this.#folder} is damaged: ${list}. What is left of this is now in ${this.#aside}; ` +
        'everything else is used as before.',
    );
  }

  async #moveAside(file: string): Promise<void> {
    this.#aside ??= join(this.#folder, asideName());
    const target = join(this.#aside, relative(this.#folder, file));
    mkdirSync(dirname(target), { recursive: true });
    await rename(file, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/** Name of a folder, inside the data folder, for what is moved aside now. */
export const asideName = (): string => `aside-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;

/** What is wrong with a file, after its name. @param found bytes of it that are still there */
export function difference(found: number | undefined, stored: number): string {
  if (found === undefined) return 'is missing';
  return found === stored ? 'has other bytes than were stored' : `has ${found} bytes and had ${stored}`;
}
