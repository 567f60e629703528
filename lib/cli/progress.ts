const MILLISECONDS_PER_FRAME = 200;

/**
 * Shows on standard error what the command waits for, and for how many seconds; only if that is a terminal.
 */
export async function withProgress<T>(what: string, work: Promise<T>, out = process.stderr): Promise<T> {
  if (!out.isTTY) return work;
  const start = Date.now();
  const timer = setInterval(() => {
    out.write(`\r\x1b[2K${what} … ${Math.floor((Date.now() - start) / 1000)} s`);
  }, MILLISECONDS_PER_FRAME);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    out.write('\r\x1b[2K');
  }
}

/** Milliseconds since a time of `performance.now()`, to a tenth. */
export function milliseconds(since: number): number {
  return Math.round((performance.now() - since) * 10) / 10;
}

/** One line on standard error. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
