import { removeOldVersionsCommand } from '../lib/cli/remove-old-versions.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(removeOldVersionsCommand());
