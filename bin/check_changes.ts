import { checkChangesCommand } from '../lib/cli/check-changes.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(checkChangesCommand());
