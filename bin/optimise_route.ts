import { optimiseRouteCommand } from '../lib/cli/optimise-route.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(optimiseRouteCommand());
