import { environment } from '../lib/aws/environment.ts';
import { proxyHandler } from '../lib/http/endpoint.ts';
import { preflight } from '../lib/http/preflight.ts';
import { unmatched } from '../lib/http/unmatched.ts';

const env = environment('ALLOWED_ORIGINS');

/** Answers every request that matches no operation. */
export const handler = proxyHandler(async (event) => {
  const permission = preflight(event, env.ALLOWED_ORIGINS);
  if (permission) return permission;
  throw unmatched(event);
});
