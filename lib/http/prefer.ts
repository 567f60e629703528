/** The longest that an answer is held, seconds: API Gateway waits for 29. */
const MAX_WAIT_SECONDS = 20;

/**
 * Seconds that a client is willing to wait (`Prefer: wait=10`, RFC 7240), 20 at most; null where it does not say.
 * A preference that can't be understood is ignored, and so is a second one.
 */
export function preferredWaitSeconds(prefer = ''): number | null {
  for (const preference of prefer.split(',')) {
    const [name = '', value = ''] = (preference.split(';', 1)[0] ?? '').split('=', 2);
    if (name.trim().toLowerCase() !== 'wait') continue;
    const seconds = /^"?(\d{1,9})"?$/.exec(value.trim())?.[1];
    return seconds === undefined ? null : Math.min(Number(seconds), MAX_WAIT_SECONDS);
  }
  return null;
}
