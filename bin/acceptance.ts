import { acceptanceCommand } from '../lib/cli/acceptance.ts';
import { runCommand } from '../lib/cli/run-command.ts';

await runCommand(acceptanceCommand());
