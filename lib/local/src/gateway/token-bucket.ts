/** Requests per second, and the largest burst. */
export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

/**
 * A bucket of `burst` tokens, refilled at `rate` per second. Each call takes one; it returns false when there
 * is none.
 */
export function tokenBucket(throttle: Throttle | undefined, clock = () => performance.now()): () => boolean {
  if (!throttle) return () => true;
  let tokens = throttle.burst;
  let filled = clock();
  return () => {
    const now = clock();
    tokens = Math.min(throttle.burst, tokens + ((now - filled) / 1000) * throttle.rate);
    filled = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** The throttling that a template sets for a usage plan or a stage; undefined when it sets none. */
export function readThrottle(rate: unknown, burst: unknown): Throttle | undefined {
  if (rate === undefined && burst === undefined) return undefined;
  return { rate: Number(rate ?? burst), burst: Number(burst ?? rate) };
}
