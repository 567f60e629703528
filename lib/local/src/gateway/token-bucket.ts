/** Requests a second, and how many at once. */
export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

/** A bucket of `burst` tokens, refilled at `rate` a second: call it to take one, false when there is none. */
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

/** What the template says of throttling, in the form of a usage plan or a stage; undefined for nothing. */
export function readThrottle(rate: unknown, burst: unknown): Throttle | undefined {
  if (rate === undefined && burst === undefined) return undefined;
  return { rate: Number(rate ?? burst), burst: Number(burst ?? rate) };
}
