/** Tells whoever has an older Node.js, when packages are installed and before the service or the tests start, what to do. */
import { nodeAdvice } from '../lib/cli/node-advice.js';

const { npm_config_user_agent: userAgent = '', npm_lifecycle_event: event } = process.env;
const advice = nodeAdvice(process.version, userAgent);
if (advice && !advice.isUsable) {
  console.error(advice.text);
  process.exitCode = 1;
} else if (advice && event === 'postinstall') {
  console.log(advice.text);
}
