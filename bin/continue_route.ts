import { continueRouteCommand } from '../lib/cli/continue-route.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(continueRouteCommand());
