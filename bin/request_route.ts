import { requestRouteCommand } from '../lib/cli/request-route.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(requestRouteCommand());
