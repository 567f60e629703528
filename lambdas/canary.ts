import type { Context } from 'aws-lambda';
import { environment } from '../lib/aws/environment.ts';
import { logger } from '../lib/aws/logger.ts';
import { sendTo } from '../lib/aws/signed-api.ts';
import { requestEndToEnd } from '../lib/canary/canary.ts';

const env = environment('API_URL', 'AUTH', 'CANARY_ROUTE', 'CANARY_KEY_ID');
const send = sendTo({ url: env.API_URL, auth: env.AUTH, apiKeyId: env.CANARY_KEY_ID });

/** Invoked by a schedule. An error is counted, and raises an alarm. */
export async function handler(_event: unknown, context: Context): Promise<void> {
  logger.addContext(context);
  logger.info('canary', await requestEndToEnd({ send, now: () => performance.now() }, env.CANARY_ROUTE));
}
