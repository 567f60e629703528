const MILLISECONDS_PER_FRAME = 200;

/** Tells on a terminal's standard error what is being waited for, and for how long; nothing where it is no terminal. */
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
