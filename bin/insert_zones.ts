import { insertZonesCommand } from '../lib/cli/insert-zones.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(insertZonesCommand());
