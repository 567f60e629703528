import { removeZonesCommand } from '../lib/cli/remove-zones.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(removeZonesCommand());
